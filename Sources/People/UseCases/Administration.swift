import Access

/// The work of operators: they see accounts and their states, but not their contents.
package struct Administration: Sendable {
    let parts: PeopleParts

    package init(_ parts: PeopleParts) { self.parts = parts }

    /// An account as operators see it.
    package struct Listed: Equatable, Sendable {
        package let person: Person
        package let sessionCount: Int
        package let lastUsedAt: Int?
    }

    // MARK: Looking

    /// - Parameters:
    ///   - text: a part of the name or address; nil for all.
    ///   - last: the id of the last account on the previous page.
    package func list(matching text: String?, after last: String?, limit: Int) async throws -> [Listed] {
        let now = parts.now()
        return try await parts.read { records in
            try records.people(matching: text, after: last, limit: limit).map { try records.listed($0, now) }
        }
    }

    /// - Parameter name: an id or an address.
    /// - Throws: ``PeopleError/noSuchAccount(_:)``.
    package func show(_ name: String) async throws -> Listed {
        let now = parts.now()
        return try await parts.read { try $0.listed(try $0.named(name), now) }
    }

    /// Events of one account or of all, newest first.
    package func events(of name: String?, before: Int64?, limit: Int) async throws -> [SecurityEvent] {
        try await parts.read { records in
            try records.events(of: try name.map { try records.named($0).id }, before: before, limit: limit)
        }
    }

    // MARK: Locking

    /// Locks an account, with effect from the next request. Tokens no longer work either.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``, ``PeopleError/lastOperator``, ``PeopleError/ownAccount``.
    package func lock(_ name: String, reason: String, _ client: Client) async throws -> Person {
        try await parts.change(client) { change in
            var person = try change.records.named(name)
            try change.requireOtherOperator(than: person)
            guard person.id != client.actor else { throw PeopleError.ownAccount }
            guard person.lock == nil else { return person }
            person.lock = Person.Lock(since: change.now, reason: reason)
            try change.records.update(person)
            try change.endSessions(of: person.id)
            try change.note(.locked, of: person.id, detail: reason)
            try change.notify(.accountLocked, to: person, ["reason": reason])
            return person
        }
    }

    /// - Throws: ``PeopleError/noSuchAccount(_:)``.
    package func unlock(_ name: String, _ client: Client) async throws -> Person {
        try await parts.change(client) { change in
            var person = try change.records.named(name)
            guard person.lock != nil else { return person }
            person.lock = nil
            try change.records.update(person)
            try change.note(.unlocked, of: person.id)
            try change.notify(.accountUnlocked, to: person, ["reason": ""])
            return person
        }
    }

    /// Ends all sessions of a person.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``.
    package func endSessions(of name: String, _ client: Client) async throws -> Int {
        try await parts.change(client) { change in
            let person = try change.records.named(name)
            let count = try change.records.sessions(of: person.id).count
            try change.endSessions(of: person.id)
            try change.note(.sessionsEnded, of: person.id, detail: "\(count)")
            if count > 0 { try change.tell(.sessionsEnded, to: person) }
            return count
        }
    }

    // MARK: Help

    /// Mails the person a link with which they set a new password. Only the person sees the link.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``.
    package func startReset(of name: String, _ client: Client) async throws -> Person {
        try await parts.change(client) { change in
            let person = try change.records.named(name)
            try change.note(.passwordResetRequested, of: person.id)
            try change.notify(.passwordReset, to: person)
            return person
        }
    }

    /// Makes a link with which the person sets a new password, for a machine without mail.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``.
    package func makeResetLink(of name: String, _ client: Client) async throws -> (person: Person, secret: Secret) {
        try await parts.change(client) { change in
            let person = try change.records.named(name)
            let secret = try change.makeLink(.passwordReset, of: person.id)
            try change.note(.passwordResetRequested, of: person.id)
            return (person, secret)
        }
    }

    /// Starts the removal of a lost second factor: the person confirms it with a mailed link and the password.
    ///
    /// - Throws: ``PeopleError/noSuchAccount(_:)``, ``PeopleError/noSecondFactor``.
    package func startSecondFactorRemoval(of name: String, _ client: Client) async throws -> Person {
        try await parts.change(client) { change in
            let person = try change.records.named(name)
            guard person.hasSecondFactor else { throw PeopleError.noSecondFactor }
            try change.note(.secondFactorRemovalStarted, of: person.id)
            try change.notify(.secondFactorRemoval, to: person)
            return person
        }
    }

    /// Deletes an account at once, with all its data.
    ///
    /// - Returns: the owner, whose files elsewhere must be deleted too.
    /// - Throws: ``PeopleError/noSuchAccount(_:)``, ``PeopleError/lastOperator``.
    package func delete(_ name: String, _ client: Client) async throws -> Person {
        let person: Person = try await parts.change(client) { change in
            let person = try change.records.named(name)
            // The very last account may be deleted: the machine is then as it was before the first one.
            if try change.records.people(matching: nil, after: nil, limit: 2).count > 1 {
                try change.requireOtherOperator(than: person)
            }
            return person
        }
        try await Deletions.eraseNow(person, parts, client)
        return person
    }

    // MARK: Invitations

    /// Invites a person. The link is created when the mail is sent.
    ///
    /// - Throws: ``PeopleError/badEmail(_:)``, ``PeopleError/accountExists(_:)``.
    package func invite(_ email: String, _ client: Client) async throws -> Invitation {
        let email = try EmailAddress(email)
        return try await parts.change(client) { change in
            let invitation = try change.makeInvitation(email, .person, takesOver: nil, hash: nil)
            try change.notify(.invitation, subject: invitation.id, to: email, name: "", language: .english)
            return invitation
        }
    }

    /// Invites a person with a link that the caller hands over, for the command line.
    ///
    /// - Parameter owner: the owner whose data the person takes over; nil for a new owner.
    /// - Throws: ``PeopleError/badEmail(_:)``, ``PeopleError/accountExists(_:)``, ``PeopleError/ownerHasAccount(_:)``,
    ///   ``PeopleError/unknownOwner(_:)``.
    package func makeInvitation(
        for email: String, _ role: Person.Role, takingOver owner: String?, _ client: Client
    ) async throws -> (invitation: Invitation, secret: Secret) {
        let email = try EmailAddress(email)
        let secret = Secret(.invitation)
        let invitation = try await parts.change(client) { change in
            if let owner {
                guard try change.records.ownerExists(owner) else { throw PeopleError.unknownOwner(owner) }
                guard try change.records.person(owner: owner) == nil else { throw PeopleError.ownerHasAccount(owner) }
            }
            return try change.makeInvitation(email, role, takesOver: owner, hash: secret.hash)
        }
        return (invitation, secret)
    }

    /// All invitations, newest first.
    package func invitations() async throws -> [Invitation] { try await parts.read { try $0.invitations() } }

    /// - Throws: ``PeopleError/noSuchInvitation(_:)``.
    package func revokeInvitation(_ id: String, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard var invitation = try change.records.invitation(id: id), invitation.isOpen(at: change.now) else {
                throw PeopleError.noSuchInvitation(id)
            }
            invitation.endedAt = change.now
            try change.records.save(invitation)
            try change.note(.invitationRevoked, of: nil, detail: id)
        }
    }
}

extension PeopleRecords {
    fileprivate func named(_ name: String) throws -> Person {
        guard let person = try person(id: name) ?? person(email: name.lowercased()) else { throw PeopleError.noSuchAccount(name) }
        return person
    }

    fileprivate func listed(_ person: Person, _ now: Int) throws -> Administration.Listed {
        let open = try sessions(of: person.id).filter { $0.isValid(at: now) }
        return Administration.Listed(person: person, sessionCount: open.count, lastUsedAt: open.map(\.lastUsedAt).max())
    }
}

extension PeopleChange {
    fileprivate func makeInvitation(
        _ email: EmailAddress, _ role: Person.Role, takesOver: String?, hash: String?
    ) throws -> Invitation {
        guard try records.person(email: email.key) == nil else { throw PeopleError.accountExists(email.text) }
        let invitation = Invitation(
            id: PeopleID.invitation(), hash: hash, email: email, role: role, takesOver: takesOver, invitedBy: client.actor,
            createdAt: now, expiresAt: now + rules.invitationSeconds)
        try records.save(invitation)
        try note(.invitationCreated, of: nil, detail: invitation.id)
        return invitation
    }
}
