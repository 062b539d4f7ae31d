import Ledger
import Market

extension Portfolio {
    /// The wallets whose lots may have reached any of these wallets, and the newest number of their transactions.
    ///
    /// Another process may record a transfer from one more wallet between two readings: they are read until nothing came between, so
    /// that all transfers up to that number are known.
    func feeding(_ group: WalletGroup) async throws -> (wallets: Set<WalletID>, newest: TransactionID?) {
        var wallets = try await walletsFeeding(group)
        while true {
            let newest = try await newestTransaction(of: wallets)
            let again = try await walletsFeeding(group)
            if again == wallets { return (wallets, newest) }
            wallets = again
        }
    }

    private func walletsFeeding(_ group: WalletGroup) async throws -> Set<WalletID> {
        var wallets: Set<WalletID> = []
        for wallet in group.wallets where !wallets.contains(wallet.id) {
            wallets.formUnion(try await journal.walletsFeeding(wallet.id))
        }
        return wallets
    }

    func newestTransaction(of wallets: Set<WalletID>) async throws -> TransactionID? {
        var newest: TransactionID?
        for wallet in wallets {
            guard let last = try await journal.lastTransaction(of: wallet) else { continue }
            newest = max(newest ?? last, last)
        }
        return newest
    }

    /// Visits the transactions of wallets that count, in journal order, a page at a time: memory does not grow with the journal.
    ///
    /// - Parameters:
    ///   - wallets: transactions that change any of them.
    ///   - start: only what happened at it or later, seconds since 1970-01-01 UTC; nil for all.
    ///   - end: only what happened before it, seconds since 1970-01-01 UTC; nil for all.
    ///   - visit: gets each transaction; corrections, and what they correct, are left out.
    func replay(
        _ wallets: Set<WalletID>, since start: Int? = nil, before end: Int? = nil, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        let newest = try await newestTransaction(of: wallets)
        try await pages(of: wallets, upTo: newest, since: start, before: end) { try $0.forEach(visit) }
    }

    /// The same up to a number, as the journal was when that was the newest; nothing for nil.
    func replay(
        _ wallets: Set<WalletID>, upTo newest: TransactionID?, before end: Int?, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        try await pages(of: wallets, upTo: newest, before: end) { try $0.forEach(visit) }
    }

    /// The same, a page at a time.
    func pages(
        of wallets: Set<WalletID>, upTo newest: TransactionID?, since start: Int? = nil, before end: Int?,
        _ visit: ([RecordedTransaction]) async throws -> Void
    ) async throws {
        guard let newest else { return }
        // Numbers only grow, so that all pages are of one state.
        var query = JournalQuery(wallets: wallets, leavesOutCorrected: true, upTo: newest, since: start, before: end, limit: 4096)
        while true {
            let page = try await journal.transactions(query)
            try await visit(page)
            guard page.count == query.limit, let last = page.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }
}
