import Ledger
import Market

/// Lists and exports an owner's recorded transactions.
package struct TransactionLog: Sendable {
    private let wallets: OwnedWallets
    private let journal: Journal

    init(_ wallets: OwnedWallets, _ journal: Journal) { (self.wallets, self.journal) = (wallets, journal) }

    /// Returns a page of a wallet's transactions, newest first.
    ///
    /// - Parameters:
    ///   - filter: which transactions to list.
    ///   - after: the position of the last transaction on the previous page; nil for the first page.
    ///   - limit: the largest number of transactions.
    package func page(
        of wallet: Wallet, _ filter: TransactionFilter = TransactionFilter(), after: JournalQuery.Position? = nil, limit: Int
    ) async throws -> [LoggedTransaction] {
        try wallets.check(wallet)
        let query = JournalQuery(
            wallets: [wallet.id], asset: filter.asset, kind: filter.kind, order: .newestFirst, after: after,
            since: filter.since.map { $0.daysSince1970 * 86_400 }, before: filter.until.map { ($0 + 1).daysSince1970 * 86_400 },
            limit: limit)
        let known = try await wallets.byID()
        return try await journal.store.transactions(query).map { LoggedTransaction($0, known) }
    }

    /// Returns the newest transactions of wallets with all of the words, without those that were taken back.
    ///
    /// - Complexity: reads at most the newest ``SearchedWord/mostRead`` transactions, after the times of all.
    package func found(in group: WalletGroup, _ words: [SearchedWord<Transaction.Kind>], limit: Int) async throws
        -> [LoggedTransaction]
    {
        try wallets.check(group)
        guard !words.isEmpty else { return [] }
        var query = JournalQuery(wallets: group.ids, leavesOutCorrected: true, order: .newestFirst, limit: limit)
        query.words = words
        let known = try await wallets.byID()
        return try await journal.store.transactions(query).map { LoggedTransaction($0, known) }
    }

    /// Returns a transaction of the owner.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    package func transaction(_ id: TransactionID) async throws -> LoggedTransaction {
        LoggedTransaction(try await journal.record(id), try await wallets.byID())
    }

    /// Returns the purchases and sales of an asset in wallets, newest first, without those that were taken back. Coins that came in
    /// at a cost count as bought.
    ///
    /// - Parameter limit: the largest number of transactions to read.
    package func trades(
        of asset: AssetID, in group: WalletGroup, limit: Int
    ) async throws -> [(time: Int, isPurchase: Bool)] {
        try wallets.check(group)
        let query = JournalQuery(
            wallets: group.ids, asset: asset, leavesOutCorrected: true, order: .newestFirst, limit: limit)
        return try await journal.store.transactions(query).compactMap { record in
            let transaction = record.transaction
            switch transaction.kind {
            case .buy: return (transaction.time, true)
            case .deposit where transaction.value != nil: return (transaction.time, true)
            case .sell: return (transaction.time, false)
            case .swap: return (transaction.time, TransactionRow(transaction, [:]).received?.asset == asset)
            default: return nil
            }
        }
    }

    /// Visits all transactions of wallets that count, oldest first, each once.
    ///
    /// Transactions of deleted wallets that sent them coins are included, under a name made of the wallet's number (`#3`): without
    /// them, the rows could not be imported, because the transferred coins would have no source.
    package func export(_ chosen: [Wallet], _ visit: (TransactionRow) throws -> Void) async throws {
        try await exportPages(chosen) { try $0.forEach(visit) }
    }

    /// Visits the same transactions in pages of some thousand; each page waits until the previous one has been processed.
    package func exportPages(_ chosen: [Wallet], _ visit: ([TransactionRow]) async throws -> Void) async throws {
        let known = try await wallets.byID()
        var exported = Set(chosen.map(\.id))
        for wallet in chosen {
            try wallets.check(wallet)
            exported.formUnion(try await journal.store.walletsFeeding([wallet.id]).wallets.filter { known[$0] == nil })
        }
        try await journal.pages(of: exported, upTo: journal.store.lastTransaction(of: exported), before: nil) { page in
            // Wallet ids are omitted from files, since they differ in every store.
            try await visit(page.map { TransactionRow($0.transaction, known).withoutIDs })
        }
    }

    /// Visits the transactions of wallets in journal order, without corrections and corrected ones.
    package func replay(_ group: WalletGroup, _ visit: (RecordedTransaction) throws -> Void) async throws {
        try wallets.check(group)
        try await journal.replay(group.ids, visit)
    }

    /// Returns how a report's day relates to the transactions of wallets, without those that were taken back.
    ///
    /// - Parameters:
    ///   - day: the day whose closes the report uses.
    ///   - includesLater: whether its figures include later transactions, as in a report of now.
    package func timing(of group: WalletGroup, day: Day, includesLater: Bool) async throws -> ReportTiming {
        try wallets.check(group)
        var later: LaterTransactions?
        try await journal.replay(group.ids, since: (day + 1).daysSince1970 * 86_400) { record in
            if later == nil {
                later = LaterTransactions(record, areIncluded: includesLater)
            } else {
                later?.add(record)
            }
        }
        return ReportTiming(firstDay: try await journal.firstDay(of: group), later: later)
    }
}
