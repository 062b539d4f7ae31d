import GRDB
import Ledger
import Market
import Store

/// What an import reads of an owner's journal, within the SQL transaction that records its rows.
package struct RecordedState {
    private let owner: String
    private let connection: Connection
    private let byKey: Statement
    private let accounts: AccountNames
    private let last = LastFound()

    /// What was found under the last key: two questions about each row follow each other.
    private final class LastFound {
        var answer: (key: String, transaction: Transaction?)?
    }

    init(of owner: String, in connection: Connection) throws {
        (self.owner, self.connection) = (owner, connection)
        byKey = try JournalStatements(connection).byKey
        accounts = AccountNames(connection)
    }

    /// Returns the transaction recorded under a key; nil if there is none. Nothing is recorded while an import reads.
    package func transaction(key: String) throws -> Transaction? {
        if let answer = last.answer, answer.key == key { return answer.transaction }
        let found = try RecordedTransaction.fetch(key: key, of: owner, in: connection, accounts)?.transaction
        last.answer = (key, found)
        return found
    }

    /// Whether a transaction was recorded under a key, even if it was taken back.
    func isRecorded(key: String) throws -> Bool {
        try byKey.storedValue([owner, key]) as Int64? != nil
    }

    /// Returns the transactions of a wallet with one of the beginnings of the key within a range of times, those that were taken back too.
    func transactions(of wallet: WalletID, in times: ClosedRange<Int>, keyStarts: [String]) throws -> [Transaction] {
        let statement = try connection.cachedStatement(
            sql: "SELECT transaction_id FROM wallet_transactions WHERE wallet = ? AND time BETWEEN ? AND ?")
        let ids = try statement.storedRows([wallet.number, times.lowerBound, times.upperBound]).map {
            TransactionID(try $0.decode(atIndex: 0) as Int64)
        }
        guard !ids.isEmpty else { return [] }
        return try RecordedTransaction.fetch(ids, upTo: nil, in: connection, accounts).map(\.transaction)
            .filter { transaction in keyStarts.contains(where: transaction.key.hasPrefix) }
    }

    /// Returns the transactions with a beginning of the key, those that were taken back too.
    func transactions(keyStart: String) throws -> [Transaction] {
        let statement = try connection.cachedStatement(sql: "SELECT id FROM transactions WHERE owner = ? AND key BETWEEN ? AND ?")
        let ids = try statement.storedRows([owner, keyStart, keyStart + "\u{10FFFF}"]).map {
            TransactionID(try $0.decode(atIndex: 0) as Int64)
        }
        return try RecordedTransaction.fetch(ids, upTo: nil, in: connection, accounts).map(\.transaction)
    }

    /// Returns the changes of a holding from a time on.
    ///
    /// - Returns: nil if the holding may become negative, and for wallets whose new rows are refused later: deleted ones, those of
    ///   another owner and of a simulated account.
    func history(of holding: ProvisionalBalances.Holding, from time: Int) throws -> HoldingHistory? {
        let rule = try connection.cachedStatement(
            sql: """
                SELECT allows_negative FROM wallets
                WHERE id = ? AND owner = ? AND kind = 'recorded' AND deleted_at IS NULL
                """)
        guard try rule.storedValue([holding.wallet.number, owner]) as Int64? == 0 else { return nil }
        let account = try connection.cachedStatement(
            sql: """
                SELECT id, balance FROM accounts
                WHERE wallet = ? AND role = 'holding' AND asset = (SELECT id FROM assets WHERE slug = ?)
                """
        ).storedRow([holding.wallet.number, holding.asset.description])
        guard let account else { return HoldingHistory(before: .zero, changes: []) }
        let balance = try Quantity(stored: account.decode(atIndex: 1))
        let changes = try AccountHistory.changes(of: account.decode(atIndex: 0), from: time, in: connection)
        return HoldingHistory(
            before: try changes.reduce(balance) { try $0.subtracting($1.amount) }, changes: changes.map { ($0.time, $0.amount) })
    }
}

/// The recorded changes of a holding from a time on.
struct HoldingHistory {
    /// The balance before that time.
    let before: Quantity
    /// One change for each transaction, in the journal's order, without corrections and corrected transactions.
    let changes: [(time: Int, amount: Quantity)]
}
