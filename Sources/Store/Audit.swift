import GRDB
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
    /// Checks one consistent state of the file: SQLite's pages and indexes, foreign keys, and each capability's own rows.
    ///
    /// Reads row by row: memory does not grow with the journal.
    ///
    /// - Returns: errors first; at most 20 of each kind.
    /// - Throws: ``StorageError`` if the file cannot be read at all.
    package func audit(_ options: AuditOptions) async throws -> [Finding] {
        try await read { [schema] in try Audit($0, schema.capabilities, options).findings() }
    }
}

/// One pass over a file.
package struct Audit {
    /// The maximum number of findings of one kind; more add no information.
    package static let limit = 20
    private static let restore = "put a backup in its place: closecast restore FILE"

    package let connection: Connection
    package let options: AuditOptions
    private let capabilities: [Capability]

    init(_ connection: Connection, _ capabilities: [Capability], _ options: AuditOptions = AuditOptions(today: nil)) {
        (self.connection, self.capabilities, self.options) = (connection, capabilities, options)
    }

    func findings() throws -> [Finding] {
        let damage = try structure()
        // On damaged pages, the other checks would report the same fault in many ways, and might read wrong data.
        guard damage.isEmpty else { return damage }
        return try foreignKeys() + capabilities.flatMap { try $0.audit?(self) ?? [] }
    }

    package static func error(_ what: String) -> Finding { Finding(.error, what, remedy: restore) }

    /// Returns an error for each row of a query, in order.
    package func errors(_ sql: String, _ text: (Row) throws -> String) throws -> [Finding] {
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
}
