import JSONText
import Ledger
import Market

/// Recorded transactions as JSON. Amounts are strings, exact to 18 decimal places.
package enum TransactionJSON {
    /// Returns a page of transactions, and a line break.
    package static func document(_ transactions: some Sequence<LoggedTransaction>) -> String {
        JSONWriter.document { writer in
            writer.object { writer in writer.member("transactions", transactions) { members(of: $0, &$1) } }
        }
    }

    /// Writes the members of a transaction.
    package static func members(of logged: LoggedTransaction, _ writer: inout JSONWriter) {
        writer.member("id", Int(logged.id.number))
        members(of: logged.row, &writer)
        writer.member("recorded_at", MomentText.iso(logged.recordedAt))
        if let id = logged.corrects { writer.member("corrects", Int(id.number)) }
        if let id = logged.correctedBy { writer.member("corrected_by", Int(id.number)) }
    }

    /// Writes the members of a row, with the ids of its wallets.
    static func members(of row: TransactionRow, _ writer: inout JSONWriter) {
        TransactionFile.describe(row, &writer)
        writer.member("wallet_id", row.walletID)
        if row.target != nil { writer.member("to_id", row.targetID) }
    }
}
