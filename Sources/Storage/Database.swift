import GRDB
import Ledger
import Market
import Portfolio

/// GRDB's connection, next to our ``Database`` of the same name.
package typealias Connection = GRDB.Database

/// The file in which assets, candles, wallets and their journal are kept: an SQLite database.
///
/// It is all five repositories. Several processes may have it open at once: readers see the last confirmed state, writers take turns
/// and wait for each other. What was confirmed is on the disk. The page <doc:TheFile> tells how it is laid out and why.
package final class Database: Sendable {
    /// How a file is opened.
    package struct Options: Equatable, Sendable {
        /// When a confirmed write has reached the disk.
        package enum Durability: String, Sendable {
            /// Before it is confirmed: it survives a loss of power.
            case full = "FULL"
            /// At the next checkpoint: a loss of power takes back the last confirmed writes, a kill does not.
            case normal = "NORMAL"
        }

        /// How long to wait for another process before ``StorageError/locked(path:seconds:)``, in seconds.
        package var busyTimeoutSeconds: Double
        /// When a confirmed write has reached the disk.
        package var durability: Durability

        /// Five seconds and full durability.
        package init(busyTimeoutSeconds: Double = 5, durability: Durability = .full) {
            (self.busyTimeoutSeconds, self.durability) = (busyTimeoutSeconds, durability)
        }
    }

    /// Where the file is.
    package let path: String
    let options: Options
    let pool: DatabasePool
    let writeFaults = WriteFaults()
    let patience: Patience

    /// Opens the file, makes it where there is none (folders for its owner alone, 0700, the file 0600), and brings an older one to this
    /// version's schema. A file that is not ours is refused and left as it is.
    ///
    /// - Throws: ``StorageError``.
    package convenience init(_ path: String, options: Options = Options()) throws {
        try self.init(path, options: options, migrations: Migration.all)
    }

    /// The same with other migrations: tests open files of the past and of the future.
    package init(_ path: String, options: Options = Options(), migrations: [Migration]) throws {
        let path = Self.plain(path)
        self.path = path
        self.options = options
        patience = Patience(options.busyTimeoutSeconds)
        pool = try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) {
            if !DatabaseFile.isThere(path) { try DatabaseFile.make(path, migrations: migrations) }
            try DatabaseFile.check(path)
            let pool = try DatabasePool(path: path, configuration: Self.configuration(options))
            // The pool itself sets NORMAL when it turns on the write-ahead log.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(options.durability.rawValue)") }
            if try pool.read({ try Migration.isPending(migrations, in: $0, path: path) }) {
                try Migration.run(migrations, path: path, options: options)
            }
            return pool
        }
    }

    /// Ends all connections, after what is under way. The last one that leaves the file writes its log into it.
    ///
    /// - Throws: ``StorageError``.
    package func close() throws {
        // Readers may not write the log: were one of them the last to leave, it would stay beside the file.
        pool.invalidateReadOnlyConnections()
        try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) { try pool.close() }
    }

    /// SQLite takes a path that begins with `file:` for a URI, and `:memory:` for no file at all.
    static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./\(path)" }

    static func configuration(_ options: Options) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(options.busyTimeoutSeconds)
        configuration.prepareDatabase { connection in
            // The pool's readers wait ten seconds otherwise.
            try connection.execute(sql: "PRAGMA busy_timeout = \(Int(options.busyTimeoutSeconds * 1000))")
            // Without it INSERT OR REPLACE deletes rows behind the back of the triggers that forbid it.
            try connection.execute(sql: "PRAGMA recursive_triggers = ON")
        }
        return configuration
    }

    /// Reads one state of the file, whatever is written meanwhile.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        do { return try await pool.read(body) } catch { throw StorageError.mapped(error, path, options.busyTimeoutSeconds) }
    }

    /// Writes all or nothing, in a transaction that takes the write lock at its beginning: one that reads first and writes later could
    /// find that another process wrote in between.
    ///
    /// While another process has the lock, the first write that waits for it in vain waits as long as the options say, and those behind
    /// it give up sooner: they would else wait for each other.
    ///
    /// - Parameter isRehearsal: whether everything is undone in the end.
    func write<Value: Sendable>(
        isRehearsal: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        do {
            let value = try await pool.writeWithoutTransaction { [options, patience, writeFaults] connection in
                try patience.set(writeFaults.isLocked ? Self.probeSeconds : options.busyTimeoutSeconds, on: connection)
                return try Self.transaction(connection, commits: !isRehearsal, body)
            }
            // A rehearsal reaches no disk, so it does not show that the disk works.
            if !isRehearsal { writeFaults.noteSuccess() }
            return value
        } catch {
            let mapped = StorageError.mapped(error, path, options.busyTimeoutSeconds)
            writeFaults.note(mapped)
            throw mapped
        }
    }

    private static func transaction<Value>(
        _ connection: Connection, commits: Bool, _ body: (Connection) throws -> Value
    ) throws -> Value {
        var value: Value?
        try connection.inTransaction(.immediate) {
            value = try body(connection)
            return commits ? .commit : .rollback
        }
        return value!
    }
}

extension Database {
    /// Itself in all five roles.
    package var repositories: Repositories {
        Repositories(assets: self, candles: self, favourites: self, wallets: self, journal: self)
    }
}

extension Database {
    /// What a connection that writes has for a setting of SQLite.
    package func pragma(_ name: String) async throws -> String? {
        try await write { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }

    /// Keeps the lock of those who write until `body` returns: tests are the other process that has it.
    package func locking(_ body: @escaping @Sendable () -> Void) async throws { try await write { _ in body() } }

    /// Runs SQL on the connection that writes: tests do with it what no other code may.
    package func execute(_ sql: String) async throws {
        do {
            try await pool.writeWithoutTransaction { [options, patience] connection in
                try patience.set(options.busyTimeoutSeconds, on: connection)
                try connection.execute(sql: sql)
            }
        } catch {
            throw StorageError.mapped(error, path, options.busyTimeoutSeconds)
        }
    }
}
