import GRDB
import Platform
// Other modules read and write only in records and stored values.
@_exported import Records

/// GRDB's connection type, renamed because it is one of several to a ``Store``.
package typealias Connection = GRDB.Database

/// One SQLite file with the tables of all capabilities.
///
/// Several processes may have it open at the same time: readers see the last confirmed state, and writers take turns. Confirmed writes
/// are on disk. For the layout and its reasons see <doc:TheFile>.
package final class Store: Sendable {
    /// Options for opening a file.
    package struct Options: Equatable, Sendable {
        /// When a confirmed write reaches the disk.
        package enum Durability: String, Sendable {
            /// Before it is confirmed: it survives a power failure.
            case full = "FULL"
            /// At the next checkpoint: a power failure may undo the last confirmed writes, but a killed process does not.
            case normal = "NORMAL"
        }

        /// How long to wait for another process before throwing ``StorageError/locked(path:seconds:)``, in seconds.
        package var busyTimeoutSeconds: Double
        /// When a confirmed write reaches the disk.
        package var durability: Durability
        /// The limits on what each owner may store.
        package var quotas = StorageQuotas.none

        /// Creates options; by default five seconds and full durability.
        package init(busyTimeoutSeconds: Double = 5, durability: Durability = .full) {
            (self.busyTimeoutSeconds, self.durability) = (busyTimeoutSeconds, durability)
        }
    }

    /// The path of the file.
    package let path: String
    /// The schema of the file.
    package let schema: StoreSchema
    package let options: Options
    /// Seconds since 1970-01-01 UTC.
    let clock: @Sendable () -> Int
    /// The pool of SQLite connections.
    package let pool: DatabasePool
    let writeFaults: WriteFaults
    let patience: Patience
    let groups: SharedCommits
    private let lookups = Lookups(most: ProcessState.processorCount)

    /// Opens the file. If it is missing, creates it so that only its owner can access it (folders 0700, file 0600); migrates older
    /// files to the schema. A file of another program is rejected and left unchanged.
    ///
    /// - Parameter clock: seconds since 1970-01-01 UTC, for the times of changes.
    /// - Throws: ``StorageError``.
    package init(
        _ path: String, options: Options = Options(), clock: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 },
        _ schema: StoreSchema
    ) throws {
        let path = Self.plain(path)
        (self.path, self.schema, self.clock) = (path, schema, clock)
        self.options = options
        let (patience, writeFaults) = (Patience(options.busyTimeoutSeconds), WriteFaults())
        (self.patience, self.writeFaults) = (patience, writeFaults)
        let pool = try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) {
            if !DatabaseFile.isThere(path) { try DatabaseFile.make(path, schema) }
            try DatabaseFile.check(path)
            let pool = try DatabasePool(path: path, configuration: Self.configuration(options))
            try pool.writeWithoutTransaction { try Self.prepareWriter($0, options) }
            if try pool.read({ try schema.isPending(in: $0, path: path) }) {
                try schema.run(path: path, options: options)
            }
            return pool
        }
        self.pool = pool
        groups = SharedCommits(pool) { connection in
            try patience.set(writeFaults.isLocked ? Self.probeSeconds : options.busyTimeoutSeconds, on: connection)
        }
    }

    private static func prepareWriter(_ connection: Connection, _ options: Options) throws {
        // The pool itself sets NORMAL when it enables the write-ahead log.
        try connection.execute(sql: "PRAGMA synchronous = \(options.durability.rawValue)")
        // When many people trade at once, a commit changes hundreds of pages. With SQLite's 1,000 pages, every few commits would
        // copy the log into the file; with 8,000 (32 MB), a page that changes often is copied once for many changes.
        try connection.execute(sql: "PRAGMA wal_autocheckpoint = 8000")
        // KiB. With a smaller cache, pages that change often would be read again and again.
        try connection.execute(sql: "PRAGMA cache_size = -16000")
    }

    /// Closes all connections after pending work. The last connection to close writes the log into the file.
    ///
    /// - Throws: ``StorageError``.
    package func close() throws {
        try lookups.close()
        // Read-only connections cannot write the log: if one of them closed last, the log would stay beside the file.
        pool.invalidateReadOnlyConnections()
        try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) { try pool.close() }
    }

    /// Protects a path from SQLite, which treats `file:` as a URI and `:memory:` as no file.
    package static func plain(_ path: String) -> String { path.hasPrefix("/") ? path : "./\(path)" }

    package static func configuration(_ options: Options) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(options.busyTimeoutSeconds)
        configuration.prepareDatabase { connection in
            // Without this, the pool's readers would wait ten seconds.
            try connection.execute(sql: "PRAGMA busy_timeout = \(Int(options.busyTimeoutSeconds * 1000))")
            // Without this, INSERT OR REPLACE would delete rows without firing the triggers that forbid it.
            try connection.execute(sql: "PRAGMA recursive_triggers = ON")
            // Deleted data are overwritten, so that personal data do not stay in free pages.
            try connection.execute(sql: "PRAGMA secure_delete = ON")
        }
        return configuration
    }

    /// Reads one consistent state of the file, regardless of concurrent writes.
    package func read<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        do {
            if let result = await step(isWrite: false, body) { return try result.get() }
            return try await pool.read(body)
        } catch {
            throw StorageError.mapped(error, path, options.busyTimeoutSeconds)
        }
    }

    /// Reads a few rows by their keys, on the caller's thread: passing such a read to another thread, as ``read(_:)`` does, takes
    /// longer than the read itself.
    ///
    /// - Parameter body: runs a few statements, which may see different states of the file. It must take only microseconds, because
    ///   it blocks the caller's thread.
    package func lookUp<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        do {
            if let result = await step(isWrite: false, body) { return try result.get() }
            if let value = try lookups.read(path, options, body) { return value }
            return try await read(body)
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN].contains(error.resultCode) {
            // Another process has locked the whole file for a moment, and no thread may wait for that here; or the connection
            // cannot be opened.
            return try await read(body)
        } catch {
            throw StorageError.mapped(error, path, options.busyTimeoutSeconds)
        }
    }

    /// Reads one consistent state of the file, regardless of concurrent writes: up to ``mostRowsLookedUp`` rows on the caller's
    /// thread, more as ``read(_:)`` does.
    ///
    /// - Parameter rows: the number of rows that `body` reads at most; nil if it is unknown.
    package func read<Value: Sendable>(
        rows: Int?, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        guard let rows, rows <= Self.mostRowsLookedUp else { return try await read(body) }
        return try await lookUp { connection in
            // In the transaction of a request, or of the pool, it is one state already.
            guard !connection.isInsideTransaction else { return try body(connection) }
            return try Self.transaction(connection, .deferred, commits: true, body)
        }
    }

    /// A row takes about a microsecond, and passing a read to another thread about a hundred. This many rows take no longer than
    /// rendering a page with them.
    private static let mostRowsLookedUp = 4096

    /// Writes all or nothing, in a transaction that takes the write lock at its start. Otherwise another process could write
    /// between its reads and its writes.
    ///
    /// While another process has the lock, the first write waits for the configured time. If it waits in vain, later writes give up
    /// sooner, because they would otherwise wait one after another.
    ///
    /// - Parameter isRehearsal: whether to roll back at the end.
    package func write<Value: Sendable>(
        isRehearsal: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async throws -> Value {
        try await noted(isRehearsal: isRehearsal) {
            if let result = await step(isWrite: true, isRehearsal: isRehearsal, body) { return try result.get() }
            return try await pool.writeWithoutTransaction { [options, patience, writeFaults] connection in
                try patience.set(writeFaults.isLocked ? Self.probeSeconds : options.busyTimeoutSeconds, on: connection)
                return try Self.transaction(connection, commits: !isRehearsal, body)
            }
        }
    }

    /// Writes all or nothing, and waits for the disk together with other such writes: for writes that many callers make at once.
    ///
    /// - Parameter body: takes at most a few milliseconds, because other writes wait for it. It may run twice, and only the last
    ///   run counts: it must only read and write here. See ``SharedCommits``.
    package func writeShared<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await noted(isRehearsal: false) {
            if let result = await step(isWrite: true, body) { return try result.get() }
            return try await groups.write(body)
        }
    }

    /// Runs a read or write within the transaction of the current request, if it has one; returns nil if the caller must run it.
    private func step<Value: Sendable>(
        isWrite: Bool, isRehearsal: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> Result<Value, any Error>? {
        guard let transaction = KeyedTransaction.current, transaction.groups === groups else { return nil }
        return await transaction.run(isWrite: isWrite, isRehearsal: isRehearsal, body)
    }

    /// Converts the errors of a commit, and records those that affect all writes.
    func committed<Value>(_ commit: () async throws -> Value) async throws -> Value {
        try await noted(isRehearsal: false, commit)
    }

    /// How many short writes shared how many commits since the file was opened.
    package var sharedCommits: SharedCommits.Counts { groups.counts }

    /// Converts errors, and records those that affect all writes.
    private func noted<Value>(isRehearsal: Bool, _ write: () async throws -> Value) async throws -> Value {
        do {
            let value = try await write()
            // A rehearsal does not reach the disk, so it does not prove that the disk works.
            if !isRehearsal { writeFaults.noteSuccess() }
            return value
        } catch {
            let mapped = StorageError.mapped(error, path, options.busyTimeoutSeconds)
            writeFaults.note(mapped)
            throw mapped
        }
    }

    private static func transaction<Value>(
        _ connection: Connection, _ kind: Connection.TransactionKind = .immediate, commits: Bool,
        _ body: (Connection) throws -> Value
    ) throws -> Value {
        var value: Value?
        try connection.inTransaction(kind) {
            value = try body(connection)
            return commits ? .commit : .rollback
        }
        return value!
    }
}

extension Store {
    /// Returns the value of an SQLite setting on the writing connection.
    package func pragma(_ name: String) async throws -> String? {
        try await write { try String.fetchOne($0, sql: "PRAGMA \(name)") }
    }

    /// Holds the write lock until `body` returns. For tests that simulate another process.
    package func locking(_ body: @escaping @Sendable () -> Void) async throws { try await write { _ in body() } }

    /// Executes SQL on the writing connection. For tests only.
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
