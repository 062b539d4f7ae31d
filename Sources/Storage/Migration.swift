import GRDB
import Market
import Platform
import Portfolio

/// A step from one schema to the next: a name and SQL, never edited after release.
package struct Migration: Sendable {
    package let name: String
    package let sql: String

    package init(_ name: String, _ sql: String) { (self.name, self.sql) = (name, sql) }

    /// All migrations, oldest first.
    package static let all = [
        Migration("v1", SchemaV1.sql),
        Migration("v2", SchemaV2.sql),
        Migration("v3", SchemaV3.sql),
        Migration("v4", SchemaV4.sql),
        Migration("v5", SchemaV5.sql),
        Migration("v6", SchemaV6.sql),
        Migration("v7", SchemaV7.sql),
        Migration("v8", SchemaV8.sql),
        Migration("v9", SchemaV9.sql),
        Migration("v10", SchemaV10.sql),
    ]

    /// The table of a file's completed migrations.
    private static let journal = """
        CREATE TABLE IF NOT EXISTS migrations (
            position INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            applied_at INTEGER NOT NULL
        ) STRICT;
        """

    /// Returns true if migrations or built-in assets are missing.
    static func isPending(_ known: [Migration], in connection: Connection, path: String) throws -> Bool {
        let applied = try applied(in: connection)
        try refuseNewer(applied, known, path)
        return try applied.count < known.count || !missingAssets(in: connection).isEmpty
    }

    /// Migrates a file to the last of the known steps.
    static func run(_ known: [Migration], path: String, options: Database.Options) throws {
        var configuration = Database.configuration(options)
        // A step may rebuild a table, which foreign keys to it would prevent. They are checked before the commit.
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try run(known, in: $0, path: path) }
        try queue.close()
    }

    /// `wallet_name_key(name)`, because SQLite's own functions know the case of ASCII letters only.
    private static let walletNameKey = DatabaseFunction("wallet_name_key", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(WalletName.key)
    }

    /// Runs all missing steps and adds all missing assets in one transaction, which takes the write lock before it looks what
    /// is missing. Of two processes, the second waits and finds nothing to do.
    static func run(_ known: [Migration], in connection: Connection, path: String) throws {
        connection.add(function: walletNameKey)
        try connection.inTransaction(.immediate) {
            try connection.execute(sql: journal)
            let applied = try applied(in: connection)
            try refuseNewer(applied, known, path)
            for (position, step) in known.enumerated() where !applied.contains(step.name) {
                try connection.execute(sql: step.sql)
                try connection.execute(
                    sql: "INSERT INTO migrations (position, name, applied_at) VALUES (?, ?, ?)",
                    arguments: [position + 1, step.name, ProcessState.secondsSince1970])
            }
            if applied.count < known.count { try connection.checkForeignKeys() }
            for asset in try missingAssets(in: connection) { try asset.save(in: connection) }
            return .commit
        }
    }

    private static func applied(in connection: Connection) throws -> [String] {
        guard try connection.tableExists("migrations") else { return [] }
        return try String.fetchAll(connection, sql: "SELECT name FROM migrations ORDER BY position")
    }

    private static func refuseNewer(_ applied: [String], _ known: [Migration], _ path: String) throws {
        let names = Set(known.map(\.name))
        guard applied.allSatisfy(names.contains) else {
            throw StorageError.newer(path: path, found: applied.last ?? "", known: known.last?.name ?? "")
        }
    }

    private static func missingAssets(in connection: Connection) throws -> [Asset] {
        guard try connection.tableExists("assets") else { return KnownAssets.all }
        let stored = try String.fetchSet(connection, sql: "SELECT slug FROM assets")
        return KnownAssets.all.filter { !stored.contains($0.id.description) }
    }
}
