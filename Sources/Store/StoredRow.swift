import Foundation
import GRDB
import GRDBSQLite
import Ledger
import Market
import Platform
import Records

// GRDB boxes each argument and copies each row, which costs several times as much as SQLite itself. Statements that run for each
// request or trade are bound and read here, with SQLite's own functions; GRDB compiles and caches them.

/// A row that a statement returned.
package struct StoredRow: StoredColumns, Sendable {
    private let values: [StoredValue]
    private let names: [String]

    fileprivate init(of statement: Statement) {
        let raw = statement.sqliteStatement
        values = (0..<sqlite3_column_count(raw)).map { StoredValue(column: $0, of: raw) }
        names = statement.columnNames
    }

    package func value(at column: Int) -> StoredValue { values[column] }

    /// - Throws: ``Damage`` for a value of another type, which the schema forbids.
    package func decode<Value: StoredValueConvertible>(_: Value.Type = Value.self, atIndex index: Int) throws -> Value {
        guard let value = Value(values[index]) else {
            throw Damage(detail: "\(names[index]) is not \(Value.self)")
        }
        return value
    }

    /// - Parameter column: a column of the statement.
    /// - Throws: ``Damage`` for a value of another type, which the schema forbids.
    package func decode<Value: StoredValueConvertible>(_: Value.Type = Value.self, forColumn column: String) throws -> Value {
        guard let index = names.firstIndex(of: column) else { preconditionFailure("no column \(column) among \(names)") }
        return try decode(atIndex: index)
    }
}

extension StoredValue {
    fileprivate init(column: CInt, of statement: SQLiteStatement) {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            // SQLite requires that the text is read before its length.
            let text = sqlite3_column_text(statement, column)
            let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
            self = .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            self = .bytes(start.map { Data(bytes: $0, count: count) } ?? Data())
        default: self = .null
        }
    }

    fileprivate func bind(to statement: SQLiteStatement, at index: CInt) -> CInt {
        switch self {
        case .null: sqlite3_bind_null(statement, index)
        case .integer(let number): sqlite3_bind_int64(statement, index, number)
        case .real(let number): sqlite3_bind_double(statement, index, number)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(statement, index, $0.baseAddress ?? Self.empty, CInt($0.count), Self.copied)
                }
            }
        case .bytes(let bytes):
            bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : bytes.withUnsafeBytes { sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), Self.copied) }
        }
    }

    /// An empty text is not null.
    // Never changed and never freed.
    nonisolated(unsafe) private static let empty = UnsafePointer(UnsafeMutablePointer<CChar>.allocate(capacity: 1))

    /// SQLite's mark for values that it must copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

extension Statement {
    /// Runs a statement that returns no rows.
    ///
    /// - Parameter arguments: one for each parameter.
    /// - Throws: `DatabaseError`.
    package func run(_ arguments: [(any StoredValueConvertible)?]) throws {
        try bind(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        while try step() {}
    }

    /// Runs a statement that returns no rows.
    ///
    /// - Parameter values: one for each parameter.
    /// - Throws: `DatabaseError`.
    func run(values: [StoredValue]) throws {
        try bind(values)
        defer { sqlite3_reset(sqliteStatement) }
        while try step() {}
    }

    /// Returns the first row, or nil if there is none.
    ///
    /// - Throws: `DatabaseError`.
    package func storedRow(_ arguments: [(any StoredValueConvertible)?] = []) throws -> StoredRow? {
        try bind(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        return try step() ? StoredRow(of: self) : nil
    }

    /// Returns the first column of the first row, or nil if there is none.
    ///
    /// - Throws: `DatabaseError`, ``Damage`` if it is null or of another type.
    package func storedValue<Value: StoredValueConvertible>(_ arguments: [(any StoredValueConvertible)?] = []) throws -> Value? {
        try storedRow(arguments)?.decode(atIndex: 0)
    }

    /// Returns all rows.
    ///
    /// - Throws: `DatabaseError`.
    package func storedRows(_ arguments: [(any StoredValueConvertible)?] = []) throws -> [StoredRow] {
        try bind(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        var rows: [StoredRow] = []
        while try step() { rows.append(StoredRow(of: self)) }
        return rows
    }

    private func bind(_ arguments: [(any StoredValueConvertible)?]) throws {
        try bind(arguments.map { $0?.storedValue ?? .null })
    }

    private func bind(_ values: [StoredValue]) throws {
        precondition(values.count == Int(sqlite3_bind_parameter_count(sqliteStatement)), "\(values.count) arguments for: \(sql)")
        for (index, value) in values.enumerated() {
            let code = value.bind(to: sqliteStatement, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw failure(code) }
        }
    }

    /// Returns true if there is a row.
    private func step() throws -> Bool {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    private func failure(_ code: CInt) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

/// Rows of one transaction, read and written by statements that are compiled once.
package protocol StoredRows: ~Copyable {
    var connection: Connection { get }
}

extension StoredRows where Self: ~Copyable {
    package func run(_ sql: String, _ arguments: [(any StoredValueConvertible)?]) throws {
        try connection.cachedStatement(sql: sql).run(arguments)
    }

    package func row(_ sql: String, _ arguments: [(any StoredValueConvertible)?]) throws -> StoredRow? {
        try connection.cachedStatement(sql: sql).storedRow(arguments)
    }

    package func rows(_ sql: String, _ arguments: [(any StoredValueConvertible)?] = []) throws -> [StoredRow] {
        try connection.cachedStatement(sql: sql).storedRows(arguments)
    }

    /// Returns the first column of the first row; nil if there is no row, or if it is null.
    package func value<Value: StoredValueConvertible>(_ sql: String, _ arguments: [(any StoredValueConvertible)?]) throws -> Value?
    {
        try row(sql, arguments)?.decode(Value?.self, atIndex: 0)
    }
}

extension FixedDecimal {
    /// Parses a stored number.
    package init(stored text: String) throws {
        guard let value = FixedDecimal(text) else { throw Damage(detail: "\(text) is not an amount") }
        self = value
    }
}

extension Row {
    package func price(_ index: Int) throws -> Double { try StoredRow.price(decode(atIndex: index)) }
    package func day(_ index: Int) throws -> Day { try StoredRow.day(decode(atIndex: index)) }
}

extension StoredRow {
    /// Returns one of several names; a file with any other name was changed by another program.
    package func choice<Choice: RawRepresentable<String>>(_ column: String) throws -> Choice {
        let text: String = try decode(forColumn: column)
        guard let choice = Choice(rawValue: text) else { throw Damage(detail: "\(text.cut(to: 40)) is not a \(column)") }
        return choice
    }

    package func price(_ index: Int) throws -> Double { try Self.price(decode(atIndex: index)) }
    package func day(_ index: Int) throws -> Day { try Self.day(decode(atIndex: index)) }

    /// Checks a price. The schema guarantees positive finite prices, but a damaged file may contain any value.
    fileprivate static func price(_ price: Double) throws -> Double {
        guard price > 0, price.isFinite else { throw Damage(detail: "the price \(price)") }
        return price
    }

    /// Returns a day of the years 1 to 9999. Other values, from a damaged file, could overflow computations with days.
    package static func day(_ number: Int) throws -> Day {
        guard (-719_162...2_932_896).contains(number) else { throw Damage(detail: "the day \(number)") }
        return Day(daysSince1970: number)
    }
}
