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

    /// Returns the changes of the holdings of wallets; wallets that have been deleted since are omitted.
    func effects(in wallets: [WalletID: Wallet], _ prices: ClosePrices) async throws -> [PreparedOrder.Effect] {
        let assets = try await prices.assets(changed.map(\.asset))
        return changed.filter { wallets[$0.wallet] != nil }.map { change in
            PreparedOrder.Effect(
                wallet: wallets[change.wallet]!, asset: assets[change.asset]!,
                before: before[change.wallet]?[change.asset] ?? .zero, after: of(change.wallet, change.asset))
        }
    }
}
