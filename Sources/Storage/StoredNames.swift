import GRDB

/// The names in a database file, for shell completion.
package struct StoredNames: Sendable {
    /// All assets, ordered by ticker.
    package let assets: [(id: String, ticker: String)]
    /// The owner's wallets, ordered by name.
    package let wallets: [String]

    /// Reads the names without creating or changing anything. Returns nil if that is not possible immediately.
    package init?(readingFrom path: String, owner: String) {
        var configuration = Configuration()
        configuration.readonly = true
        // Completion of names must not wait for a lock.
        configuration.busyMode = .timeout(0.1)
        let path = Store.plain(path)
        do {
            try DatabaseFile.check(path, needsWriting: false)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            (assets, wallets) = try queue.read { connection in
                let assets = try Row.fetchAll(connection, sql: "SELECT slug, ticker FROM assets ORDER BY ticker, slug")
                let wallets = try String.fetchAll(
                    connection,
                    sql: "SELECT name FROM wallets WHERE owner = ? AND kind = 'recorded' AND deleted_at IS NULL ORDER BY name_key",
                    arguments: [owner])
                return (assets.map { (id: $0[0], ticker: $0[1]) }, wallets)
            }
        } catch {
            return nil
        }
    }
}
