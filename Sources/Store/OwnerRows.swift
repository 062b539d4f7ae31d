import GRDB

/// Owners, which all owned data refer to.
package enum OwnerRows {
    /// Creates an owner with this name if there is none yet. Without accounts, owners are arbitrary texts.
    package static func ensure(_ owner: String, in connection: Connection) throws {
        try connection.cachedStatement(sql: "INSERT INTO owners (id) VALUES (?) ON CONFLICT DO NOTHING").execute(arguments: [owner])
    }
}
