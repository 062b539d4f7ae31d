import GRDB
import Platform

/// A step from one schema to the next: a name and SQL, never edited after release.
package struct Migration: Sendable {
    package let name: String
    package let sql: String
    /// The names of earlier migrations, all of which together have done the same in files of unreleased builds.
    package let replaces: [String]

    package init(_ name: String, _ sql: String, replaces: [String] = []) {
        (self.name, self.sql, self.replaces) = (name, sql, replaces)
    }

    fileprivate func isApplied(in applied: [String]) -> Bool {
        applied.contains(name) || !replaces.isEmpty && replaces.allSatisfy(applied.contains)
    }

    /// Whether a file has some of the migrations that it replaces, but not all.
    fileprivate func isHalfApplied(in applied: [String]) -> Bool {
        !isApplied(in: applied) && replaces.contains(where: applied.contains)
    }
}

/// The contents of every file: the tables of all capabilities, and their built-in rows.
package struct StoreSchema: Sendable {
    /// The migrations, oldest first.
    package let migrations: [Migration]
    package let capabilities: [Capability]
    /// SQL that deletes everything of the owner `?1`, in order.
    package let erasure: [String]
    /// SQL that returns the bytes of the pictures of the owner `?1`.
    let pictureBytes: String

    package init(migrations: [Migration], capabilities: [Capability]) {
        (self.migrations, self.capabilities) = (migrations, capabilities)
        erasure = capabilities.reversed().flatMap(\.erasure) + ["DELETE FROM idempotency WHERE owner = ?1"]
        let pictures = capabilities.compactMap(\.pictureBytes).map { "coalesce((\($0)), 0)" }
        pictureBytes = "SELECT " + (["0"] + pictures).joined(separator: " + ")
    }

    /// The table of a file's completed migrations.
    private static let journal = """
        CREATE TABLE IF NOT EXISTS migrations (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            applied_at INTEGER NOT NULL
        ) STRICT;
        """

    /// Returns true if migrations or built-in rows are missing.
    func isPending(in connection: Connection, path: String) throws -> Bool {
        let applied = try Self.applied(in: connection)
        try refuseUnknown(applied, path)
        return try migrations.contains { !$0.isApplied(in: applied) }
            || capabilities.contains { try $0.builtIn?.isMissing(connection) ?? false }
    }

    /// Migrates a file.
    func run(path: String, options: Store.Options) throws {
        var configuration = Store.configuration(options)
        // A step may rebuild a table, which foreign keys to it would prevent. They are checked before the commit.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try run(in: $0, path: path) }
        try queue.close()
    }

    /// Runs all missing steps and adds all missing rows in one transaction, which takes the write lock before it checks what is
    /// missing. Of two processes, the second waits and finds nothing to do.
    func run(in connection: Connection, path: String) throws {
        for capability in capabilities { capability.functions?(connection) }
        try connection.inTransaction(.immediate) {
            try connection.execute(sql: Self.journal)
            let applied = try Self.applied(in: connection)
            try refuseUnknown(applied, path)
            let missing = migrations.filter { !$0.isApplied(in: applied) }
            for step in missing {
                try connection.execute(sql: step.sql)
                try connection.execute(
                    sql: "INSERT INTO migrations (name, applied_at) VALUES (?, ?)",
                    arguments: [step.name, ProcessState.secondsSince1970])
            }
            if !missing.isEmpty { try connection.checkForeignKeys() }
            for capability in capabilities { try capability.builtIn?.addMissing(connection) }
            return .commit
        }
    }

    private static func applied(in connection: Connection) throws -> [String] {
        guard try connection.tableExists("migrations") else { return [] }
        return try String.fetchAll(connection, sql: "SELECT name FROM migrations ORDER BY position")
    }

    private func refuseUnknown(_ applied: [String], _ path: String) throws {
        if migrations.contains(where: { $0.isHalfApplied(in: applied) }) {
            throw StorageError.cannotOpen(
                path: path,
                reason:
                    "it was made by an unreleased build (its schema is \(applied.last ?? "")); open it once with commit ceeda168")
        }
        let names = Set(migrations.flatMap { [$0.name] + $0.replaces })
        guard applied.allSatisfy(names.contains) else {
            throw StorageError.newer(path: path, found: applied.last ?? "", known: migrations.last?.name ?? "")
        }
    }
}
