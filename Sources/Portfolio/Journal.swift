import Ledger
import Market

extension Portfolio {
    /// The wallets whose lots may have reached a wallet, and the newest number of their transactions.
    ///
    /// Another process may record a transfer from one more wallet between two readings: they are read until nothing came between, so
    /// that all transfers up to that number are known.
    func feeding(_ wallet: Wallet) async throws -> (wallets: Set<WalletID>, newest: TransactionID?) {
        var wallets = try await repositories.journal.walletsFeeding(wallet.id)
        while true {
            let newest = try await newestTransaction(of: wallets)
            let again = try await repositories.journal.walletsFeeding(wallet.id)
            if again == wallets { return (wallets, newest) }
            wallets = again
        }
    }

    func newestTransaction(of wallets: Set<WalletID>) async throws -> TransactionID? {
        var newest: TransactionID?
        for wallet in wallets {
            guard let last = try await repositories.journal.lastTransaction(of: wallet) else { continue }
            newest = max(newest ?? last, last)
        }
        return newest
    }

    /// Visits the transactions of wallets that count, in journal order, a page at a time: memory does not grow with the journal.
    ///
    /// - Parameters:
    ///   - wallets: transactions that change any of them.
    ///   - end: only what happened before it, seconds since 1970-01-01 UTC; nil for all.
    ///   - visit: gets each transaction; corrections, and what they correct, are left out.
    func replay(
        _ wallets: Set<WalletID>, before end: Int? = nil, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        try await replay(wallets, upTo: newestTransaction(of: wallets), before: end, visit)
    }

    /// The same up to a number, as the journal was when that was the newest; nothing for nil.
    func replay(
        _ wallets: Set<WalletID>, upTo newest: TransactionID?, before end: Int?, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        try await pages(of: wallets, upTo: newest, before: end) { try $0.forEach(visit) }
    }

    /// The same, a page at a time.
    func pages(
        of wallets: Set<WalletID>, upTo newest: TransactionID?, before end: Int?,
        _ visit: ([RecordedTransaction]) async throws -> Void
    ) async throws {
        guard let newest else { return }
        // Numbers only grow, so that all pages are of one state.
        var query = JournalQuery(wallets: wallets, leavesOutCorrected: true, upTo: newest, before: end, limit: 4096)
        while true {
            let page = try await repositories.journal.transactions(query)
            try await visit(page)
            guard page.count == query.limit, let last = page.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }
}
