import GRDB

/// The names in a database file, for completion in a shell.
package struct StoredNames: Sendable {
    /// All assets, in order of their tickers.
    package let assets: [(id: String, ticker: String)]
    /// The owner's wallets, in order of their names.
    package let wallets: [String]

    /// Reads the names without making or changing anything in the file; nil where that cannot be done at once.
    package init?(readingFrom path: String, owner: String) {
        var configuration = Configuration()
        configuration.readonly = true
        // Nobody waits for a lock to see a list of names.
        configuration.busyMode = .timeout(0.1)
        let path = Database.plain(path)
        do {
            try DatabaseFile.check(path, needsWriting: false)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            (assets, wallets) = try queue.read { connection in
                let assets = try Row.fetchAll(connection, sql: "SELECT slug, ticker FROM assets ORDER BY ticker, slug")
                let wallets = try String.fetchAll(
                    connection, sql: "SELECT name FROM wallets WHERE owner = ? AND deleted_at IS NULL ORDER BY name_key",
                    arguments: [owner])
                return (assets.map { (id: $0[0], ticker: $0[1]) }, wallets)
            }
        } catch {
            return nil
        }
    }
}
