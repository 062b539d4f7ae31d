/// A stored token, with its rights but without its secret.
package struct AccessToken: Equatable, Sendable {
    /// The id for lists and for revocation: the first 12 digits of ``hash``.
    package let id: String
    /// The SHA-256 of the secret's text, 64 lower-case hexadecimal digits.
    package let hash: String
    /// The owner of the data that the token opens; `local` is the command line's owner.
    package let owner: String
    /// What its owner calls it; empty for tokens of the command line.
    package let name: String
    /// What the token permits.
    package let scope: AccessScope
    /// The time of creation, in seconds since 1970-01-01 UTC.
    package let createdAt: Int
    /// The first second in which it is no longer valid, since 1970-01-01 UTC; nil if it never expires.
    package let expiresAt: Int?
    /// The UTC day of its last use, in days since 1970-01-01; nil if it was never used. A day is precise enough to find unused
    /// tokens.
    package var lastUsedDay: Int?
    /// The time of revocation, in seconds since 1970-01-01 UTC; nil if it is not revoked.
    package var revokedAt: Int?

    /// Creates a stored token.
    package init(
        id: String, hash: String, owner: String, name: String = "", scope: AccessScope, createdAt: Int, expiresAt: Int?,
        lastUsedDay: Int? = nil, revokedAt: Int? = nil
    ) {
        (self.id, self.hash, self.owner, self.name, self.scope) = (id, hash, owner, name, scope)
        (self.createdAt, self.expiresAt, self.lastUsedDay, self.revokedAt) = (createdAt, expiresAt, lastUsedDay, revokedAt)
    }

    /// Returns true if the token is valid at a time, in seconds since 1970-01-01 UTC.
    package func isValid(at time: Int) -> Bool { revokedAt == nil && expiresAt.map { time < $0 } ?? true }
}

/// Stores tokens. Changes by one process are visible to all others with their next call.
package protocol TokenRepository: Sendable {
    /// Stores a new token.
    ///
    /// - Throws: ``AccessError/tokenExists(id:)`` if another token has its id or hash.
    func save(_ token: AccessToken) async throws
    /// Returns the token with a secret's hash, valid or not, or nil if there is none.
    func token(hash: String) async throws -> AccessToken?
    /// Returns all tokens, oldest first, including expired and revoked ones.
    func tokens() async throws -> [AccessToken]
    /// Revokes a token permanently. A token that was already revoked keeps its earlier time.
    ///
    /// - Returns: the token after the change; nil if there is none with that id.
    func revokeToken(_ id: String, at time: Int) async throws -> AccessToken?
    /// Records the day of a token's last use. An earlier day than the recorded one has no effect.
    func noteUse(ofToken id: String, day: Int) async throws
}
