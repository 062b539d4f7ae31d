import GRDB
import Ledger
import Market

/// Options of an audit.
package struct AuditOptions: Equatable, Sendable {
    /// The current day, for checking the age of candles; nil to skip that check.
    package var today: Day?
    /// Candles are stale if the newest is more than this many days before ``today``.
    package var staleAfterDays: Int

    /// Creates options.
    package init(today: Day?, staleAfterDays: Int = 3) { (self.today, self.staleAfterDays) = (today, staleAfterDays) }
}

extension Store {
    /// Checks everything in one consistent state of the file:
    ///
    /// - SQLite's pages and indexes are intact,
    /// - each transaction adds up to zero,
    /// - balances are the sums of their postings,
    /// - no guarded holding was ever negative,
    /// - corrections negate what they correct,
    /// - simulated accounts hold what their open orders and withdrawals hold, and their amounts are such as trading stores,
    /// - names of assets do not clash,
    /// - candles are complete and current.
    ///
    /// Reads row by row: memory does not grow with the journal.
    ///
    /// - Returns: errors first; at most 20 of each kind.
    /// - Throws: ``StorageError`` if the file cannot be read at all.
    package func audit(_ options: AuditOptions) async throws -> [Finding] {
        try await read { try Audit(connection: $0).findings(options) }
    }
}

/// One pass over a file.
struct Audit {
    /// The most findings of one kind; more add no information.
    static let limit = 20
    private static let restore = "put a backup in its place: closecast restore FILE"

    let connection: Connection

    func findings(_ options: AuditOptions) throws -> [Finding] {
        let damage = try structure()
        // On damaged pages the other checks would report the same fault in many ways, and might read wrong data.
        guard damage.isEmpty else { return damage }
        return try foreignKeys() + transactions() + counts() + accounts() + corrections() + entries() + trading() + names()
            + paperMatches() + candles(options)
    }

    static func error(_ what: String) -> Finding { Finding(.error, what, remedy: restore) }

    /// Returns an error for each row of a query, in order.
    func errors(_ sql: String, _ text: (Row) throws -> String) throws -> [Finding] {
        let rows = try Row.fetchCursor(connection, sql: "\(sql) LIMIT \(Self.limit)")
        var findings: [Finding] = []
        while let row = try rows.next() { findings.append(Self.error(try text(row))) }
        return findings
    }

    private func structure() throws -> [Finding] {
        let lines = try String.fetchAll(connection, sql: "PRAGMA integrity_check(\(Self.limit))")
        return lines == ["ok"] ? [] : lines.map { Self.error("SQLite finds: \($0)") }
    }

    private func foreignKeys() throws -> [Finding] {
        try Row.fetchAll(connection, sql: "PRAGMA foreign_key_check").prefix(Self.limit).map { row in
            Self.error("a row of \(try row.decode(String.self, atIndex: 0)) has no \(try row.decode(String.self, atIndex: 2))")
        }
    }

    /// Checks that each transaction adds up to zero, and that its postings have its time.
    private func transactions() throws -> [Finding] {
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

    /// Checks the counts of transactions, by which quotas are kept.
    private func counts() throws -> [Finding] {
        try errors(
            """
            SELECT id FROM owners WHERE transaction_count <> (
                SELECT count(*) FROM transactions WHERE owner = owners.id AND substr(key, 1, 8) <> 'trading/')
            """
        ) { "the count of transactions of owner \(try $0.decode(String.self, atIndex: 0)) is wrong" }
    }

    /// Checks that each paper match has a coin.
    private func paperMatches() throws -> [Finding] {
        try errors("SELECT id FROM paper_matches WHERE NOT EXISTS (SELECT 1 FROM paper_match_coins WHERE match = position)") {
            "paper match \(try $0.decode(String.self, atIndex: 0)) has no coins"
        }
    }

    /// Checks that each correction negates every posting of what it corrects, and that no correction is itself corrected.
    private func corrections() throws -> [Finding] {
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
