import Ledger
import Market
import Records
import Store

/// An order to buy or sell.
package struct TradeOrder: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Executed at the current price.
        case market
        /// Executed when the price is as good as the limit, or better.
        case limit
        /// Executed when the price has reached the stop, or gone beyond it.
        case stop
    }

    package enum State: String, CaseIterable, Sendable { case open, filled, cancelled, expired, failed }

    /// The result of an order that was executed.
    package struct Fill: Equatable, Sendable {
        package let quantity: Quantity
        package let cash: FixedDecimal
        package let fee: FixedDecimal
        package let price: FixedDecimal
        package let priceSource: String
        package let priceTime: Int
    }

    /// `o_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let kind: Kind
    package let side: TradeSide
    package let asset: AssetID
    package let currency: Currency
    package let amount: TradeAmount
    /// The limit or stop, in the currency for one coin; nil for a market order.
    package let triggerPrice: FixedDecimal?
    /// The quote that a market order was made from.
    package let quote: String?
    /// The plan that made the order.
    package let plan: String?
    package var state: State
    /// Why it failed or ended; a code of ``TradingError``.
    package var reason: String?
    /// The asset that it holds while it is open.
    package let heldAsset: AssetID?
    package let held: FixedDecimal
    /// In seconds since 1970-01-01 UTC, like all times.
    package let createdAt: Int
    package let endsAt: Int?
    /// When its state was last stored; only prices after ``createdAt`` can execute it.
    package var checkedAt: Int
    package var endedAt: Int?
    package var fill: Fill?

    /// Whether a price in the order's currency executes the order.
    package func isTriggered(by price: FixedDecimal) -> Bool {
        guard let triggerPrice else { return true }
        return (kind == .limit) == (side == .buy) ? price <= triggerPrice : price >= triggerPrice
    }
}

extension TradeOrder.Fill {
    package init(_ figures: TradeFigures) {
        self.init(
            quantity: figures.quantity, cash: figures.cash, fee: figures.fee, price: figures.price,
            priceSource: figures.stored.source, priceTime: figures.stored.time)
    }
}

// MARK: The row

extension TradeOrder {
    /// The columns of its table.
    static let columns = """
        id, owner, kind, side, asset, currency, amount, amount_in, trigger_price, quote, plan, state, reason, held_asset, held, created_at,
        ends_at, checked_at, ended_at, quantity, cash, fee, price, price_source, price_time
        """

    /// The values of ``columns``; assets by their ids.
    var row: [(any StoredValueConvertible)?] {
        [
            id, owner, kind.rawValue, side.rawValue, asset.description, currency.code, amount.amount.description,
            amount.unit.rawValue, triggerPrice?.description, quote, plan, state.rawValue, reason, heldAsset?.description,
            held.description, createdAt, endsAt, checkedAt, endedAt, fill?.quantity.description, fill?.cash.description,
            fill?.fee.description, fill?.price.description, fill?.priceSource, fill?.priceTime,
        ]
    }

    /// - Parameter row: has ``columns``, and the ids of the assets as `slug` and `held_slug`.
    init(_ row: StoredRow) throws {
        let fill = try row.amountIfThere("quantity").map { quantity in
            Fill(
                quantity: quantity, cash: try row.amount("cash"), fee: try row.amount("fee"), price: try row.price("price"),
                priceSource: try row.decode(forColumn: "price_source"), priceTime: try row.decode(forColumn: "price_time"))
        }
        self.init(
            id: try row.decode(forColumn: "id"), owner: try row.decode(forColumn: "owner"), kind: try row.choice("kind"),
            side: try row.choice("side"), asset: try row.asset(), currency: try row.choice("currency"),
            amount: TradeAmount(try row.amount("amount"), in: try row.choice("amount_in")),
            triggerPrice: try row.priceIfThere("trigger_price"), quote: try row.decode(forColumn: "quote"),
            plan: try row.decode(forColumn: "plan"), state: try row.choice("state"), reason: try row.decode(forColumn: "reason"),
            heldAsset: try row.assetIfThere("held_slug"), held: try row.amount("held"),
            createdAt: try row.decode(forColumn: "created_at"), endsAt: try row.decode(forColumn: "ends_at"),
            checkedAt: try row.decode(forColumn: "checked_at"), endedAt: try row.decode(forColumn: "ended_at"), fill: fill)
    }
}

/// A purchase that is repeated.
package struct RecurringPlan: Equatable, Sendable {
    package enum Interval: String, CaseIterable, Sendable { case day, week, month }
    package enum State: String, CaseIterable, Sendable { case active, ended, cancelled }

    /// `r_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let asset: AssetID
    package let currency: Currency
    /// Cash for each purchase, fee included.
    package let amount: FixedDecimal
    package let every: Interval
    /// On the bank's clock, in seconds since 1970-01-01 UTC, like ``nextAt`` and ``endsAt``.
    package let firstAt: Int
    package var nextAt: Int
    package let endsAt: Int
    /// The number of purchases made or attempted.
    package var runs = 0
    package var state = State.active
    /// Real time.
    package let createdAt: Int

    /// The first date of the plan after a time. In months without the first date's day, it is the last day of the month.
    package func date(after time: Int) -> Int {
        let step: Int
        switch every {
        case .day: step = 86_400
        case .week: step = 7 * 86_400
        case .month: return monthlyDate(after: time)
        }
        guard time >= firstAt else { return firstAt }
        return firstAt + ((time - firstAt) / step + 1) * step
    }

    private func monthlyDate(after time: Int) -> Int {
        let first = Day(secondsSince1970: firstAt)
        let secondOfDay = firstAt - first.daysSince1970 * 86_400
        var months = 0
        while true {
            let date = first.adding(months: months).daysSince1970 * 86_400 + secondOfDay
            if date > time { return date }
            months += 1
        }
    }
}
