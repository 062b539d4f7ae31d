import GRDB
import Platform
import Store

extension Store {
    package func readPeople<Value: Sendable>(
        _ body: @escaping @Sendable (PeopleRecords) throws -> Value
    ) async throws -> Value {
        try await read { try body(PeopleRecords(connection: $0)) }
    }

    package func changePeople<Value: Sendable>(
        _ body: @escaping @Sendable (PeopleRecords) throws -> Value
    ) async throws -> Value {
        try await write { [quotaChecks, erasure = schema.erasure] in
            try body(PeopleRecords(connection: $0, quotas: quotaChecks, erasure: erasure))
        }
    }

    /// Writes the log into the file and empties it: `secure_delete` overwrites deleted rows in the file, but not in the log.
    package func wipeDeleted() async throws {
        do {
            try await pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        } catch {
            throw StorageError.mapped(error, path, options.busyTimeoutSeconds)
        }
    }
}

/// The rows of accounts, within one transaction.
package struct PeopleRecords: StoredRows {
    package let connection: Connection
    let quotas: QuotaChecks
    /// SQL that deletes everything of the owner `?1`.
    let erasure: [String]

    package init(connection: Connection, quotas: QuotaChecks = .none, erasure: [String] = []) {
        (self.connection, self.quotas, self.erasure) = (connection, quotas, erasure)
    }

    static func email(_ row: StoredRow) throws -> EmailAddress {
        let text: String = try row.decode(forColumn: "email")
        do throws(PeopleError) {
            return try EmailAddress(text)
        } catch {
            throw Damage(detail: "a stored address is not one")
        }
    }
}
