import Ledger

/// A named set of holdings.
package struct Wallet: Equatable, Sendable {
    /// Names it in the store.
    package let id: WalletID
    /// Names it for clients, for good: ``WalletPublicID``. Empty for a wallet that is not stored.
    package let publicID: String
    /// Whose it is.
    package let owner: String
    /// Unique among the owner's wallets by its ``WalletName/key(_:)``.
    package let name: String
    /// Which lots leave it first.
    package let costBasis: CostBasis
    /// Whether its holdings may fall below zero, as of an account with credit.
    package let allowsNegative: Bool
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int

    /// A wallet as it is stored.
    package init(
        id: WalletID, publicID: String, owner: String, name: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int
    ) {
        self.publicID = publicID
        (self.id, self.owner, self.name, self.costBasis) = (id, owner, name, costBasis)
        (self.allowsNegative, self.createdAt) = (allowsNegative, createdAt)
    }
}

/// What of a wallet is to be otherwise.
package struct WalletChange: Equatable, Sendable {
    /// Its name from now on; nil keeps the old one.
    package var name: String?
    /// Which lots leave it first, for all of its past as well; nil keeps the old rule.
    package var costBasis: CostBasis?

    /// A change.
    package init(name: String? = nil, costBasis: CostBasis? = nil) { (self.name, self.costBasis) = (name, costBasis) }
}

/// What a wallet was when somebody looked: it is another version once it was changed or something was recorded in it.
package struct WalletVersion: Equatable, Sendable {
    /// The wallet itself.
    package let wallet: Wallet
    /// The last transaction recorded in it; nil when there is none.
    package let lastTransaction: TransactionID?

    /// A version.
    package init(wallet: Wallet, lastTransaction: TransactionID?) {
        (self.wallet, self.lastTransaction) = (wallet, lastTransaction)
    }
}
