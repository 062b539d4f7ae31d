import Ledger

/// A named set of holdings.
public struct Wallet: Equatable, Sendable {
    /// Names it in the store.
    public let id: WalletID
    /// Whose it is.
    public let owner: String
    /// Unique among the owner's wallets, without regard to case.
    public let name: String
    /// Which lots leave it first.
    public let costBasis: CostBasis
    /// Whether its holdings may fall below zero, as of an account with credit.
    public let allowsNegative: Bool
    /// Seconds since 1970-01-01 UTC.
    public let createdAt: Int

    /// A wallet as it is stored.
    public init(id: WalletID, owner: String, name: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int) {
        (self.id, self.owner, self.name, self.costBasis) = (id, owner, name, costBasis)
        (self.allowsNegative, self.createdAt) = (allowsNegative, createdAt)
    }
}
