import Ledger
import Market

/// The holdings of wallets before and after transactions that are not yet recorded.
struct ProvisionalBalances {
    struct Holding: Hashable {
        let wallet: WalletID
        let asset: AssetID
    }

    var before: [WalletID: [AssetID: Quantity]] = [:]
    private var after: [Holding: Quantity] = [:]
    /// The changed holdings, in the order of their first change.
    private(set) var changed: [Holding] = []

    func of(_ wallet: WalletID, _ asset: AssetID) -> Quantity {
        after[Holding(wallet: wallet, asset: asset)] ?? before[wallet]?[asset] ?? .zero
    }

    mutating func apply(_ transaction: Transaction) throws {
        for posting in transaction.postings where posting.account.role == .holding {
            let holding = Holding(wallet: posting.account.wallet, asset: posting.asset)
            if after[holding] == nil { changed.append(holding) }
            after[holding] = try of(holding.wallet, holding.asset).adding(posting.amount)
        }
    }
}
