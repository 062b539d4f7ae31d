import GRDB

/// Detects changes of a database file by any process, at the cost of reading one number.
///
/// It has its own read-only connection: SQLite tells each connection whether others have written since it last looked (`PRAGMA
/// data_version`).
package final class ChangeCounter: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let seconds: Double

    /// Opens a connection.
    ///
    /// - Parameter database: must stay open longer than the counter, see ``close()``.
    /// - Throws: ``StorageError``.
    package init(of database: Store) throws {
        var configuration = Store.configuration(database.options)
        configuration.readonly = true
        (path, seconds) = (database.path, database.options.busyTimeoutSeconds)
        let path = path
        queue = try StorageError.mapping(path, seconds: seconds) {
            try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// Returns a number that differs after each confirmed change.
    ///
    /// - Throws: ``StorageError``.
    /// - Complexity: a few microseconds.
    package func value() async throws -> Int {
        do {
            return try await queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch {
            throw StorageError.mapped(error, path, seconds)
        }
    }

    /// Closes the connection. Call it before closing the database: the last connection to close writes the log into the file, which
    /// a read-only connection cannot do.
    package func close() throws { try StorageError.mapping(path, seconds: seconds) { try queue.close() } }
}

extension Store {
    /// Opens a counter of changes by this process and others. Close it before the store.
    package func changeCounter() throws -> ChangeCounter { try ChangeCounter(of: self) }
}
