import GRDB
import Ledger
import Market
import Store

/// Finds the transaction numbers of a page, by merging one ordered index for each wallet.
enum JournalPage {
    /// A position in the journal's order.
    private struct Place: Comparable {
        let time: Int
        let id: Int64

        static func < (left: Place, right: Place) -> Bool { (left.time, left.id) < (right.time, right.id) }
    }

    static func ids(_ query: JournalQuery, in connection: Connection) throws -> [TransactionID] {
        let cursors = try query.wallets.sorted().map { try entries(of: $0, query, in: connection) }
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
        return Place(time: try row.decode(atIndex: 0), id: try row.decode(atIndex: 1))
    }

    private static func entries(of wallet: WalletID, _ query: JournalQuery, in connection: Connection) throws -> RowCursor {
        var (sql, arguments) = query.words.isEmpty ? source(of: wallet, query.asset) : newest(of: wallet)
        for word in query.words {
            sql += " AND EXISTS (\(transactions(with: word)))"
            arguments += [word.text, word.text]
        }
        if let after = query.after {
            sql += " AND (entry.time, transaction_id) \(query.order == .oldestFirst ? ">" : "<") (?, ?)"
            arguments += [after.time, after.id.number]
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
            sql += " AND (SELECT kind FROM transactions WHERE id = transaction_id) = ?"
            arguments += [kind.rawValue]
        }
        if query.leavesOutCorrected {
            sql += " AND \(standing)"
            arguments += [query.upTo?.number ?? Int64.max]
        }
        let direction = query.order == .oldestFirst ? "" : " DESC"
        sql += " ORDER BY entry.time\(direction), transaction_id\(direction) LIMIT ?"
        arguments += [query.limit]
        return try Row.fetchCursor(connection, sql: sql, arguments: arguments)
    }

    /// Returns the source of entries. For an asset these are the postings of its holding, with several postings of a
    /// transaction as one entry.
    private static func source(of wallet: WalletID, _ asset: AssetID?) -> (String, StatementArguments) {
        guard let asset else {
            return ("SELECT time, transaction_id FROM wallet_transactions AS entry WHERE wallet = ?", [wallet.number])
        }
        return (
            """
            SELECT DISTINCT time, transaction_id FROM postings AS entry WHERE account = (
                SELECT id FROM accounts WHERE wallet = ? AND role = 'holding'
                AND asset = (SELECT id FROM assets WHERE slug = ?))
            """,
            [wallet.number, asset.description]
        )
    }

    /// Returns the source of the entries that a search reads.
    private static func newest(of wallet: WalletID) -> (String, StatementArguments) {
        (
            """
            SELECT time, transaction_id FROM (
                SELECT time, transaction_id FROM wallet_transactions WHERE wallet = ?
                ORDER BY time DESC, transaction_id DESC LIMIT \(SearchedWord<Transaction.Kind>.mostRead)) AS entry
            WHERE TRUE
            """,
            [wallet.number]
        )
    }

    /// A query of the entry's transaction, if it has the word.
    private static func transactions(with word: SearchedWord<Transaction.Kind>) -> String {
        """
        SELECT 1 FROM transactions WHERE transactions.id = entry.transaction_id AND (\(word.condition(note: "note", kind: "kind")) OR EXISTS (
            SELECT 1 FROM postings JOIN accounts ON accounts.id = account
            WHERE postings.transaction_id = entry.transaction_id AND role = 'holding'
            AND asset IN (\(SearchedWord<Transaction.Kind>.coins))))
        """
    }

    /// A condition: the transaction is not a correction, and no correction up to a given number reverses it.
    private static let standing = """
        (SELECT corrects FROM transactions WHERE id = transaction_id) IS NULL
        AND NOT EXISTS (SELECT 1 FROM transactions AS later WHERE later.corrects = transaction_id AND later.id <= ?)
        """
}
