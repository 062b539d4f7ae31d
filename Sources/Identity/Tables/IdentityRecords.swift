import People
import Store

extension Store {
    package func readIdentity<Value: Sendable>(
        _ body: @escaping @Sendable (IdentityRecords) throws -> Value
    ) async throws -> Value {
        try await read { try body(IdentityRecords(connection: $0)) }
    }

    func changeIdentity<Value: Sendable>(
        _ body: @escaping @Sendable (IdentityRecords) throws -> Value
    ) async throws -> Value {
        try await writeShared { [quotaChecks] in try body(IdentityRecords(connection: $0, quotas: quotaChecks)) }
    }
}

/// The rows of verifications, within one transaction.
package struct IdentityRecords: StoredRows {
    package let connection: Connection
    var quotas = QuotaChecks.none

    var people: PeopleRecords { PeopleRecords(connection: connection) }
}
