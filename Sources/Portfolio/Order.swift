import Ledger
import Market

/// An order: what a user wants to record in a wallet.
package struct Order: Equatable, Sendable {
    /// The size of a purchase or sale.
    package enum Size: Equatable, Sendable {
        /// A number of coins.
        case coins(Quantity)
        /// The coins for an amount of US dollars, fee not included.
        case cash(Money)
        /// Coins and US dollars, fee not included, from which the price follows. No price times a number of coins may give exactly
        /// these dollars.
        case exact(Quantity, Money)

        /// The coins, or the dollars if only they are given.
        var amount: FixedDecimal {
            switch self {
            case .coins(let quantity), .exact(let quantity, _): quantity
            case .cash(let cash): cash.amount
            }
        }
    }

    /// The cost of coins received as income.
    package enum IncomeBasis: Equatable, Sendable {
        /// Zero: the whole proceeds are a gain when they are sold. The market value is recorded too; nil for the close of the day.
        case zero(value: Money? = nil)
        /// Their market value, which counts as realized income; nil for the close of the day.
        case marketValue(Money?)
    }

    /// The kind of order.
    package enum Action: Equatable, Sendable {
        /// Coins or cash come in; `cost` is the total cost of coins, nil for their market value on that day if it is known.
        case deposit(Quantity, cost: Money?)
        /// Coins or cash go out; `value` is the total value of coins, nil for their market value on that day if it is known. Coins
        /// with the value zero are lost, with their cost, and so is whatever has the label `loss`.
        case withdraw(Quantity, value: Money? = nil)
        /// The wallet's cash becomes coins.
        case buy(Size, price: Money?, fee: Money)
        /// Coins become cash in the wallet.
        case sell(Size, price: Money?, fee: Money)
        /// Coins or cash move to another wallet; the fee is in the same asset.
        case transfer(Quantity, to: Wallet, fee: Quantity)
        /// Coins or cash are paid for a service.
        case fee(Quantity)
        /// Staking rewards, interest, an airdrop: coins or cash come in.
        case income(Quantity, basis: IncomeBasis = .zero())
        /// Coins become other coins, a sale and a purchase at the same value; nil for the market value on that day if it is known.
        case swap(Quantity, into: Asset, received: Quantity, value: Money? = nil)
        /// Coins are replaced by coins that stand for the same, maybe by more or fewer of the same, with their cost and age.
        case split(Quantity, into: Asset, received: Quantity)
        /// The current holding, whatever the order's time, is set to this quantity, by a deposit or withdrawal at that time.
        case set(Quantity)
    }

    package let wallet: Wallet
    /// Coins, or ``Market/AssetID/usd``.
    package let asset: Asset
    /// What to record.
    package let action: Action
    /// When it happened, in seconds since 1970-01-01 UTC.
    package let time: Int
    /// Whether the user gave the time. If not, the time is that of the request, and is ignored when two orders with the same key
    /// are compared.
    package let isTimeGiven: Bool
    /// Whether a missing cost or value is looked up as the close of the day. If not, it stays unknown.
    package let looksUpValue: Bool
    /// The user's note.
    package let note: String
    /// What it was for; nil for most.
    package let label: Transaction.Label?

    /// Creates an order; nothing is recorded before ``Orders/commit(_:)``.
    package init(
        wallet: Wallet, asset: Asset, action: Action, time: Int, isTimeGiven: Bool = false, looksUpValue: Bool = true,
        note: String = "", label: Transaction.Label? = nil
    ) {
        (self.wallet, self.asset, self.action) = (wallet, asset, action)
        (self.time, self.isTimeGiven, self.looksUpValue) = (time, isTimeGiven, looksUpValue)
        (self.note, self.label) = (note, label)
    }
}

/// The effect of orders, computed but not yet recorded.
package struct PreparedOrder: Equatable, Sendable {
    /// A holding before and after.
    package struct Effect: Equatable, Sendable {
        package let wallet: Wallet
        package let asset: Asset
        /// The quantity now.
        package let before: Quantity
        /// The quantity afterwards.
        package let after: Quantity
    }

    /// The transactions to record, or those recorded before under the order's key; empty if the holdings already have the target
    /// quantities.
    package let transactions: [Transaction]
    /// The transactions in the form shown to users.
    package let rows: [TransactionRow]
    /// The holdings that change.
    package let effects: [Effect]
    /// The prices looked up, by asset; empty if the caller gave the price or none is needed.
    package let prices: [AssetID: PriceOfDay]
    /// Coins received without a known cost, whose gains will be missing.
    package let unknownCosts: [Asset]
    /// The last transaction of each wallet at the time of preparation.
    let expected: [WalletID: TransactionID?]
    /// The transactions that take back those that the orders replace.
    var corrections: [Transaction] = []

    /// Everything to record.
    var recorded: [Transaction] { corrections + transactions }
}

/// What orders recorded, or would record.
package struct OrderReceipt: Equatable, Sendable {
    /// The effect of the orders.
    package let prepared: PreparedOrder
    /// A result for each transaction; empty for a preview, and if there was nothing to record.
    package let results: [AppendResult]

    /// Whether something was recorded, and not by an earlier request with the same key.
    package var isNew: Bool { results.contains(where: \.isNew) }

    package init(_ prepared: PreparedOrder, _ results: [AppendResult]) { (self.prepared, self.results) = (prepared, results) }
}
