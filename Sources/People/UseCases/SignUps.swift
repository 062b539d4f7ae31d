import Access
import Platform

/// Who can sign up.
package enum SignUpPolicy: String, Sendable, CaseIterable {
    /// People with an invitation.
    case invite
    /// All people.
    case open
    /// People whose accounts were made on the server's machine.
    case closed
}

/// Signs people up and verifies their addresses.
package struct SignUps: Sendable {
    let parts: PeopleParts
    package let cryptography: any CredentialCryptography
    package let policy: SignUpPolicy

    /// The data of a sign-up.
    package struct Request: Sendable {
        package let name: String
        /// Nil means the address of the invitation.
        package let email: String?
        package let password: String
        package let acceptsTerms: Bool
        package let language: Person.Choices.Language
        /// The secret of an invitation.
        package let invitation: String?

        package init(
            name: String, email: String?, password: String, acceptsTerms: Bool, language: Person.Choices.Language,
            invitation: String?
        ) {
            (self.name, self.email, self.password, self.acceptsTerms) = (name, email, password, acceptsTerms)
            (self.language, self.invitation) = (language, invitation)
        }
    }

    package enum Outcome: Sendable {
        /// The account exists: the invitation proves the address.
        case created(Person)
        /// A mail was queued. The outcome is the same for an address that is in use.
        case mailed
    }

    /// Signs a person up.
    ///
    /// - Throws: ``PeopleError``.
    package func signUp(_ request: Request, _ client: Client) async throws -> Outcome {
        guard request.acceptsTerms else { throw PeopleError.termsNotAccepted }
        let name = try PersonName.checked(request.name)
        let invitation = try await invitation(request.invitation)
        guard let email = try request.email.map({ text throws(PeopleError) in try EmailAddress(text) }) ?? invitation?.email else {
            throw PeopleError.badEmail("")
        }
        if let invitation, invitation.email != email { throw PeopleError.unknownInvitation }
        try cryptography.check(request.password, context: [name, email.text])
        // Invitations have no limit: operators create them.
        if invitation == nil, let seconds = try await takeSignUp(client) {
            throw PeopleError.tooManyAttempts(retryAfterSeconds: seconds)
        }
        // One hash for known and unknown addresses, so that the time reveals nothing.
        let password = try await parts.hashing(for: client) { try await cryptography.hash(password: request.password) }
        if let invitation {
            return .created(try await accept(invitation, name: name, password: password, language: request.language, client).get())
        }
        try await store(email, name: name, password: password, request.language, client)
        return .mailed
    }

    private func invitation(_ text: String?) async throws -> Invitation? {
        guard let text else {
            switch policy {
            case .open: return nil
            case .invite: throw PeopleError.invitationNeeded
            case .closed: throw PeopleError.signUpClosed
            }
        }
        let now = parts.now()
        guard let hash = Secret(.invitation, parsing: text)?.hash,
            let invitation = try await parts.read({ try $0.invitation(hash: hash) }), invitation.isOpen(at: now),
            policy != .closed || invitation.invitedBy == nil
        else { throw PeopleError.unknownInvitation }
        return invitation
    }

    private func takeSignUp(_ client: Client) async throws -> Int? {
        try await parts.change(client) { try $0.take($0.rules.signUps(from: client) + [$0.rules.allSignUps]) }
    }

    private func accept(
        _ invitation: Invitation, name: String, password: String, language: Person.Choices.Language, _ client: Client
    ) async throws -> Result<Person, PeopleError> {
        try await parts.change(client) { change in
            guard var current = try change.records.invitation(id: invitation.id), current.isOpen(at: change.now),
                try change.records.person(email: current.email.key) == nil
            else { return .failure(.unknownInvitation) }
            let person = try change.makePerson(
                email: current.email, name: name, password: password, language: language, role: current.role,
                takingOver: current.takesOver)
            (current.endedAt, current.acceptedBy) = (change.now, person.id)
            try change.records.save(current)
            try change.note(.invitationAccepted, of: person.id)
            return .success(person)
        }
    }

    /// Keeps a sign-up until its address is verified. If the address is in use, the account's owner gets a mail.
    private func store(
        _ email: EmailAddress, name: String, password: String, _ language: Person.Choices.Language, _ client: Client
    ) async throws {
        // No name in the mail: strangers could choose text that we send to others.
        try await parts.change(client) { change in
            let known = try change.records.person(email: email.key)
            let signUp = SignUp(
                id: RandomID.hexadecimal(digits: 24), email: email, name: name, password: password, language: language,
                createdAt: change.now)
            if known == nil { try change.records.insert(signUp) }
            try change.note(.signUp, of: known?.id, known == nil ? .success : .failure)
            // The answer does not mention that there were too many mails: that would reveal whether the address is known.
            guard try change.takeMail(to: email, isSent: true) == nil else { return }
            if let known {
                try change.notify(.addressInUse, to: known)
            } else {
                try change.notify(.verification, subject: signUp.id, to: email, name: "", language: language)
            }
        }
    }

    // MARK: Verification

    /// Makes the account of a sign-up. It asks for the password of the sign-up, so that an attacker cannot gain an account by
    /// signing up with another person's address and waiting for a click.
    ///
    /// - Throws: ``PeopleError/unknownLink``, ``PeopleError/wrongPassword``,
    ///   ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func verify(_ token: String, password: String, _ client: Client) async throws -> Person {
        guard let hash = Secret(.link, parsing: token)?.hash else { throw PeopleError.unknownLink }
        let begun: Result<SignUp, PeopleError> = try await parts.change(client) { change in
            if let seconds = try change.take(change.rules.signIns(from: client)) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            guard let signUp = try change.signUp(ofLink: hash) else { return .failure(.unknownLink) }
            return .success(signUp)
        }
        let signUp = try begun.get()
        let counted = parts.rules.signIns(from: client)
        guard try await parts.verify(password, against: signUp.password, counted: counted, cryptography, client) != .wrong else {
            throw PeopleError.wrongPassword
        }
        let result: Result<Person, PeopleError> = try await parts.change(client) { change in
            guard try change.signUp(ofLink: hash) == signUp, try change.records.person(email: signUp.email.key) == nil else {
                return .failure(.unknownLink)
            }
            let person = try change.makePerson(
                email: signUp.email, name: signUp.name, password: signUp.password, language: signUp.language, role: .person,
                takingOver: nil)
            try change.records.removeLinks(.verification, of: signUp.id)
            try change.records.removeSignUps(email: signUp.email.key)
            try change.giveBack(change.rules.signIns(from: client))
            try change.note(.verified, of: person.id)
            return .success(person)
        }
        return try result.get()
    }

    /// Sends the mail of the latest sign-up with an address again. Does not reveal whether there is one.
    ///
    /// - Throws: ``PeopleError/tooManyMails(retryAfterSeconds:)``, for known and unknown addresses alike.
    package func sendAgain(to email: String, _ client: Client) async throws {
        let email = try EmailAddress(email)
        let wait = try await parts.change(client) { change in
            let signUp = try change.records.latestSignUp(email: email.key)
            if let seconds = try change.takeMail(to: email, isSent: signUp != nil) { return seconds as Int? }
            guard let signUp else { return nil }
            try change.notify(.verification, subject: signUp.id, to: email, name: "", language: signUp.language)
            return nil
        }
        if let wait { throw PeopleError.tooManyMails(retryAfterSeconds: wait) }
    }
}

extension PeopleChange {
    fileprivate func signUp(ofLink hash: String) throws -> SignUp? {
        guard let link = try records.link(hash: hash), link.purpose == .verification, now < link.expiresAt else { return nil }
        return try records.signUp(id: link.subject)
    }

    /// Makes an account.
    ///
    /// - Parameter owner: the owner whose data the person takes over; nil for a new owner.
    func makePerson(
        email: EmailAddress, name: String, password: String, language: Person.Choices.Language, role: Person.Role,
        takingOver owner: String?
    ) throws -> Person {
        let id = PeopleID.person()
        var person = Person(
            id: id, owner: owner ?? id, role: role, email: email, name: name, password: password, termsAcceptedAt: now,
            createdAt: now)
        person.choices.language = language
        if let owner {
            guard try records.person(owner: owner) == nil else { throw PeopleError.ownerHasAccount(owner) }
        } else {
            try records.insertOwner(person.owner)
        }
        try records.insert(person)
        return person
    }
}
