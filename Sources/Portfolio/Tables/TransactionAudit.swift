import GRDB
import Ledger
import Store

extension Audit {
    /// Checks that each transaction adds up to zero, and that its postings have its time.
    func transactions() throws -> [Finding] {
        var findings = try errors(
            """
            SELECT id FROM transactions
            WHERE NOT EXISTS (SELECT 1 FROM postings WHERE transaction_id = transactions.id AND postings.time = transactions.time)
            """
        ) { "transaction \(try $0.decode(Int64.self, atIndex: 0)) has no postings of its time" }
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT transaction_id, asset, amount FROM postings JOIN accounts ON accounts.id = account
                ORDER BY transaction_id, position
                """)
        var sums = RunningSums()
        while let row = try rows.next(), findings.count < Self.limit {
            let id = try row.decode(Int64.self, atIndex: 0)
            if let bad = sums.begin(id) { findings.append(Self.error("transaction \(bad) does not add up to zero")) }
            sums.add(try Quantity(stored: row.decode(atIndex: 2)), to: try row.decode(atIndex: 1))
        }
        if let bad = sums.begin(nil) { findings.append(Self.error("transaction \(bad) does not add up to zero")) }
        return findings
    }

    /// Checks the counts of transactions, on which quotas are based.
    func counts() throws -> [Finding] {
        try errors(
            """
            SELECT id FROM owners WHERE transaction_count <> (
                SELECT count(*) FROM transactions WHERE owner = owners.id AND substr(key, 1, 8) <> 'trading/')
            """
        ) { "the count of transactions of owner \(try $0.decode(String.self, atIndex: 0)) is wrong" }
    }

    /// Checks that each correction negates every posting of what it corrects, and that no correction is itself corrected.
    func corrections() throws -> [Finding] {
        let chains = try errors(
            """
            SELECT later.id FROM transactions AS later JOIN transactions AS first ON first.id = later.corrects
            WHERE first.corrects IS NOT NULL OR first.owner <> later.owner
            """
        ) { "transaction \(try $0.decode(Int64.self, atIndex: 0)) corrects what it may not" }
        let rows = try Row.fetchCursor(
            connection,
            sql: """
                SELECT later.id, mine.amount, theirs.amount
                FROM transactions AS later
                JOIN postings AS mine ON mine.transaction_id = later.id
                LEFT JOIN postings AS theirs ON theirs.transaction_id = later.corrects
                    AND theirs.position = mine.position AND theirs.account = mine.account
                WHERE later.corrects IS NOT NULL
                """)
        var bad: [Int64] = []
        while let row = try rows.next(), bad.count < Self.limit {
            let mine = try Quantity(stored: row.decode(atIndex: 1))
            let theirs = try row.decode(String?.self, atIndex: 2).map(Quantity.init(stored:))
            let id = try row.decode(Int64.self, atIndex: 0)
            if theirs?.units != 0 &- mine.units, bad.last != id { bad.append(id) }
        }
        let shorter = try errors(
            """
            SELECT later.id FROM transactions AS later WHERE corrects IS NOT NULL
            AND (SELECT count(*) FROM postings WHERE transaction_id = later.id)
                <> (SELECT count(*) FROM postings WHERE transaction_id = later.corrects)
            """
        ) { "transaction \(try $0.decode(Int64.self, atIndex: 0)) corrects a part only" }
        return chains + bad.map { Self.error("transaction \($0) does not negate what it corrects") } + shorter
    }
}

/// Sums for each asset, over one transaction after another.
private struct RunningSums {
    private var current: Int64?
    private var sums: [Int64: Quantity] = [:]
    private var isTooLarge = false

    mutating func add(_ amount: Quantity, to asset: Int64) {
        do { sums[asset] = try (sums[asset] ?? .zero).adding(amount) } catch { isTooLarge = true }
    }

    /// Starts the next transaction.
    ///
    /// - Returns: the previous transaction, if it does not add up to zero.
    mutating func begin(_ id: Int64?) -> Int64? {
        guard id != current else { return nil }
        let bad = isTooLarge || sums.values.contains { $0 != .zero } ? current : nil
        (current, isTooLarge) = (id, false)
        sums.removeAll(keepingCapacity: true)
        return bad
    }
}
