import GRDB
import Synchronization

/// The connection of ``Store/lookUp(_:)``, opened by the first lookup.
///
/// It is separate because the pool's connections may all be busy with long reads, and a thread that serves requests must not wait
/// for them.
final class Lookups: Sendable {
    private enum State {
        case unused
        case opened(DatabaseQueue)
        case closed
    }

    private let state = Mutex(State.unused)

    /// Reads on the caller's thread. Callers take turns, for a few microseconds each.
    ///
    /// - Throws: whatever `body` throws; `DatabaseError` with `SQLITE_BUSY` instead of waiting for another process.
    func read<Value>(_ path: String, _ options: Store.Options, _ body: (Connection) throws -> Value) throws -> Value {
        try opened(path, options).unsafeRead(body)
    }

    /// Call it before closing the database.
    func close() throws {
        let queue: DatabaseQueue? = state.withLock { state in
            defer { state = .closed }
            guard case .opened(let queue) = state else { return nil }
            return queue
        }
        try queue?.close()
    }

    private func opened(_ path: String, _ options: Store.Options) throws -> DatabaseQueue {
        try state.withLock { state in
            switch state {
            case .opened(let queue): return queue
            case .closed: throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database is closed")
            case .unused:
                var configuration = Store.configuration(options)
                configuration.prepareDatabase { connection in
                    try connection.execute(sql: "PRAGMA busy_timeout = 0")
                    // Not read-only: the last connection to close must be able to write the log into the file.
                    try connection.execute(sql: "PRAGMA query_only = ON")
                }
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                state = .opened(queue)
                return queue
            }
        }
    }
}
