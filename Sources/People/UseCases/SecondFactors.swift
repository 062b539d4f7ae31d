import Access

/// One-time codes of an authenticator app, and the recovery codes for when it is lost.
package struct SecondFactors: Sendable {
    let parts: PeopleParts
    let cryptography: any CredentialCryptography
    let sessions: Sessions

    /// Whether a person has a second factor, and how many recovery codes are left.
    package struct State: Equatable, Sendable {
        package let isOn: Bool
        package let isNeeded: Bool
        package let recoveryCodes: Int
        /// When it will be removed because its loss was reported; nil if it will not.
        package let removedFrom: Int?
    }

    package func state(of person: String) async throws -> State {
        try await parts.read { records in
            guard let found = try records.person(id: person) else { throw PeopleError.sessionOver }
            return State(
                isOn: found.hasSecondFactor, isNeeded: sessions.duties.needsSecondFactor(found),
                recoveryCodes: try records.recoveryCodeCount(of: person), removedFrom: found.totpRemovedFrom)
        }
    }

    // MARK: Setting up

    /// Offers a new seed, which is shown only now.
    ///
    /// - Throws: ``PeopleError/secondFactorIsOn``.
    package func offer(_ standing: SessionStanding, _ client: Client) async throws -> TOTPOffer {
        let seed = cryptography.newSeed()
        let sealed = try cryptography.seal(seed: seed, of: standing.person)
        let account = try await parts.change(client) { change in
            guard var person = try change.records.person(id: standing.person) else { throw PeopleError.sessionOver }
            guard !person.hasSecondFactor else { throw PeopleError.secondFactorIsOn }
            person.totpOffer = Person.Offer(seed: sealed, madeAt: change.now)
            try change.records.update(person)
            return person.email.text
        }
        return try cryptography.offer(seed: seed, account: account)
    }

    /// Activates the offered seed after its first correct code. The other sessions end.
    ///
    /// - Returns: the recovery codes, which are shown only now.
    /// - Throws: ``PeopleError/noOffer``, ``PeopleError/wrongCode``, ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func confirm(_ code: String, _ standing: SessionStanding, _ client: Client) async throws -> [String] {
        let codes = cryptography.newRecoveryCodes()
        let result: Result<Void, PeopleError> = try await parts.change(client) { change in
            guard var person = try change.records.person(id: standing.person) else { return .failure(.sessionOver) }
            guard !person.hasSecondFactor else { return .failure(.secondFactorIsOn) }
            guard let offer = person.totpOffer, change.now < offer.madeAt + change.rules.totpOfferSeconds else {
                return .failure(.noOffer)
            }
            if let seconds = try change.take(change.rules.codes(.session(standing))) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            let seed = try cryptography.open(seed: offer.seed, of: person.id)
            guard let step = cryptography.step(ofCode: code, seed: seed, at: change.now, after: nil) else {
                return .failure(.wrongCode)
            }
            try change.forget(change.rules.codes(.session(standing)))
            (person.totpSeed, person.totpLastStep, person.totpOffer) = (offer.seed, step, nil)
            // A pending removal concerns the previous second factor.
            person.totpRemovedFrom = nil
            try change.records.update(person)
            try change.records.setRecoveryCodes(codes.map(\.hash), of: person.id)
            try change.endSessions(of: person.id, but: standing.session)
            try change.note(.secondFactorOn, of: person.id)
            try change.notify(.secondFactorOn, to: person)
            return .success(())
        }
        try result.get()
        return codes.map(\.code)
    }

    // MARK: Changing

    /// Makes new recovery codes; the earlier ones no longer work.
    ///
    /// - Throws: ``PeopleError/noSecondFactor``.
    package func renewRecoveryCodes(_ standing: SessionStanding, _ client: Client) async throws -> [String] {
        let codes = cryptography.newRecoveryCodes()
        try await parts.change(client) { change in
            guard let person = try change.records.person(id: standing.person), person.hasSecondFactor else {
                throw PeopleError.noSecondFactor
            }
            try change.records.setRecoveryCodes(codes.map(\.hash), of: person.id)
            try change.note(.recoveryCodesRenewed, of: person.id)
            try change.notify(.recoveryCodesRenewed, to: person)
        }
        return codes.map(\.code)
    }

    /// Removes the second factor. The other sessions end.
    ///
    /// - Throws: ``PeopleError/noSecondFactor``.
    package func remove(_ standing: SessionStanding, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard var person = try change.records.person(id: standing.person), person.hasSecondFactor else {
                throw PeopleError.noSecondFactor
            }
            try change.removeSecondFactor(of: &person)
            try change.endSessions(of: person.id, but: standing.session)
        }
    }

    // MARK: Lost

    /// Confirms the removal of a lost second factor, which an operator started, with the mailed link and the password. The factor
    /// is removed a day later, unless the link of a second mail stops that.
    ///
    /// - Returns: when it will be removed.
    /// - Throws: ``PeopleError/unknownLink``, ``PeopleError/wrongPassword``.
    package func confirmLoss(_ token: String, password: String, _ client: Client) async throws -> Int {
        guard let hash = Secret(.link, parsing: token)?.hash else { throw PeopleError.unknownLink }
        let begun: Result<Person, PeopleError> = try await parts.change(client) { change in
            if let seconds = try change.take(change.rules.signIns(from: client)) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            guard let person = try change.person(ofLink: hash, .secondFactorRemoval) else { return .failure(.unknownLink) }
            return .success(person)
        }
        let person = try begun.get()
        let counted = parts.rules.signIns(from: client)
        guard try await parts.verify(password, against: person.password, counted: counted, cryptography, client) != .wrong else {
            try await parts.change(client) {
                try $0.note(.signInFailed, of: person.id, .failure, detail: "removal of the second factor")
            }
            throw PeopleError.wrongPassword
        }
        let result: Result<Int, PeopleError> = try await parts.change(client) { change in
            guard var current = try change.person(ofLink: hash, .secondFactorRemoval), current.password == person.password,
                current.hasSecondFactor
            else {
                return .failure(.unknownLink)
            }
            let time = change.now + change.rules.factorRemovalSeconds
            current.totpRemovedFrom = time
            try change.records.update(current)
            try change.records.removeLinks(.secondFactorRemoval, of: current.id)
            try change.giveBack(change.rules.signIns(from: client))
            try change.note(.secondFactorRemovalStarted, of: current.id)
            try change.notify(.secondFactorRemovalPending, to: current, ["date": MailTime.text(time)])
            return .success(time)
        }
        return try result.get()
    }

    /// Stops the removal of a second factor with a mailed link.
    ///
    /// - Throws: ``PeopleError/unknownLink``.
    package func stopRemoval(_ token: String, _ client: Client) async throws {
        guard let hash = Secret(.link, parsing: token)?.hash else { throw PeopleError.unknownLink }
        try await parts.change(client) { change in
            guard var person = try change.person(ofLink: hash, .secondFactorStop) else { throw PeopleError.unknownLink }
            person.totpRemovedFrom = nil
            try change.records.update(person)
            try change.records.removeLinks(.secondFactorStop, of: person.id)
            try change.note(.secondFactorRemovalStopped, of: person.id)
        }
    }

    /// Removes the second factors whose removal is due.
    func removeDue() async throws {
        try await parts.change(.clock) { change in
            for var person in try change.records.peopleLosingSecondFactor(at: change.now) {
                try change.removeSecondFactor(of: &person)
                try change.endSessions(of: person.id)
                try change.records.removeLinks(.secondFactorStop, of: person.id)
            }
        }
    }
}

extension PeopleChange {
    fileprivate func removeSecondFactor(of person: inout Person) throws {
        (person.totpSeed, person.totpLastStep, person.totpOffer, person.totpRemovedFrom) = (nil, nil, nil, nil)
        try records.update(person)
        try records.setRecoveryCodes([], of: person.id)
        try note(.secondFactorOff, of: person.id)
        try notify(.secondFactorOff, to: person)
    }
}
