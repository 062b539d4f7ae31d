import Access
import GRDB
import Store

extension Store {
    /// Stores a new token.
    ///
    /// - Throws: ``AccessError/tokenExists(id:)`` if another token has its id or hash.
    package func save(_ token: AccessToken) async throws {
        try await write { connection in
            let isTaken = try Bool.fetchOne(
                connection, sql: "SELECT EXISTS (SELECT 1 FROM access_tokens WHERE id = ? OR hash = ?)",
                arguments: [token.id, token.hash])
            guard isTaken != true else { throw AccessError.tokenExists(id: token.id) }
            try OwnerRows.ensure(token.owner, in: connection)
            try token.insert(in: connection)
        }
    }

    /// Returns the token with a secret's hash, valid or not, or nil if there is none.
    package func token(hash: String) async throws -> AccessToken? {
        try await lookUp { connection in
            try connection.cachedStatement(sql: "SELECT \(AccessToken.columns) FROM access_tokens WHERE hash = ?")
                .storedRow([hash]).map(AccessToken.init)
        }
    }

    /// Returns all tokens, oldest first, including expired and revoked ones.
    package func tokens() async throws -> [AccessToken] {
        try await read { connection in
            try connection.cachedStatement(sql: "SELECT \(AccessToken.columns) FROM access_tokens ORDER BY created_at, id")
                .storedRows().map(AccessToken.init)
        }
    }

    /// Revokes a token permanently and returns it; returns nil if no token has this id. A token that was already revoked keeps its
    /// earlier time.
    package func revokeToken(_ id: String, at time: Int) async throws -> AccessToken? {
        try await write { connection in
            try connection.execute(
                sql: "UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", arguments: [time, id])
            return try connection.cachedStatement(sql: "SELECT \(AccessToken.columns) FROM access_tokens WHERE id = ?")
                .storedRow([id]).map(AccessToken.init)
        }
    }

    /// Records the day of a token's last use. An earlier day than the recorded one has no effect.
    package func noteUse(ofToken id: String, day: Int) async throws {
        try await writeShared { connection in
            try connection.execute(
                sql: "UPDATE access_tokens SET last_used_day = ?1 WHERE id = ?2 AND coalesce(last_used_day < ?1, TRUE)",
                arguments: [day, id])
        }
    }
}

extension AccessToken {
    static let columns = "id, hash, owner, name, scope, created_at, expires_at, last_used_day, revoked_at"

    init(_ row: StoredRow) throws {
        let text = try row.decode(String.self, forColumn: "scope")
        guard let scope = AccessScope(rawValue: text) else { throw Damage(detail: "\(text) is not a scope of a token") }
        self.init(
            id: try row.decode(forColumn: "id"), hash: try row.decode(forColumn: "hash"), owner: try row.decode(forColumn: "owner"),
            name: try row.decode(forColumn: "name"), scope: scope, createdAt: try row.decode(forColumn: "created_at"),
            expiresAt: try row.decode(forColumn: "expires_at"), lastUsedDay: try row.decode(forColumn: "last_used_day"),
            revokedAt: try row.decode(forColumn: "revoked_at"))
    }

    func insert(in connection: Connection) throws {
        try connection.execute(
            sql: "INSERT INTO access_tokens (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [id, hash, owner, name, scope.rawValue, createdAt, expiresAt, lastUsedDay, revokedAt])
    }
}
