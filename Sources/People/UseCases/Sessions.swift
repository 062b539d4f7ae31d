import Access

/// Sessions of people who are signed in, and their devices.
package struct Sessions: Sendable {
    let parts: PeopleParts
    let cryptography: any CredentialCryptography
    let duties: PeopleDuties

    // MARK: Each request

    /// Returns the caller of a request with a session's secret. The store is read each time, so that an ended session stops working
    /// with the next request.
    ///
    /// - Throws: ``PeopleError/sessionOver``.
    package func principal(of secret: String, isCookie: Bool) async throws -> (principal: Principal, session: Session) {
        guard let secret = Secret(.session, parsing: secret) else { throw PeopleError.sessionOver }
        let hash = secret.hash
        let found = try await parts.read { records in
            try records.session(hash: hash).flatMap { session in try records.person(id: session.person).map { (session, $0) } }
        }
        let now = parts.now()
        guard let (session, person) = found, ConstantTime.areEqual(session.hash, hash), session.isValid(at: now),
            person.lock == nil, (session.carrier == .cookie) == isCookie
        else { throw PeopleError.sessionOver }
        let standing = SessionStanding(
            person: person.id, session: session.id, sessionHash: session.hash, device: session.device,
            isOperator: person.isOperator, isFresh: session.isFresh(at: now, parts.rules),
            duty: person.duty(needsSecondFactor: duties.needsSecondFactor(person)), isCookie: isCookie)
        return (
            Principal(owner: person.owner, scope: person.isOperator ? .admin : .write, credential: .session(standing)), session
        )
    }

    /// Whether a caller's session or token is still valid, for answers that outlast a request.
    package func isCurrent(_ caller: Principal) async throws -> Bool {
        let now = parts.now()
        return try await parts.read { records in
            switch caller.credential {
            case .session(let standing):
                let session = try records.session(id: standing.session)
                return try session?.isValid(at: now) == true && records.person(id: standing.person)?.lock == nil
            case .token(let id):
                let isKeptOut = try records.person(owner: caller.owner).map { $0.lock != nil || $0.deletedFrom != nil } ?? false
                return try records.token(id: id)?.isValid(at: now) == true && !isKeptOut
            case nil: return true
            }
        }
    }

    /// Whether a use of a session must be recorded: uses are recorded by the minute.
    package func isWorthNoting(_ session: Session) -> Bool { parts.now() - session.lastUsedAt >= PeopleRules.minute }

    /// Records that a session is in use.
    package func noteUse(of session: Session) async throws {
        let now = parts.now()
        try await parts.store.changePeople { records in
            guard var current = try records.session(hash: session.hash), now > current.lastUsedAt else { return }
            current.lastUsedAt = now
            try records.update(current)
        }
    }

    // MARK: Lists

    /// The valid sessions of a person, most recently used first.
    package func all(of person: String) async throws -> [Session] {
        let now = parts.now()
        return try await parts.read { records in
            try records.sessions(of: person).filter { $0.isValid(at: now) }.sorted {
                ($0.lastUsedAt, $0.id) > ($1.lastUsedAt, $1.id)
            }
        }
    }

    /// The caller's own session, and its device if that is still known.
    ///
    /// - Throws: ``PeopleError/sessionOver``.
    package func current(_ standing: SessionStanding) async throws -> (session: Session, device: Device?) {
        let now = parts.now()
        return try await parts.read { records in
            guard let session = try records.session(id: standing.session) else { throw PeopleError.sessionOver }
            let device = try session.device.flatMap { try records.device(id: $0) }
            return (session, device.flatMap { now < $0.endsAt ? $0 : nil })
        }
    }

    /// The known devices of a person, most recently used first.
    package func devices(of person: String) async throws -> [Device] {
        let now = parts.now()
        return try await parts.read { records in
            try records.devices(of: person).filter { now < $0.endsAt }.sorted { ($0.lastUsedAt, $0.id) > ($1.lastUsedAt, $1.id) }
        }
    }

    // MARK: Ending

    /// Ends the caller's own session.
    package func signOut(_ standing: SessionStanding, _ client: Client) async throws {
        try await parts.change(client) { change in
            try change.records.removeSession(id: standing.session)
            try change.note(.signOut, of: standing.person)
        }
    }

    /// Ends one session of a person.
    ///
    /// - Throws: ``PeopleError/noSuchSession(_:)``, also for another person's session.
    package func end(_ id: String, of person: String, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard let session = try change.records.session(id: id), session.person == person else {
                throw PeopleError.noSuchSession(id)
            }
            try change.records.removeSession(id: id)
            // The device's PIN would open the next session.
            if let device = session.device { try change.removePIN(of: device) }
            try change.note(.sessionEnded, of: person, detail: id)
        }
    }

    /// Ends all sessions of a person but the caller's.
    ///
    /// - Returns: the number of ended sessions.
    package func endOthers(_ standing: SessionStanding, _ client: Client) async throws -> Int {
        try await parts.change(client) { change in
            let count = try change.records.sessions(of: standing.person).count { $0.id != standing.session }
            try change.endSessions(of: standing.person, but: standing.session)
            try change.note(.sessionsEnded, of: standing.person, detail: "\(count)")
            if count > 0, let person = try change.records.person(id: standing.person) {
                try change.tell(.sessionsEnded, to: person)
            }
            return count
        }
    }

    /// Forgets a device: ends its sessions and removes its PIN.
    ///
    /// - Throws: ``PeopleError/noSuchDevice(_:)``.
    package func endDevice(_ id: String, of person: String, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard try change.records.devices(of: person).contains(where: { $0.id == id }) else {
                throw PeopleError.noSuchDevice(id)
            }
            for session in try change.records.sessions(of: person) where session.device == id {
                try change.records.removeSession(id: session.id)
            }
            try change.records.removeDevice(id: id)
            try change.note(.deviceEnded, of: person, detail: id)
        }
    }

    // MARK: Password again

    /// Confirms the person's identity by password and second factor, so that credentials may be changed for ten minutes. The session
    /// gets a new secret.
    ///
    /// - Throws: ``PeopleError/wrongPassword``, ``PeopleError/codeNeeded``, ``PeopleError/wrongCode``,
    ///   ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func confirm(
        _ standing: SessionStanding, password: String, code: SecondFactorCode?, _ client: Client
    ) async throws -> SignedIn {
        let person = try await check(password, of: standing, client)
        let result: Result<SignedIn, PeopleError> = try await parts.change(client) { change in
            guard var current = try change.records.person(id: person.id), current.password == person.password,
                var session = try change.records.session(hash: standing.sessionHash)
            else { return .failure(.sessionOver) }
            if let error = try change.checkCode(code, of: &current, for: .session(standing), cryptography) {
                return .failure(error)
            }
            let secret = Secret(.session)
            (session.hash, session.provedAt, session.lastUsedAt) = (secret.hash, change.now, change.now)
            try change.records.update(session)
            return .success(
                SignedIn(
                    person: current, session: session, secret: secret.text, deviceSecret: nil,
                    duty: current.duty(needsSecondFactor: duties.needsSecondFactor(current))))
        }
        return try result.get()
    }

    /// Checks the password of the signed-in person. Wrong passwords count like failed sign-ins.
    func check(_ password: String, of standing: SessionStanding, _ client: Client) async throws -> Person {
        let counted = parts.rules.passwords(of: standing.person)
        let begun: Result<Person, PeopleError> = try await parts.change(client) { change in
            guard let person = try change.records.person(id: standing.person) else { return .failure(.sessionOver) }
            if let seconds = try change.take(counted) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            return .success(person)
        }
        let person = try begun.get()
        let verdict = try await parts.verify(password, against: person.password, counted: [counted], cryptography, client)
        let isRight = verdict != .wrong
        try await parts.change(client) { change in
            if isRight {
                try change.forget(counted)
            } else {
                try change.note(.signInFailed, of: person.id, .failure, detail: "password asked again")
            }
        }
        guard isRight else { throw PeopleError.wrongPassword }
        return person
    }
}

extension PeopleChange {
    /// Checks the second factor of a person who has one.
    ///
    /// - Returns: why the code is refused; nil if it is right or the person has no second factor.
    func checkCode(
        _ code: SecondFactorCode?, of person: inout Person, for use: CodeUse, _ cryptography: any CredentialCryptography
    ) throws -> PeopleError? {
        guard person.hasSecondFactor else { return nil }
        guard let code else { return .codeNeeded }
        // Recovery codes are too long to be guessed, and are the way out for a person whose codes are refused.
        let isGuessable = if case .totp = code { true } else { false }
        if isGuessable, let seconds = try take(rules.codes(use)) { return .tooManyAttempts(retryAfterSeconds: seconds) }
        guard try useCode(code, of: &person, cryptography) else {
            try note(.secondFactorFailed, of: person.id, .failure)
            if isGuessable, try failures(rules.codes(use)) == rules.codesBeforeMail {
                try notify(.secondFactorFailed, to: person)
            }
            return .wrongCode
        }
        if isGuessable { try forget(rules.codes(use)) }
        return nil
    }
}
