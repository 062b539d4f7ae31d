import Access

/// Tokens that a person makes for programs. They give access to the person's data, but not to the account.
package struct PersonalTokens: Sendable {
    let parts: PeopleParts
    let duties: PeopleDuties

    package func all(of owner: String) async throws -> [AccessToken] { try await parts.read { try $0.tokens(of: owner) } }

    /// Makes a token.
    ///
    /// - Returns: the token and its secret, which is shown only now.
    /// - Throws: ``PeopleError``.
    package func create(
        name: String, scope: AccessScope, days: Int, for caller: Principal, _ standing: SessionStanding, _ client: Client
    ) async throws -> (token: AccessToken, secret: TokenSecret) {
        let name = try PersonName.checked(name)
        guard caller.scope.allows(scope) else {
            throw PeopleError.scopeTooLarge(have: caller.scope.rawValue, need: scope.rawValue)
        }
        guard days <= parts.rules.longestTokenDays else {
            throw PeopleError.tokenLifeTooLong(days: days, most: parts.rules.longestTokenDays)
        }
        let secret = TokenSecret()
        let result: Result<AccessToken, PeopleError> = try await parts.change(client) { change in
            guard let person = try change.records.person(id: standing.person) else { return .failure(.sessionOver) }
            let valid = try change.records.tokens(of: person.owner).count { $0.isValid(at: change.now) }
            guard valid < change.rules.mostTokens else { return .failure(.tooManyTokens(most: change.rules.mostTokens)) }
            if let seconds = try change.take(change.rules.newTokens(of: person.id)) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            let token = AccessToken(
                id: secret.tokenID, hash: secret.hash, owner: person.owner, name: name, scope: scope, createdAt: change.now,
                expiresAt: change.now + days * PeopleRules.day)
            try change.records.insert(token)
            try change.note(.tokenCreated, of: person.id, detail: "\(token.id) \(name)")
            try change.notify(.tokenCreated, to: person, ["token": name, "scope": scope.rawValue])
            return .success(token)
        }
        return (try result.get(), secret)
    }

    /// Revokes a token.
    ///
    /// - Throws: ``PeopleError/noSuchToken(_:)``, also for another person's token.
    package func revoke(_ id: String, of owner: String, _ standing: SessionStanding, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard let token = try change.records.token(id: id), token.owner == owner, token.revokedAt == nil else {
                throw PeopleError.noSuchToken(id)
            }
            try change.records.revokeToken(id: id, at: change.now)
            try change.note(.tokenRevoked, of: standing.person, detail: id)
        }
    }

    /// Checks that a token's owner is not locked out, and limits its scope to what the owner's role permits now.
    ///
    /// - Throws: `AccessError.revoked(id:at:)` for a locked account or one that is about to be deleted.
    package func limited(_ principal: Principal) async throws -> Principal {
        guard let id = principal.credential?.id, let person = try await parts.read({ try $0.person(owner: principal.owner) }) else {
            return principal
        }
        if let since = person.lock?.since ?? person.deletedFrom { throw AccessError.revoked(id: id, at: since) }
        // A duty that an operator must fulfil first also limits tokens, not only sessions.
        let isOperator = person.isOperator && person.duty(needsSecondFactor: duties.needsSecondFactor(person)) == nil
        guard principal.scope == .admin, !isOperator else { return principal }
        return Principal(owner: principal.owner, scope: .write, credential: principal.credential)
    }
}
