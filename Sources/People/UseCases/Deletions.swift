import Access

/// Deletes an account: the person asks with the password and can undo it within a week; after that it is final.
package struct Deletions: Sendable {
    let parts: PeopleParts
    let sessions: Sessions

    /// Schedules the deletion of the caller's account. Other sessions and all tokens end at once.
    ///
    /// - Parameter email: the account's address, typed by the person, so that an account is not deleted by mistake.
    /// - Returns: when the account will be deleted.
    /// - Throws: ``PeopleError/wrongPassword``, ``PeopleError/wrongAddressTyped``, ``PeopleError/lastOperator``.
    package func schedule(
        _ standing: SessionStanding, password: String, email: String, code: SecondFactorCode?, _ client: Client
    ) async throws -> Int {
        let person = try await sessions.check(password, of: standing, client)
        guard email.lowercased() == person.email.key else { throw PeopleError.wrongAddressTyped }
        let result: Result<Int, PeopleError> = try await parts.change(client) { change in
            guard var current = try change.records.person(id: person.id), current.password == person.password else {
                return .failure(.sessionOver)
            }
            if let error = try change.checkCode(code, of: &current, for: .session(standing), sessions.cryptography) {
                return .failure(error)
            }
            try change.requireOtherOperator(than: current)
            let time = change.now + change.rules.deletionSeconds
            current.deletedFrom = time
            try change.records.update(current)
            try change.endSessions(of: current.id, but: standing.session)
            try change.endDevices(of: current.id)
            try change.records.revokeTokens(of: current.owner, at: change.now)
            try change.note(.deletionScheduled, of: current.id)
            try change.notify(.deletionScheduled, to: current, ["date": MailTime.text(time)])
            return .success(time)
        }
        return try result.get()
    }

    /// Keeps the account.
    ///
    /// - Throws: ``PeopleError/noDeletion``.
    package func undo(_ standing: SessionStanding, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard var person = try change.records.person(id: standing.person), let time = person.deletedFrom, change.now < time
            else { throw PeopleError.noDeletion }
            person.deletedFrom = nil
            try change.records.update(person)
            try change.note(.deletionUndone, of: person.id)
        }
    }

    /// Deletes the accounts whose deletion is due.
    ///
    /// - Parameter removeFiles: deletes the files of an owner outside the store. Called before the account is deleted, so that no
    ///   file outlives it if the server stops in between; accounts that are due write nothing more.
    func eraseDue(removingFiles removeFiles: (_ owner: String) async -> Void) async throws {
        let due = try await parts.read { [now = parts.now()] in try $0.peopleToDelete(at: now) }
        for person in due {
            await removeFiles(person.owner)
            try await Self.erase(person, parts, .clock)
        }
        try await Self.wipe(parts)
    }

    /// Deletes an account now, with all its data.
    static func eraseNow(_ person: Person, _ parts: PeopleParts, _ client: Client) async throws {
        try await erase(person, parts, client)
        try await wipe(parts)
    }

    private static func erase(_ person: Person, _ parts: PeopleParts, _ client: Client) async throws {
        parts.mustWipe.set(true)
        try await parts.change(client) { change in
            try change.records.erase(person)
            // Without the person's id: the log only keeps that an account was deleted.
            try change.note(.deleted, of: nil)
            try change.notify(
                .accountDeleted, subject: "", to: person.email, name: "", language: person.choices.language)
        }
    }

    /// Retried with the next deletions if the database is busy.
    private static func wipe(_ parts: PeopleParts) async throws {
        guard parts.mustWipe.isSet else { return }
        try await parts.store.wipeDeleted()
        parts.mustWipe.set(false)
    }
}

extension PeopleChange {
    /// Throws if the account is the last operator's: an operator must remain to unlock other accounts.
    func requireOtherOperator(than person: Person) throws {
        guard person.isOperator else { return }
        guard try records.operatorCount() > 1 else { throw PeopleError.lastOperator }
    }
}
