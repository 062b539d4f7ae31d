import Ledger

/// A named set of holdings.
public struct Wallet: Equatable, Sendable {
    /// Names it in the store.
    public let id: WalletID
    /// Names it for clients, for good: ``WalletPublicID``. Empty for a wallet that is not stored.
    public let publicID: String
    /// Whose it is.
    public let owner: String
    /// Unique among the owner's wallets by its ``WalletName/key(_:)``.
    public let name: String
    /// Which lots leave it first.
    public let costBasis: CostBasis
    /// Whether its holdings may fall below zero, as of an account with credit.
    public let allowsNegative: Bool
    /// Seconds since 1970-01-01 UTC.
    public let createdAt: Int

    /// A wallet as it is stored.
    public init(
        id: WalletID, publicID: String, owner: String, name: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) {
        self.publicID = publicID
        (self.id, self.owner, self.name, self.costBasis) = (id, owner, name, costBasis)
        (self.allowsNegative, self.createdAt) = (allowsNegative, createdAt)
    }
}

/// What of a wallet is to be otherwise.
public struct WalletChange: Equatable, Sendable {
    /// Its name from now on; nil keeps the old one.
    public var name: String?
    /// Which lots leave it first, for all of its past as well; nil keeps the old rule.
    public var costBasis: CostBasis?

    /// A change.
    public init(name: String? = nil, costBasis: CostBasis? = nil) { (self.name, self.costBasis) = (name, costBasis) }
}

/// What a wallet was when somebody looked: it is another version once it was changed or something was recorded in it.
public struct WalletVersion: Equatable, Sendable {
    /// The wallet itself.
    public let wallet: Wallet
    /// The last transaction recorded in it; nil when there is none.
    public let lastTransaction: TransactionID?

    /// A version.
    public init(wallet: Wallet, lastTransaction: TransactionID?) { (self.wallet, self.lastTransaction) = (wallet, lastTransaction) }
}
