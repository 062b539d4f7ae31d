import Ledger
import Market

/// What a person wants to happen in a wallet.
public struct Order: Equatable, Sendable {
    /// How much is bought or sold.
    public enum Size: Equatable, Sendable {
        /// So many coins.
        case coins(Quantity)
        /// Coins for so many US dollars, fee not included.
        case cash(Money)
    }

    /// What coins that come in as income cost.
    public enum IncomeBasis: Equatable, Sendable {
        /// Nothing: all that they bring is a gain when they are sold.
        case zero
        /// Their market value, which counts as realized income; nil to take the close of the day.
        case marketValue(Money?)
    }

    /// What is to happen.
    public enum Action: Equatable, Sendable {
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
    public let wallet: Wallet
    /// Coins, or ``Market/AssetID/usd``.
    public let asset: Asset
    /// What is to happen.
    public let action: Action
    /// When it happened, seconds since 1970-01-01 UTC.
    public let time: Int
    /// Whether a person said the time. Else it is the moment of asking, and under a key another moment makes no other order.
    public let isTimeGiven: Bool
    /// A person's words.
    public let note: String

    /// An order; nothing happens before ``Portfolio/commit(_:)``.
    public init(
        wallet: Wallet, asset: Asset, action: Action, time: Int, isTimeGiven: Bool = false, note: String = ""
    ) {
        (self.wallet, self.asset, self.action) = (wallet, asset, action)
        (self.time, self.isTimeGiven, self.note) = (time, isTimeGiven, note)
    }
}

/// What an order would do.
public struct PreparedOrder: Equatable, Sendable {
    /// A holding before and after.
    public struct Effect: Equatable, Sendable {
        /// Whose.
        public let wallet: Wallet
        /// Of what.
        public let asset: Asset
        /// How much it is now.
        public let before: Quantity
        /// How much it will be.
        public let after: Quantity
    }

    /// What would be recorded, or was recorded before under the order's key; nothing where a holding is what it is to become.
    public let transactions: [Transaction]
    /// The same as people read it.
    public let rows: [TransactionRow]
    /// What changes.
    public let effects: [Effect]
    /// The prices that were looked up, by asset; none where the caller gave one or none is needed.
    public let prices: [AssetID: PriceOfDay]
    /// Coins that come in without a known cost: their gains will be missing.
    public let unknownCosts: [Asset]
    /// The last transaction of each wallet when this was prepared.
    let expected: [WalletID: TransactionID?]
}
