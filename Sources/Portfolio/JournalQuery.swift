import Ledger
import Market

/// The result of recording a transaction.
package struct AppendResult: Equatable, Sendable {
    /// The transaction's number.
    package let id: TransactionID
    /// False if it had been recorded before.
    package let isNew: Bool

    package init(id: TransactionID, isNew: Bool) { (self.id, self.isNew) = (id, isNew) }
}

/// Which transactions to read, in which order.
package struct JournalQuery: Equatable, Sendable {
    /// The order of transactions.
    package enum Order: Equatable, Sendable {
        /// By time, then by place (``Ledger/RecordedTransaction/place``), then by number, earliest first.
        case oldestFirst
        /// The reverse.
        case newestFirst
    }

    /// A position in the journal's order. The number stands for the transaction's place too.
    package struct Position: Equatable, Sendable {
        /// The transaction's time, in seconds since 1970-01-01 UTC.
        package let time: Int
        /// The transaction's number.
        package let id: TransactionID

        /// Creates the position of a transaction.
        package init(_ record: RecordedTransaction) { (time, id) = (record.transaction.time, record.id) }

        /// Creates the position of a time and number, whether such a transaction exists or not.
        package init(time: Int, id: TransactionID) { (self.time, self.id) = (time, id) }
    }

    /// Only transactions that change any of these wallets.
    package var wallets: Set<WalletID>
    /// Only transactions that change a holding of this asset.
    package var asset: AssetID?
    /// Only transactions of this kind.
    package var kind: Transaction.Kind?
    /// Only transactions with all of these words, among the newest ``SearchedWord/mostRead`` of all ``wallets``; empty for all.
    package var words: [SearchedWord<Transaction.Kind>] = []
    /// Whether corrections, and the transactions that they correct, are omitted.
    package var leavesOutCorrected: Bool
    package var order: Order
    /// Only transactions after this position in the chosen order.
    package var after: Position?
    /// Only numbers up to this one, so that all pages of a read show the same state of the journal.
    package var upTo: TransactionID?
    /// Only transactions at or after this time, in seconds since 1970-01-01 UTC.
    package var since: Int?
    /// Only transactions before this time, in seconds since 1970-01-01 UTC.
    package var before: Int?
    /// The largest number of transactions.
    package var limit: Int

    /// Creates a query, by default for all transactions of wallets, oldest first.
    package init(
        wallets: Set<WalletID>, asset: AssetID? = nil, kind: Transaction.Kind? = nil, leavesOutCorrected: Bool = false,
        order: Order = .oldestFirst, after: Position? = nil, upTo: TransactionID? = nil, since: Int? = nil, before: Int? = nil,
        limit: Int = 1000
    ) {
        (self.wallets, self.asset, self.kind, self.leavesOutCorrected) = (wallets, asset, kind, leavesOutCorrected)
        (self.order, self.after, self.upTo, self.limit) = (order, after, upTo, limit)
        (self.since, self.before) = (since, before)
    }

    /// The number of rows that it reads at most, with about seven postings of each transaction; nil for a query that may pass over
    /// any number of transactions.
    var mostRows: Int? { words.isEmpty && kind == nil && upTo == nil ? min(limit, 10_000) * 8 : nil }
}
