import GRDB
import People
import Platform

extension Store: PeopleStore {
    package func readPeople<Value: Sendable>(
        _ body: @escaping @Sendable (any PeopleRecords) throws -> Value
    ) async throws -> Value {
        try await read { try body(PeopleRows(connection: $0)) }
    }

    package func changePeople<Value: Sendable>(
        _ body: @escaping @Sendable (any PeopleRecords) throws -> Value
    ) async throws -> Value {
        try await write { [quotas] in try body(PeopleRows(connection: $0, quotas: quotas)) }
    }

    /// Writes the log into the file and empties it: deleted rows are overwritten in the file (`secure_delete`), not in the log.
    package func wipeDeleted() async throws {
        do {
            try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        } catch {
            throw StorageError.mapped(error, path, options.busyTimeoutSeconds)
        }
    }
}

/// The rows of accounts, within one transaction.
struct PeopleRows: PeopleRecords, StoredRows {
    let connection: Connection
    var quotas = StorageQuotas.none

    /// Returns one of several names; a file that has another was changed by somebody else.
    static func choice<Choice: RawRepresentable<String>>(_ row: StoredRow, _ column: String) throws -> Choice {
        try choice(row.decode(forColumn: column), column)
    }

    /// - Parameter text: the value of the column.
    static func choice<Choice: RawRepresentable<String>>(_ text: String, _ column: String) throws -> Choice {
        guard let choice = Choice(rawValue: text) else { throw Damage(detail: "\(text.cut(to: 40)) is not a \(column)") }
        return choice
    }

    static func email(_ row: StoredRow, _ column: String = "email") throws -> EmailAddress {
        let text: String = try row.decode(forColumn: column)
        do throws(PeopleError) {
            return try EmailAddress(text)
        } catch {
            throw Damage(detail: "a stored address is not one")
        }
    }
}
