import GRDB

/// Owners, which everything that belongs to somebody refers to.
package enum OwnerRows {
    /// Makes an owner of a name that has nothing yet. Owners are free texts until there are accounts.
    package static func ensure(_ owner: String, in connection: Connection) throws {
        try connection.cachedStatement(sql: "INSERT INTO owners (id) VALUES (?) ON CONFLICT DO NOTHING").execute(arguments: [owner])
    }
}
