import Ledger
import Market

/// What a person wants to happen in a wallet.
package struct Order: Equatable, Sendable {
    /// How much is bought or sold.
    package enum Size: Equatable, Sendable {
        /// So many coins.
        case coins(Quantity)
        /// Coins for so many US dollars, fee not included.
        case cash(Money)
    }

    /// What coins that come in as income cost.
    package enum IncomeBasis: Equatable, Sendable {
        /// Nothing: all that they bring is a gain when they are sold.
        case zero
        /// Their market value, which counts as realized income; nil to take the close of the day.
        case marketValue(Money?)
    }

    /// What is to happen.
    package enum Action: Equatable, Sendable {
        /// Coins or cash come in; `cost` is what coins cost in all, nil to take their market value of the day where it is known.
        case deposit(Quantity, cost: Money?)
        /// Coins or cash go out.
        case withdraw(Quantity)
        /// Cash of the wallet becomes coins.
        case buy(Size, price: Money?, fee: Money)
        /// Coins become cash of the wallet.
        case sell(Size, price: Money?, fee: Money)
        /// Coins or cash go to another wallet; the fee is of the same asset.
        case transfer(Quantity, to: Wallet, fee: Quantity)
        /// Coins or cash are paid for a service.
        case fee(Quantity)
        /// Staking rewards, interest, an airdrop: coins or cash come in.
        case income(Quantity, basis: IncomeBasis = .zero)
        /// What is held now, whatever the order's time, becomes so much, by a deposit or a withdrawal at that time.
        case set(Quantity)
    }

    /// The wallet.
    package let wallet: Wallet
    /// Coins, or ``Market/AssetID/usd``.
    package let asset: Asset
    /// What is to happen.
    package let action: Action
    /// When it happened, seconds since 1970-01-01 UTC.
    package let time: Int
    /// Whether a person said the time. Else it is the moment of asking, and under a key another moment makes no other order.
    package let isTimeGiven: Bool
    /// A person's words.
    package let note: String

    /// An order; nothing happens before ``Portfolio/commit(_:)``.
    package init(
        wallet: Wallet, asset: Asset, action: Action, time: Int, isTimeGiven: Bool = false, note: String = ""
    ) {
        (self.wallet, self.asset, self.action) = (wallet, asset, action)
        (self.time, self.isTimeGiven, self.note) = (time, isTimeGiven, note)
    }
}

/// What an order would do.
package struct PreparedOrder: Equatable, Sendable {
    /// A holding before and after.
    package struct Effect: Equatable, Sendable {
        /// Whose.
        package let wallet: Wallet
        /// Of what.
        package let asset: Asset
        /// How much it is now.
        package let before: Quantity
        /// How much it will be.
        package let after: Quantity
    }

    /// What would be recorded, or was recorded before under the order's key; nothing where a holding is what it is to become.
    package let transactions: [Transaction]
    /// The same as people read it.
    package let rows: [TransactionRow]
    /// What changes.
    package let effects: [Effect]
    /// The prices that were looked up, by asset; none where the caller gave one or none is needed.
    package let prices: [AssetID: PriceOfDay]
    /// Coins that come in without a known cost: their gains will be missing.
    package let unknownCosts: [Asset]
    /// The last transaction of each wallet when this was prepared.
    let expected: [WalletID: TransactionID?]
}
