import Ledger
import Market

/// A recorded transaction as people read it.
package struct LoggedTransaction: Equatable, Sendable {
    /// Its number.
    package let id: TransactionID
    /// When it was recorded: seconds since 1970-01-01 UTC.
    package let recordedAt: Int
    /// The correction that took it back.
    package let correctedBy: TransactionID?
    /// The transaction that it takes back.
    package let corrects: TransactionID?
    /// What happened.
    package let row: TransactionRow
}

extension LoggedTransaction {
    /// Where it stands in a wallet's history.
    package var position: JournalQuery.Position { JournalQuery.Position(time: row.time, id: id) }

    fileprivate init(_ record: RecordedTransaction, _ wallets: [WalletID: Wallet]) {
        self.init(
            id: record.id, recordedAt: record.recordedAt, correctedBy: record.correctedBy,
            corrects: record.transaction.corrects, row: TransactionRow(record.transaction, wallets))
    }
}

/// Which transactions of a wallet to list; all where nothing is said.
package struct TransactionFilter: Equatable, Sendable {
    /// Only those that change the holding of it.
    package var asset: AssetID?
    /// Only those of that kind.
    package var kind: Transaction.Kind?
    /// Only those of that day and later ones.
    package var since: Day?
    /// Only those up to the end of that day.
    package var until: Day?

    /// A filter.
    package init(asset: AssetID? = nil, kind: Transaction.Kind? = nil, since: Day? = nil, until: Day? = nil) {
        (self.asset, self.kind, self.since, self.until) = (asset, kind, since, until)
    }
}

extension Portfolio {
    /// A page of a wallet's transactions, the newest first.
    ///
    /// - Parameters:
    ///   - filter: which of them.
    ///   - after: only what comes after it in that order; nil for the first page.
    ///   - limit: at most so many.
    package func history(
        of wallet: Wallet, _ filter: TransactionFilter = TransactionFilter(), after: JournalQuery.Position? = nil, limit: Int
    ) async throws -> [LoggedTransaction] {
        try check(wallet)
        let query = JournalQuery(
            wallets: [wallet.id], asset: filter.asset, kind: filter.kind, order: .newestFirst, after: after,
            since: filter.since.map { $0.daysSince1970 * 86_400 }, before: filter.until.map { ($0 + 1).daysSince1970 * 86_400 },
            limit: limit)
        let wallets = try await walletsByID()
        return try await journal.transactions(query).map { LoggedTransaction($0, wallets) }
    }

    /// One transaction of the owner.
    ///
    /// - Throws: ``PortfolioError/noSuchTransaction(_:)``.
    package func transaction(_ id: TransactionID) async throws -> LoggedTransaction {
        guard let record = try await journal.transaction(id, of: owner) else {
            throw PortfolioError.noSuchTransaction(id)
        }
        return LoggedTransaction(record, try await walletsByID())
    }

    /// Visits all transactions of wallets that count, oldest first, each once.
    ///
    /// Those of deleted wallets that fed them come along, under a name made of the wallet's number (`#3`): without them the rows could
    /// not be imported, since what a transfer brings has to come from somewhere.
    package func export(_ wallets: [Wallet], _ visit: (TransactionRow) throws -> Void) async throws {
        try await exportPages(wallets) { try $0.forEach(visit) }
    }

    /// The same, some thousand at a time: each page waits until the one before it was taken.
    package func exportPages(_ wallets: [Wallet], _ visit: ([TransactionRow]) async throws -> Void) async throws {
        let known = try await walletsByID()
        var exported = Set(wallets.map(\.id))
        for wallet in wallets {
            try check(wallet)
            exported.formUnion(try await journal.walletsFeeding(wallet.id).filter { known[$0] == nil })
        }
        try await pages(of: exported, upTo: newestTransaction(of: exported), before: nil) { page in
            // Another store's wallets have other ids: a file has none.
            try await visit(page.map { TransactionRow($0.transaction, known).withoutIDs })
        }
    }

    func walletsByID() async throws -> [WalletID: Wallet] {
        Dictionary(uniqueKeysWithValues: try await wallets().map { ($0.id, $0) })
    }
}
