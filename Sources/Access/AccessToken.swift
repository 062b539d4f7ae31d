/// Who may do what: a token as it is stored, without its secret.
package struct AccessToken: Equatable, Sendable {
    /// For lists and for revoking: the first 12 digits of ``hash``.
    package let id: String
    /// SHA-256 of the secret's text, 64 lower-case hexadecimal digits.
    package let hash: String
    /// Whose data it opens; `local` is the command line's own.
    package let owner: String
    /// What it allows.
    package let scope: AccessScope
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int
    /// The first second in which it is no longer valid, since 1970-01-01 UTC; nil for one without an end.
    package let expiresAt: Int?
    /// The UTC day on which it was last used, in days since 1970-01-01; nil when it never was. A day is enough to find what is forgotten.
    package var lastUsedDay: Int?
    /// When it was revoked, in seconds since 1970-01-01 UTC; nil while it is not.
    package var revokedAt: Int?

    /// A token as it is stored.
    package init(
        id: String, hash: String, owner: String, scope: AccessScope, createdAt: Int, expiresAt: Int?, lastUsedDay: Int? = nil,
        revokedAt: Int? = nil
    ) {
        (self.id, self.hash, self.owner, self.scope) = (id, hash, owner, scope)
        (self.createdAt, self.expiresAt, self.lastUsedDay, self.revokedAt) = (createdAt, expiresAt, lastUsedDay, revokedAt)
    }

    /// Whether it opens anything at a moment, in seconds since 1970-01-01 UTC.
    package func isValid(at time: Int) -> Bool { revokedAt == nil && expiresAt.map { time < $0 } ?? true }
}

/// Keeps tokens. What one process saves or revokes, every other one sees with its next call.
package protocol TokenRepository: Sendable {
    /// Keeps a new token.
    ///
    /// - Throws: ``AccessError/tokenExists(id:)`` where one has the id or the hash.
    func save(_ token: AccessToken) async throws
    /// The token of a secret's hash, valid or not; nil when there is none.
    func token(hash: String) async throws -> AccessToken?
    /// All tokens, the oldest first, expired and revoked ones included.
    func tokens() async throws -> [AccessToken]
    /// Ends a token for good; one that was revoked before keeps the time of then.
    ///
    /// - Returns: the token as it is now; nil when none has the id.
    func revokeToken(_ id: String, at time: Int) async throws -> AccessToken?
    /// Notes the day of a token's last use; an earlier day than the noted one changes nothing.
    func noteUse(ofToken id: String, day: Int) async throws
}
