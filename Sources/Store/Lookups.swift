import GRDB
import Synchronization

/// The connections of ``Store/lookUp(_:)``, each opened when a lookup finds none free.
///
/// They are separate because the pool's connections may all be busy with long reads, and a thread that serves requests must not wait
/// for them.
package final class Lookups: Sendable {
    private struct State {
        var free: [DatabaseQueue] = []
        var opened = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let most: Int

    /// - Parameter most: the largest number of connections: as many as threads that serve requests.
    package init(most: Int) { self.most = most }

    /// Reads on the caller's thread. Returns nil if all connections are in use.
    ///
    /// - Throws: whatever `body` throws; `DatabaseError` with `SQLITE_BUSY` instead of waiting for another process.
    package func read<Value>(_ path: String, _ options: Store.Options, _ body: (Connection) throws -> Value) throws -> Value? {
        guard let queue = try take(path, options) else { return nil }
        defer { giveBack(queue) }
        return try queue.unsafeRead(body)
    }

    /// Call it before closing the database. Connections in use are closed when their read ends.
    package func close() throws {
        let queues = state.withLock { state in
            defer { state.free = [] }
            state.isClosed = true
            return state.free
        }
        for queue in queues { try queue.close() }
    }

    private func take(_ path: String, _ options: Store.Options) throws -> DatabaseQueue? {
        let (free, mayOpen) = try state.withLock { state in
            guard !state.isClosed else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed") }
            let free = state.free.popLast()
            let mayOpen = free == nil && state.opened < most
            if mayOpen { state.opened += 1 }
            return (free, mayOpen)
        }
        guard mayOpen else { return free }
        do { return try Self.open(path, options) } catch {
            state.withLock { $0.opened -= 1 }
            throw error
        }
    }

    private func giveBack(_ queue: DatabaseQueue) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.free.append(queue) }
            return state.isClosed
        }
        if isClosed { try? queue.close() }
    }

    private static func open(_ path: String, _ options: Store.Options) throws -> DatabaseQueue {
        var configuration = Store.configuration(options)
        configuration.prepareDatabase { connection in
            try connection.execute(sql: "PRAGMA busy_timeout = 0")
            // Not read-only: the last connection to close must be able to write the log into the file.
            try connection.execute(sql: "PRAGMA query_only = ON")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
