import Access
import Notices

/// Changes a password, and sets a new one when it was forgotten.
package struct Passwords: Sendable {
    let parts: PeopleParts
    package let cryptography: any CredentialCryptography
    let sessions: Sessions

    // MARK: Change

    /// Replaces the signed-in person's password. The other sessions end, and this one gets a new secret.
    ///
    /// - Throws: ``PeopleError/passwordsDiffer``, ``PeopleError/badPassword(reason:)``, ``PeopleError/wrongPassword``, and what
    ///   ``Sessions/confirm(_:password:code:_:)`` throws.
    package func change(
        _ standing: SessionStanding, current: String, new: String, again: String, code: SecondFactorCode?, _ client: Client
    ) async throws -> SignedIn {
        guard new == again else { throw PeopleError.passwordsDiffer }
        let person = try await sessions.check(current, of: standing, client)
        try cryptography.check(new, for: person)
        let hash = try await parts.hashing(for: client) { try await cryptography.hash(password: new) }
        let result: Result<SignedIn, PeopleError> = try await parts.change(client) { change in
            guard var changed = try change.records.person(id: person.id), changed.password == person.password,
                var session = try change.records.session(hash: standing.sessionHash)
            else { return .failure(.sessionOver) }
            if let error = try change.checkCode(code, of: &changed, for: .session(standing), cryptography) {
                return .failure(error)
            }
            try change.setPassword(hash, of: &changed)
            try change.records.removeLinks(.passwordReset, of: changed.id)
            try change.records.removeNotices(.passwordReset, of: changed.id)
            try change.endSessions(of: changed.id, but: session.id)
            let secret = Secret(.session)
            (session.hash, session.provedAt, session.lastUsedAt) = (secret.hash, change.now, change.now)
            try change.records.update(session)
            try change.note(.passwordChanged, of: changed.id)
            try change.notify(.passwordChanged, to: changed)
            return .success(
                SignedIn(
                    person: changed, session: session, secret: secret.text, deviceSecret: nil,
                    duty: changed.duty(needsSecondFactor: sessions.duties.needsSecondFactor(changed))))
        }
        return try result.get()
    }

    // MARK: Forgotten

    /// Mails a link with which the password can be set, if an account has the address. Does not reveal whether one has.
    package func requestReset(of email: String, _ client: Client) async throws {
        let email = try EmailAddress(email)
        let wait = try await parts.change(client) { change in
            let person = try change.records.person(email: email.key)
            if let seconds = try change.takeMail(to: email, isSent: person != nil) { return seconds as Int? }
            guard let person else { return nil }
            try change.note(.passwordResetRequested, of: person.id)
            try change.notify(.passwordReset, to: person)
            return nil
        }
        if let wait { throw PeopleError.tooManyMails(retryAfterSeconds: wait) }
    }

    /// Sets a new password with a mailed link. All sessions and devices end, and the person is not signed in.
    ///
    /// - Throws: ``PeopleError/unknownLink``, ``PeopleError/codeNeeded``, ``PeopleError/wrongCode``,
    ///   ``PeopleError/passwordsDiffer``, ``PeopleError/badPassword(reason:)``.
    package func reset(
        with token: String, new: String, again: String, code: SecondFactorCode?, _ client: Client
    ) async throws {
        guard new == again else { throw PeopleError.passwordsDiffer }
        guard let hash = Secret(.link, parsing: token)?.hash else { throw PeopleError.unknownLink }
        let begun: Result<Person, PeopleError> = try await parts.change(client) { change in
            if let seconds = try change.take(change.rules.signIns(from: client)) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            guard let person = try change.person(ofLink: hash, .passwordReset) else { return .failure(.unknownLink) }
            return .success(person)
        }
        let person = try begun.get()
        try cryptography.check(new, for: person)
        if person.hasSecondFactor, code == nil { throw PeopleError.codeNeeded }
        let password = try await parts.hashing(for: client) { try await cryptography.hash(password: new) }
        let result: Result<Void, PeopleError> = try await parts.change(client) { change in
            guard var changed = try change.person(ofLink: hash, .passwordReset) else { return .failure(.unknownLink) }
            if let error = try change.checkCode(code, of: &changed, for: .reset(changed.id), cryptography) {
                return .failure(error)
            }
            try change.giveBack(change.rules.signIns(from: client))
            try change.records.removeLinks(.passwordReset, of: changed.id)
            try change.setPassword(password, of: &changed)
            try change.endSessions(of: changed.id)
            try change.endDevices(of: changed.id)
            // The person who reads this mailbox is not the stranger who made the failed attempts.
            try change.forget(change.rules.signIns(as: changed.email.key))
            try change.forget(change.rules.passwords(of: changed.id))
            try change.note(.passwordReset, of: changed.id)
            try change.notify(.passwordChanged, to: changed)
            return .success(())
        }
        try result.get()
    }
}

extension CredentialCryptography {
    /// Checks a new password.
    ///
    /// - Parameter context: words that it must not consist of.
    /// - Throws: ``PeopleError/badPassword(reason:)``.
    package func check(_ password: String, context: [String]) throws(PeopleError) {
        if let fault = fault(ofPassword: password, context: context) { throw .badPassword(reason: fault) }
    }

    fileprivate func check(_ password: String, for person: Person) throws(PeopleError) {
        try check(password, context: [person.name, person.email.text])
    }
}

extension PeopleChange {
    /// Returns the person of a link that is valid for a purpose.
    func person(ofLink hash: String, _ purpose: Link.Purpose) throws -> Person? {
        guard let link = try records.link(hash: hash), link.purpose == purpose, now < link.expiresAt else { return nil }
        return try records.person(id: link.subject)
    }

    fileprivate func setPassword(_ hash: String, of person: inout Person) throws {
        (person.password, person.passwordSetAt, person.mustChangePassword) = (hash, now, false)
        try records.update(person)
    }
}
