import Ledger

/// A named set of holdings.
package struct Wallet: Equatable, Sendable {
    /// The writer of a wallet.
    package enum Kind: String, Sendable {
        /// The owner, who records what happened elsewhere. Only these wallets have names and appear in lists and searches.
        case recorded
        /// Trading: the available amounts of a simulated account.
        case simulated
        /// Trading: the amounts reserved by pending orders and withdrawals of a simulated account.
        case held
    }

    /// The maximum number of wallets of an owner with an account, so that one account cannot fill the disk for all.
    package static let maximumPerAccount = 100

    /// The id in the store.
    package let id: WalletID
    /// The permanent id for clients (``WalletPublicID``). Empty for a wallet that is not stored.
    package let publicID: String
    /// The owner.
    package let owner: String
    /// The name, unique among the owner's wallets by its ``WalletName/key(_:)``.
    package let name: String
    /// Which lots are disposed of first.
    package let costBasis: CostBasis
    /// Whether holdings may fall below zero, as in an account with credit.
    package let allowsNegative: Bool
    /// When it was created, in seconds since 1970-01-01 UTC.
    package let createdAt: Int
    /// The writer of the wallet.
    package let kind: Kind

    /// Creates a wallet as stored.
    package init(
        id: WalletID, publicID: String, owner: String, name: String, costBasis: CostBasis, allowsNegative: Bool, createdAt: Int,
        kind: Kind = .recorded
    ) {
        self.kind = kind
        self.publicID = publicID
        (self.id, self.owner, self.name, self.costBasis) = (id, owner, name, costBasis)
        (self.allowsNegative, self.createdAt) = (allowsNegative, createdAt)
    }
}

/// A change to a wallet's settings.
package struct WalletChange: Equatable, Sendable {
    /// The new name; nil to keep the old one.
    package var name: String?
    /// Which lots are disposed of first, also in the past; nil to keep the old rule.
    package var costBasis: CostBasis?

    /// Creates a change.
    package init(name: String? = nil, costBasis: CostBasis? = nil) { (self.name, self.costBasis) = (name, costBasis) }
}

/// The version of a wallet at some time. It differs once the wallet is changed or a transaction is recorded in it.
package struct WalletVersion: Equatable, Sendable {
    /// The wallet itself.
    package let wallet: Wallet
    /// The last transaction recorded in it; nil if there is none.
    package let lastTransaction: TransactionID?

    /// Creates a version.
    package init(wallet: Wallet, lastTransaction: TransactionID?) {
        (self.wallet, self.lastTransaction) = (wallet, lastTransaction)
    }
}
