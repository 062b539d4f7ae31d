/// A stored token, with its rights but without its secret.
package struct AccessToken: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable { case valid, expired, revoked }

    /// The id for lists and for revocation: the first 12 digits of ``hash``.
    package let id: String
    /// The SHA-256 of the secret's text, 64 lower-case hexadecimal digits.
    package let hash: String
    /// The owner of the data that the token opens; `local` is the command line's owner.
    package let owner: String
    /// The name that its owner chose; empty for tokens of the command line.
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

    /// Returns the state at a time, in seconds since 1970-01-01 UTC.
    package func state(at time: Int) -> State { revokedAt != nil ? .revoked : isValid(at: time) ? .valid : .expired }
}
