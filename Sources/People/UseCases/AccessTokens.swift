import Access
import Store

/// Creates, lists, revokes and verifies tokens.
package struct AccessTokens: Sendable {
    private let store: Store
    /// Returns seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// Creates the service.
    ///
    /// - Parameter now: returns seconds since 1970-01-01 UTC.
    package init(_ store: Store, now: @escaping @Sendable () -> Int) {
        (self.store, self.now) = (store, now)
    }

    /// Creates a token.
    ///
    /// - Parameters:
    ///   - owner: the owner of the data that it opens: 1 to 64 letters, digits, `.`, `-`, `_` or `@`.
    ///   - expiresAt: the first second in which it is no longer valid, since 1970-01-01 UTC; nil for no expiry.
    /// - Returns: the token, and its secret, which cannot be retrieved later.
    /// - Throws: ``AccessError/badOwner(_:)``, ``AccessError/expiresInThePast(at:now:)``.
    package func create(
        owner: String, scope: AccessScope, expiresAt: Int?
    ) async throws -> (token: AccessToken, secret: TokenSecret) {
        guard Self.isOwner(owner) else { throw AccessError.badOwner(owner) }
        let time = now()
        if let expiresAt, expiresAt <= time { throw AccessError.expiresInThePast(at: expiresAt, now: time) }
        let secret = TokenSecret()
        let token = AccessToken(
            id: secret.tokenID, hash: secret.hash, owner: owner, scope: scope, createdAt: time, expiresAt: expiresAt)
        try await store.save(token)
        return (token, secret)
    }

    /// Returns the valid token for the text of a bearer header.
    ///
    /// Each call looks the token up (40 µs), so that a revocation in another process takes effect with the next request. The index
    /// finds it by its hash, whose prefix a client cannot choose, and the hashes are then compared in constant time.
    ///
    /// - Parameter text: the text after `Bearer ` in the header.
    /// - Throws: ``AccessError/malformedToken``, ``AccessError/unknownToken``, ``AccessError/revoked(id:at:)``,
    ///   ``AccessError/expired(id:at:)``, and the errors of the store.
    package func verify(_ text: String) async throws -> AccessToken {
        let hash = try TokenSecret(parsing: text).hash
        guard let token = try await store.token(hash: hash), ConstantTime.areEqual(token.hash, hash) else {
            throw AccessError.unknownToken
        }
        if let revokedAt = token.revokedAt { throw AccessError.revoked(id: token.id, at: revokedAt) }
        if let expiresAt = token.expiresAt, now() >= expiresAt { throw AccessError.expired(id: token.id, at: expiresAt) }
        return token
    }

    /// Whether a token, named by its id, is valid now.
    package func isValid(_ id: String) async throws -> Bool {
        let now = now()
        return try await store.readPeople { try $0.token(id: id)?.isValid(at: now) ?? false }
    }

    /// Records that a token was used today. Writes at most once a day for each token. A request need not wait for this, and does
    /// not fail if this fails.
    package func noteUse(of token: AccessToken) async throws {
        guard isFirstUse(of: token) else { return }
        try await store.noteUse(ofToken: token.id, day: today)
    }

    /// Returns true if today's use is not recorded yet.
    package func isFirstUse(of token: AccessToken) -> Bool { token.lastUsedDay.map { $0 < today } ?? true }

    private var today: Int { Int((Double(now()) / 86_400).rounded(.down)) }

    /// Returns all tokens, oldest first, including expired and revoked ones.
    package func all() async throws -> [AccessToken] { try await store.tokens() }

    /// Revokes a token permanently, with effect from every process's next request.
    ///
    /// - Throws: ``AccessError/noSuchToken(id:)``.
    @discardableResult package func revoke(_ id: String) async throws -> AccessToken {
        guard let token = try await store.revokeToken(id, at: now()) else { throw AccessError.noSuchToken(id: id) }
        return token
    }

    private static func isOwner(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return character.isASCII && (character.isLetter || character.isNumber || ".-_@".contains(character))
            }
    }
}
