import Ledger
import Market

/// Whether coins are bought or sold.
package enum TradeSide: String, CaseIterable, Sendable { case buy, sell }

/// An amount to trade: of cash, fee included, or of the coin.
package enum TradeAmount: Equatable, Sendable {
    case cash(FixedDecimal)
    case coin(Quantity)

    package enum Unit: String, CaseIterable, Sendable { case cash, coin }

    package init(_ amount: FixedDecimal, in unit: Unit) { self = unit == .cash ? .cash(amount) : .coin(amount) }

    package var amount: FixedDecimal {
        switch self {
        case .cash(let amount), .coin(let amount): amount
        }
    }

    package var unit: Unit {
        switch self {
        case .cash: .cash
        case .coin: .coin
        }
    }
}

/// A stored price at which an asset can be traded.
package struct StoredPrice: Equatable, Sendable {
    /// US dollars for one.
    package let dollars: FixedDecimal
    /// Seconds since 1970-01-01 UTC; of a close, the end of its day.
    package let time: Int
    package let source: String
    /// Whether it is a quote of the day rather than a daily close.
    package let isQuote: Bool

    package init(dollars: FixedDecimal, time: Int, source: String, isQuote: Bool) {
        (self.dollars, self.time, self.source, self.isQuote) = (dollars, time, source, isQuote)
    }
}

/// The result of a trade: exactly these figures, or no trade.
package struct TradeFigures: Equatable, Sendable {
    package let side: TradeSide
    package let asset: AssetID
    package let currency: Currency
    /// Coins, with at most eight places.
    package let quantity: Quantity
    /// Cash with two places: the amount paid, including the fee, or received, without it.
    package let cash: FixedDecimal
    /// In the currency.
    package let fee: FixedDecimal
    /// In the currency, for one coin.
    package let price: FixedDecimal
    /// The stored price that it is based on.
    package let stored: StoredPrice
    /// US dollars for one unit of the currency.
    package let rate: FixedDecimal

    package init(
        side: TradeSide, asset: AssetID, currency: Currency, quantity: Quantity, cash: FixedDecimal, fee: FixedDecimal,
        price: FixedDecimal, stored: StoredPrice, rate: FixedDecimal
    ) {
        (self.side, self.asset, self.currency, self.quantity) = (side, asset, currency, quantity)
        (self.cash, self.fee, self.price, self.stored, self.rate) = (cash, fee, price, stored, rate)
    }

    /// The cash for the coins, without the fee. Cash and fee are below twice `Transaction.amountLimit`, so sums cannot overflow:
    /// stored ones are checked when they are read.
    package var gross: FixedDecimal { side == .buy ? cash - fee : cash + fee }
    /// The larger side of the trade, to which the minimum and maximum amounts apply.
    package var size: FixedDecimal { side == .buy ? cash : cash + fee }
}

/// An offer that is valid for some seconds and can be used once.
package struct TradeQuote: Equatable, Sendable {
    /// `q_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let figures: TradeFigures
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int
    package let expiresAt: Int

    package init(id: String, owner: String, figures: TradeFigures, createdAt: Int, expiresAt: Int) {
        (self.id, self.owner, self.figures) = (id, owner, figures)
        (self.createdAt, self.expiresAt) = (createdAt, expiresAt)
    }
}
