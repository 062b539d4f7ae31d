import Ledger
import Market

/// A recorded transaction in the form shown to users.
package struct LoggedTransaction: Equatable, Sendable {
    /// Its number.
    package let id: TransactionID
    /// When it was recorded, in seconds since 1970-01-01 UTC.
    package let recordedAt: Int
    /// The correction that took it back, if any.
    package let correctedBy: TransactionID?
    /// The transaction that it takes back, if it is a correction.
    package let corrects: TransactionID?
    /// What happened.
    package let row: TransactionRow
}

extension LoggedTransaction {
    /// Its position in a wallet's history.
    package var position: JournalQuery.Position { JournalQuery.Position(time: row.time, id: id) }

    fileprivate init(_ record: RecordedTransaction, _ wallets: [WalletID: Wallet]) {
        self.init(
            id: record.id, recordedAt: record.recordedAt, correctedBy: record.correctedBy,
            corrects: record.transaction.corrects, row: TransactionRow(record.transaction, wallets))
    }
}

/// Which transactions of a wallet to list; all by default.
package struct TransactionFilter: Equatable, Sendable {
    /// Only transactions that change a holding of this asset.
    package var asset: AssetID?
    /// Only transactions of this kind.
    package var kind: Transaction.Kind?
    /// Only transactions on or after this day.
    package var since: Day?
    /// Only transactions up to the end of this day.
    package var until: Day?

    /// Creates a filter.
    package init(asset: AssetID? = nil, kind: Transaction.Kind? = nil, since: Day? = nil, until: Day? = nil) {
        (self.asset, self.kind, self.since, self.until) = (asset, kind, since, until)
    }
}

extension Portfolio {
    /// Returns a page of a wallet's transactions, newest first.
    ///
    /// - Parameters:
    ///   - filter: which transactions to list.
    ///   - after: the position of the last transaction on the previous page; nil for the first page.
    ///   - limit: the largest number of transactions.
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

    /// Returns a transaction of the owner.
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
    /// Those of deleted wallets that sent them coins are included, under a name made of the wallet's number (`#3`): without them
    /// the rows could not be imported, because the coins of a transfer must come from somewhere.
    package func export(_ wallets: [Wallet], _ visit: (TransactionRow) throws -> Void) async throws {
        try await exportPages(wallets) { try $0.forEach(visit) }
    }

    /// Visits the same transactions in pages of some thousand; each page waits until the previous one has been processed.
    package func exportPages(_ wallets: [Wallet], _ visit: ([TransactionRow]) async throws -> Void) async throws {
        let known = try await walletsByID()
        var exported = Set(wallets.map(\.id))
        for wallet in wallets {
            try check(wallet)
            exported.formUnion(try await journal.walletsFeeding(wallet.id).filter { known[$0] == nil })
        }
        try await pages(of: exported, upTo: newestTransaction(of: exported), before: nil) { page in
            // Wallet ids are omitted from files, since they differ in every store.
            try await visit(page.map { TransactionRow($0.transaction, known).withoutIDs })
        }
    }

    func walletsByID() async throws -> [WalletID: Wallet] {
        Dictionary(uniqueKeysWithValues: try await wallets().map { ($0.id, $0) })
    }
}
