import GRDB
import Ledger
import Market
import Store

extension Audit {
    /// Checks the wallets and their journal: each transaction adds up to zero, balances are the sums of their postings, no guarded
    /// holding was ever negative, and corrections negate what they correct.
    func journal() throws -> [Finding] { try transactions() + counts() + accounts() + corrections() + entries() }

    /// Checks that balances are the sums of their postings, and that no guarded holding was ever negative.
    private func accounts() throws -> [Finding] {
        let takenBack = try Set(
            Int64.fetchAll(
                connection,
                sql:
                    "SELECT id FROM transactions WHERE corrects IS NOT NULL UNION SELECT corrects FROM transactions WHERE corrects > 0"
            ))
        let accounts = try Row.fetchCursor(
            connection,
            sql: """
                SELECT accounts.id, balance, last_time, last_transaction, wallet, slug,
                    role = 'holding' AND NOT wallets.allows_negative, accounts.allows_negative = wallets.allows_negative
                FROM accounts JOIN assets ON assets.id = asset JOIN wallets ON wallets.id = wallet
                """)
        var findings: [Finding] = []
        while let row = try accounts.next(), findings.count < Self.limit {
            let name = "the account \(try row.decode(Int64.self, atIndex: 0)) of wallet \(try row.decode(Int64.self, atIndex: 4))"
            if let fault = try fault(of: row, takenBack) { findings.append(Self.error("\(name): \(fault)")) }
        }
        return findings
    }

    private func fault(of account: Row, _ takenBack: Set<Int64>) throws -> String? {
        guard try account.decode(Bool.self, atIndex: 7) else {
            return "it may fall below zero and its wallet may not, or the reverse"
        }
        let stored = AccountState(
            number: try account.decode(atIndex: 0), isGuarded: try account.decode(atIndex: 6),
            balance: try Quantity(stored: account.decode(atIndex: 1)), lastTime: try account.decode(atIndex: 2),
            lastTransaction: TransactionID(try account.decode(atIndex: 3)))
        let asset = try account.decode(String.self, atIndex: 5)
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT postings.time, transaction_id, amount FROM postings JOIN transactions ON transactions.id = transaction_id
                WHERE account = ? ORDER BY postings.time, \(JournalPage.place), transaction_id
                """,
            arguments: [stored.number])
        var history = AuditedHistory()
        while let row = try rows.next() {
            let (time, id) = (try row.decode(Int.self, atIndex: 0), try row.decode(Int64.self, atIndex: 1))
            let amount = try Quantity(stored: row.decode(atIndex: 2))
            guard history.add(amount, of: id, at: time, counts: !takenBack.contains(id)) else { return "a sum is too large" }
        }
        history.settle()
        guard history.balance == stored.balance else {
            return "its balance is \(stored.balance) \(asset), its postings add up to \(history.balance)"
        }
        guard history.lastTime == stored.lastTime, history.lastTransaction == stored.lastTransaction.number else {
            return "its last transaction is not \(stored.lastTransaction)"
        }
        guard !stored.isGuarded || history.lowest >= .zero else { return "it fell to \(history.lowest) \(asset)" }
        return nil
    }

    /// Checks that the lists of wallets' transactions and of transfers match the postings.
    private func entries() throws -> [Finding] {
        let posted = "SELECT DISTINCT wallet, time, transaction_id FROM postings JOIN accounts ON accounts.id = account"
        let listed = "SELECT wallet, time, transaction_id FROM wallet_transactions"
        let transferred = """
            SELECT DISTINCT target.wallet, source.wallet
            FROM transactions JOIN postings AS plus ON plus.transaction_id = transactions.id
            JOIN accounts AS target ON target.id = plus.account AND target.role = 'holding'
            JOIN postings AS minus ON minus.transaction_id = transactions.id
            JOIN accounts AS source ON source.id = minus.account AND source.role = 'holding'
            WHERE kind = 'transfer' AND substr(plus.amount, 1, 1) <> '-' AND substr(minus.amount, 1, 1) = '-'
            AND source.wallet <> target.wallet
            """
        let transfers = "SELECT to_wallet, from_wallet FROM transfers"
        return try errors("\(posted) EXCEPT \(listed)") { row in
            "transaction \(try row.decode(Int64.self, atIndex: 2)) is missing in the list of wallet \(try row.decode(Int64.self, atIndex: 0))"
        }
            + errors("\(listed) EXCEPT \(posted)") { row in
                "transaction \(try row.decode(Int64.self, atIndex: 2)) is too much in the list of wallet \(try row.decode(Int64.self, atIndex: 0))"
            }
            + errors("\(transferred) EXCEPT \(transfers)") { row in
                "the transfers from wallet \(try row.decode(Int64.self, atIndex: 1)) to \(try row.decode(Int64.self, atIndex: 0)) are not listed"
            }
    }
}

/// An account's past, added up again.
private struct AuditedHistory {
    private(set) var balance = Quantity.zero
    private(set) var lowest = Quantity.zero
    private(set) var lastTime = Int.min
    private(set) var lastTransaction: Int64 = 0
    /// The balance without corrections and corrected transactions.
    private var standing = Quantity.zero
    private var current: Int64?

    /// Adds a posting.
    ///
    /// - Returns: false if a sum is too large.
    mutating func add(_ amount: Quantity, of id: Int64, at time: Int, counts: Bool) -> Bool {
        if current != id { settle() }
        current = id
        (lastTime, lastTransaction) = (max(lastTime, time), max(lastTransaction, id))
        do {
            balance = try balance.adding(amount)
            if counts { standing = try standing.adding(amount) }
        } catch {
            return false
        }
        return true
    }

    /// Ends a transaction, whose postings count as one change.
    mutating func settle() { lowest = min(lowest, standing) }
}
