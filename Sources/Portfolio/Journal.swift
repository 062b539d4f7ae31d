import Ledger
import Market

extension Portfolio {
    /// Returns the wallets whose lots may have reached any wallet of a group, and the newest number of their transactions.
    ///
    /// Another process may record a transfer from another wallet between two reads. They are therefore repeated until nothing has
    /// changed, so that all transfers up to that number are known.
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

    /// Visits the transactions of wallets in journal order, without corrections and corrected ones, page by page: memory does not
    /// grow with the journal.
    ///
    /// - Parameters:
    ///   - wallets: visits transactions that change any of them.
    ///   - start: only transactions at or after this time, in seconds since 1970-01-01 UTC; nil for all.
    ///   - end: only transactions before this time, in seconds since 1970-01-01 UTC; nil for all.
    ///   - visit: called with each transaction.
    func replay(
        _ wallets: Set<WalletID>, since start: Int? = nil, before end: Int? = nil, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        let newest = try await newestTransaction(of: wallets)
        try await pages(of: wallets, upTo: newest, since: start, before: end) { try $0.forEach(visit) }
    }

    /// Visits transactions up to a number, that is, the journal when this number was the newest; visits none for nil.
    func replay(
        _ wallets: Set<WalletID>, upTo newest: TransactionID?, before end: Int?, _ visit: (RecordedTransaction) throws -> Void
    ) async throws {
        try await pages(of: wallets, upTo: newest, before: end) { try $0.forEach(visit) }
    }

    /// Visits the same transactions, a page at a time.
    func pages(
        of wallets: Set<WalletID>, upTo newest: TransactionID?, since start: Int? = nil, before end: Int?,
        _ visit: ([RecordedTransaction]) async throws -> Void
    ) async throws {
        guard let newest else { return }
        // Numbers only increase, so all pages show the same state.
        var query = JournalQuery(wallets: wallets, leavesOutCorrected: true, upTo: newest, since: start, before: end, limit: 4096)
        while true {
            let page = try await journal.transactions(query)
            try await visit(page)
            guard page.count == query.limit, let last = page.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }
}
