import GRDB

/// Tells whether anything in a database's file has changed, whoever changed it, at the price of looking at one number.
///
/// It keeps a connection of its own that reads nothing else: SQLite tells each connection whether others have written since it looked
/// last (`PRAGMA data_version`).
package final class ChangeCounter: Sendable {
    private let queue: DatabaseQueue
    private let path: String
    private let seconds: Double

    /// - Parameter database: stays open longer than the counter, see ``close()``.
    /// - Throws: ``StorageError``.
    package init(of database: Database) throws {
        var configuration = Database.configuration(database.options)
        configuration.readonly = true
        (path, seconds) = (database.path, database.options.busyTimeoutSeconds)
        let path = path
        queue = try StorageError.mapping(path, seconds: seconds) {
            try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    /// A number that is another one after each confirmed change.
    ///
    /// - Throws: ``StorageError``.
    /// - Complexity: some microseconds.
    package func value() async throws -> Int {
        do {
            return try await queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch {
            throw StorageError.mapped(error, path, seconds)
        }
    }

    /// Ends the connection. Before that of the database: the last one that leaves the file writes its log into it, which one that only
    /// reads cannot do.
    package func close() throws { try StorageError.mapping(path, seconds: seconds) { try queue.close() } }
}
