import GRDB
import Ledger
import Market
import Store

/// Finds the transaction numbers of a page, by merging one ordered index for each wallet. A search reads the newest transactions of all
/// wallets at once.
enum JournalPage {
    /// A position in the journal's order.
    private struct Place: Comparable {
        let time: Int
        let place: Int64
        let id: Int64

        static func < (left: Place, right: Place) -> Bool {
            (left.time, left.place, left.id) < (right.time, right.place, right.id)
        }
    }

    /// SQL: the number by which a row of `transactions` is ordered among those of its time.
    static let place = "ifnull(transactions.place, transactions.id)"

    static func ids(_ query: JournalQuery, in connection: Connection) throws -> [TransactionID] {
        let wallets = query.wallets.sorted()
        let sources = query.words.isEmpty ? wallets.map { source(of: $0, query.asset) } : [newest(of: wallets)]
        // The cursors of several wallets need a statement each.
        let isKept = sources.count == 1 && query.words.isEmpty
        let cursors = try sources.map { try entries($0, query, isKept: isKept, in: connection) }
        let isBefore: (Place, Place) -> Bool = query.order == .oldestFirst ? { $0 < $1 } : { $0 > $1 }
        var heads = try cursors.map { try next($0) }
        var places: [Place] = []
        while places.count < query.limit {
            guard let first = heads.indices.filter({ heads[$0] != nil }).min(by: { isBefore(heads[$0]!, heads[$1]!) }) else {
                break
            }
            // A transfer is listed in two wallets.
            if places.last != heads[first] { places.append(heads[first]!) }
            heads[first] = try next(cursors[first])
        }
        return places.map { TransactionID($0.id) }
    }

    private static func next(_ cursor: RowCursor) throws -> Place? {
        guard let row = try cursor.next() else { return nil }
        return Place(time: try row.decode(atIndex: 0), place: try row.decode(atIndex: 2), id: try row.decode(atIndex: 1))
    }

    private static func entries(
        _ source: Source, _ query: JournalQuery, isKept: Bool, in connection: Connection
    ) throws -> RowCursor {
        // CROSS JOIN keeps the order of the tables: an index has the entries by time, so that only those of one time are sorted.
        var sql = """
            SELECT\(source.repeats ? " DISTINCT" : "") entry.time, transaction_id, \(place)
            FROM \(source.entries) AS entry CROSS JOIN transactions ON transactions.id = transaction_id WHERE \(source.condition)
            """
        var arguments = source.arguments
        for word in query.words {
            sql += " AND (\(condition(of: word)))"
            arguments += [word.text, word.text]
        }
        if let after = query.after {
            sql += " AND (entry.time, \(place), transaction_id) \(query.order == .oldestFirst ? ">" : "<")"
            // A position of no transaction is that of its number.
            sql += " (?, ifnull((SELECT \(place) FROM transactions WHERE id = ?), ?), ?)"
            arguments += [after.time, after.id.number, after.id.number, after.id.number]
        }
        if let since = query.since {
            sql += " AND entry.time >= ?"
            arguments += [since]
        }
        if let before = query.before {
            sql += " AND entry.time < ?"
            arguments += [before]
        }
        if let upTo = query.upTo {
            sql += " AND transaction_id <= ?"
            arguments += [upTo.number]
        }
        if let kind = query.kind {
            sql += " AND kind = ?"
            arguments += [kind.rawValue]
        }
        if query.leavesOutCorrected {
            sql += " AND \(standing)"
            arguments += [query.upTo?.number ?? Int64.max]
        }
        let direction = query.order == .oldestFirst ? "" : " DESC"
        sql += " ORDER BY entry.time\(direction), \(place)\(direction), transaction_id\(direction) LIMIT ?"
        arguments += [query.limit]
        let statement = try isKept ? connection.cachedStatement(sql: sql) : connection.makeStatement(sql: sql)
        return try Row.fetchCursor(statement, arguments: arguments)
    }

    /// Where entries with `time` and `transaction_id` are read.
    private struct Source {
        /// A table, or a query in parentheses.
        let entries: String
        /// Whether a transaction may have several entries.
        let repeats: Bool
        let condition: String
        let arguments: StatementArguments
    }

    /// Returns the source of a wallet's entries. For an asset these are the postings of its holding, with several postings of a
    /// transaction as one entry.
    private static func source(of wallet: WalletID, _ asset: AssetID?) -> Source {
        guard let asset else {
            return Source(entries: "wallet_transactions", repeats: false, condition: "wallet = ?", arguments: [wallet.number])
        }
        return Source(
            entries: "postings", repeats: true,
            condition: """
                account = (
                    SELECT id FROM accounts WHERE wallet = ? AND role = 'holding'
                    AND asset = (SELECT id FROM assets WHERE slug = ?))
                """,
            arguments: [wallet.number, asset.description])
    }

    /// Returns the source of the entries that a search reads: the newest of all wallets, with a transfer between two as one entry.
    ///
    /// SQLite sorts the times of all entries, which takes 0.02 s for 100,000 of them. Their texts take ten times as long.
    private static func newest(of wallets: [WalletID]) -> Source {
        let numbers = wallets.map { "\($0.number)" }.joined(separator: ", ")
        return Source(
            entries: """
                (SELECT time, transaction_id FROM wallet_transactions WHERE wallet IN (\(numbers))
                ORDER BY time DESC, transaction_id DESC LIMIT \(SearchedWord<Transaction.Kind>.mostRead))
                """,
            repeats: true, condition: "TRUE", arguments: [])
    }

    /// A condition: the transaction has the word.
    private static func condition(of word: SearchedWord<Transaction.Kind>) -> String {
        """
        \(word.condition(note: "note", kind: "kind")) OR \(word.condition(label: "label")) OR EXISTS (
            SELECT 1 FROM postings JOIN accounts ON accounts.id = account
            WHERE postings.transaction_id = transactions.id AND role = 'holding'
            AND asset IN (\(SearchedWord<Transaction.Kind>.coins)))
        """
    }

    /// A condition: the transaction is not a correction, and no correction up to a given number reverses it.
    private static let standing = """
        transactions.corrects IS NULL
        AND NOT EXISTS (SELECT 1 FROM transactions AS later WHERE later.corrects = transaction_id AND later.id <= ?)
        """
}
