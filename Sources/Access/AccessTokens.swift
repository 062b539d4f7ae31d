/// What is done with tokens: made, listed, revoked, and checked at each request.
package struct AccessTokens: Sendable {
    private let repository: any TokenRepository
    /// Seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// - Parameter now: the clock, seconds since 1970-01-01 UTC.
    package init(_ repository: any TokenRepository, now: @escaping @Sendable () -> Int) {
        (self.repository, self.now) = (repository, now)
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - owner: whose data it opens: 1 to 64 letters, digits, `.`, `-`, `_` or `@`.
    ///   - expiresAt: the first second in which it is no longer valid, since 1970-01-01 UTC; nil for no end.
    /// - Returns: the token, and its secret, which nobody can tell later.
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
        try await repository.save(token)
        return (token, secret)
    }

    /// The valid token that a bearer's text belongs to.
    ///
    /// It is looked up at each call, 40 µs that make a revocation in another process count from the next request on. The index finds it
    /// by its hash, of which nobody can steer a prefix, and the hashes are compared once more in constant time.
    ///
    /// - Parameter text: what stands after `Bearer ` in the header.
    /// - Throws: ``AccessError/malformedToken``, ``AccessError/unknownToken``, ``AccessError/revoked(id:at:)``,
    ///   ``AccessError/expired(id:at:)``, and what the repository throws.
    package func verify(_ text: some StringProtocol & Sendable) async throws -> AccessToken {
        let hash = try TokenSecret(parsing: text).hash
        guard let token = try await repository.token(hash: hash), ConstantTime.areEqual(token.hash, hash) else {
            throw AccessError.unknownToken
        }
        if let revokedAt = token.revokedAt { throw AccessError.revoked(id: token.id, at: revokedAt) }
        if let expiresAt = token.expiresAt, now() >= expiresAt { throw AccessError.expired(id: token.id, at: expiresAt) }
        return token
    }

    /// Notes that a token was used today. Writes once a day for each token and does nothing else; a request need not wait for it, nor
    /// fail with it.
    package func noteUse(of token: AccessToken) async throws {
        guard isFirstUse(of: token) else { return }
        try await repository.noteUse(ofToken: token.id, day: today)
    }

    /// Whether its use today is not noted yet.
    package func isFirstUse(of token: AccessToken) -> Bool { token.lastUsedDay.map { $0 < today } ?? true }

    private var today: Int { Int((Double(now()) / 86_400).rounded(.down)) }

    /// All tokens, the oldest first, expired and revoked ones included.
    package func all() async throws -> [AccessToken] { try await repository.tokens() }

    /// Ends a token for good, from every process's next request on.
    ///
    /// - Throws: ``AccessError/noSuchToken(id:)``.
    @discardableResult package func revoke(_ id: String) async throws -> AccessToken {
        guard let token = try await repository.revokeToken(id, at: now()) else { throw AccessError.noSuchToken(id: id) }
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
