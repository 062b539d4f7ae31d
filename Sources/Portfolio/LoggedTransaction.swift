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
    /// Whether the quantity of ``row`` leaves the row's wallet.
    package let isOutgoing: Bool
    /// What happened.
    package let row: TransactionRow
}

extension LoggedTransaction {
    /// Its position in a wallet's history.
    package var position: JournalQuery.Position { JournalQuery.Position(time: row.time, id: id) }

    init(_ record: RecordedTransaction, _ wallets: [WalletID: Wallet]) {
        self.init(
            id: record.id, recordedAt: record.recordedAt, correctedBy: record.correctedBy,
            corrects: record.transaction.corrects, isOutgoing: TransactionRow.mainPosting(record.transaction).amount < .zero,
            row: TransactionRow(record.transaction, wallets))
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

    package init(asset: AssetID? = nil, kind: Transaction.Kind? = nil, since: Day? = nil, until: Day? = nil) {
        (self.asset, self.kind, self.since, self.until) = (asset, kind, since, until)
    }
}
