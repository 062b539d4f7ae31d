import GRDB
import Ledger
import Market
import Store

extension RecordedTransaction {
    /// Fetches transactions in the order of `ids`, with two queries for each 256 of them.
    ///
    /// - Parameters:
    ///   - upTo: the last number that counts as recorded; nil for all.
    ///   - accounts: the names that were found before; nil for none.
    static func fetch(
        _ ids: [TransactionID], upTo: TransactionID?, in connection: Connection, _ accounts: AccountNames? = nil
    ) throws -> [RecordedTransaction] {
        let accounts = accounts ?? AccountNames(connection)
        // Statements of a fixed size are compiled only once. Shorter lists are padded with zero, which is no transaction's number.
        let size = ids.count == 1 ? 1 : 256
        return try stride(from: 0, to: ids.count, by: size).flatMap { start in
            var numbers = ids[start..<min(ids.count, start + size)].map(\.number)
            let count = numbers.count
            numbers += Array(repeating: 0, count: size - count)
            let postings = try Self.postings(of: numbers, accounts, in: connection)
            let records = try records(of: numbers, postings, upTo: upTo, in: connection)
            return numbers.prefix(count).compactMap { records[$0] }
        }
    }

    /// Fetches the transaction that an owner recorded under a key.
    ///
    /// - Parameter accounts: the names that were found before; nil for none.
    static func fetch(
        key: String, of owner: String, in connection: Connection, _ accounts: AccountNames? = nil
    ) throws -> RecordedTransaction? {
        let statement = try connection.cachedStatement(sql: "SELECT id FROM transactions WHERE owner = ? AND key = ?")
        guard let number = try Int64.fetchOne(statement, arguments: [owner, key]) else { return nil }
        return try fetch([TransactionID(number)], upTo: nil, in: connection, accounts).first
    }

    private static func list(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ",") }

    private static func records(
        of numbers: [Int64], _ postings: [Int64: [Posting]], upTo: TransactionID?, in connection: Connection
    ) throws -> [Int64: RecordedTransaction] {
        let statement = try connection.cachedStatement(
            sql: """
                SELECT id, key, kind, time, value, corrects, note, recorded_at, place,
                    (SELECT later.id FROM transactions AS later WHERE later.corrects = transactions.id AND later.id <= ?), label
                FROM transactions WHERE id IN (\(list(numbers.count)))
                """)
        // Read with a cursor: copying each row would cost more than reading it.
        let rows = try Row.fetchCursor(
            statement, arguments: [upTo?.number ?? Int64.max] + StatementArguments(numbers))
        var records = [Int64: RecordedTransaction](minimumCapacity: numbers.count)
        while let row = try rows.next() {
            let number = try row.decode(Int64.self, atIndex: 0)
            records[number] = try RecordedTransaction(row, postings: postings[number] ?? [])
        }
        return records
    }

    private static func postings(
        of numbers: [Int64], _ accounts: AccountNames, in connection: Connection
    ) throws -> [Int64: [Posting]] {
        let statement = try connection.cachedStatement(
            sql: """
                SELECT transaction_id, account, amount FROM postings
                WHERE transaction_id IN (\(list(numbers.count))) ORDER BY transaction_id, position
                """)
        let rows = try Row.fetchCursor(statement, arguments: StatementArguments(numbers))
        var postings = [Int64: [Posting]](minimumCapacity: numbers.count)
        // Postings of one transaction are adjacent.
        var (number, own): (Int64, [Posting]) = (0, [])
        while let row = try rows.next() {
            let next = try row.decode(Int64.self, atIndex: 0)
            if next != number {
                postings[number] = own
                (number, own) = (next, [])
                own.reserveCapacity(5)
            }
            let (account, asset) = try accounts.names(of: row.decode(atIndex: 1))
            own.append(Posting(account, asset, try Quantity(stored: row.decode(atIndex: 2))))
        }
        postings[number] = own
        return postings
    }

    private static func label(_ text: String) throws -> Transaction.Label {
        guard let label = Transaction.Label(rawValue: text) else { throw Damage(detail: "\(text) is no label of a transaction") }
        return label
    }

    fileprivate init(_ row: Row, postings: [Posting]) throws {
        let kind = try row.decode(String.self, atIndex: 2)
        guard let kind = Transaction.Kind(rawValue: kind) else { throw Damage(detail: "\(kind) is no kind of transaction") }
        let time = try row.decode(Int.self, atIndex: 3)
        guard Transaction.times.contains(time) else { throw Damage(detail: "the time \(time)") }
        let transaction = Transaction(
            key: try row.decode(atIndex: 1), kind: kind, time: time, postings: postings,
            value: try row.decode(String?.self, atIndex: 4).map { .usd(try FixedDecimal(stored: $0)) },
            corrects: try row.decode(Int64?.self, atIndex: 5).map(TransactionID.init), note: try row.decode(atIndex: 6),
            label: try row.decode(String?.self, atIndex: 10).map(Self.label),
            place: try row.decode(Int64?.self, atIndex: 8).map(TransactionID.init))
        do {
            try transaction.check()
        } catch {
            throw Damage(detail: "\(error)")
        }
        self.init(
            id: TransactionID(try row.decode(atIndex: 0)), recordedAt: try row.decode(atIndex: 7),
            correctedBy: try row.decode(Int64?.self, atIndex: 9).map(TransactionID.init), transaction: transaction)
    }
}

/// The names of accounts by number, each looked up once: a wallet's postings belong to few accounts, which never change.
final class AccountNames {
    private let connection: Connection
    private var known: [Int64: (account: Account, asset: AssetID)] = [:]

    init(_ connection: Connection) { self.connection = connection }

    func names(of number: Int64) throws -> (account: Account, asset: AssetID) {
        if let names = known[number] { return names }
        let statement = try connection.cachedStatement(
            sql: "SELECT wallet, role, slug FROM accounts JOIN assets ON assets.id = asset WHERE accounts.id = ?")
        guard let row = try Row.fetchOne(statement, arguments: [number]) else {
            throw Damage(detail: "there is no account \(number)")
        }
        let text = try row.decode(String.self, atIndex: 1)
        guard let role = Account.Role(rawValue: text) else { throw Damage(detail: "\(text) is not a role of an account") }
        let names = (
            account: Account(WalletID(try row.decode(atIndex: 0)), role), asset: try AssetID(stored: row.decode(atIndex: 2))
        )
        known[number] = names
        return names
    }
}
