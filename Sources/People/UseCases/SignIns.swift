import Access

/// Signing in: with a password and a second factor, or with a PIN on a known device.
package struct SignIns: Sendable {
    let parts: PeopleParts
    let cryptography: any CredentialCryptography
    let duties: PeopleDuties

    /// The outcome of a password check.
    package enum Outcome: Sendable {
        case signedIn(SignedIn)
        /// The password was right; the second factor is missing. The secret identifies the sign-in.
        case needsCode(secret: String, expiresAt: Int)
    }

    /// The options of a sign-in.
    package struct Wish: Sendable {
        package var carrier = Session.Carrier.bearer
        package var isRemembered = false
        /// The secret of a device that signed in before.
        package var deviceSecret: String?

        package init(carrier: Session.Carrier = .bearer, isRemembered: Bool = false, deviceSecret: String? = nil) {
            (self.carrier, self.isRemembered, self.deviceSecret) = (carrier, isRemembered, deviceSecret)
        }
    }

    // MARK: Password

    /// Signs in with an address and a password. Neither the answer nor its time shows whether the address is known.
    ///
    /// - Throws: ``PeopleError/wrongCredentials``, ``PeopleError/tooManyAttempts(retryAfterSeconds:)``,
    ///   ``PeopleError/onlyByLink(retryAfterSeconds:)``, ``PeopleError/locked(reason:)``,
    ///   ``PeopleError/busy(retryAfterSeconds:)``.
    package func signIn(email: String, password: String, _ wish: Wish, _ client: Client) async throws -> Outcome {
        if let seconds = cryptography.busyForSeconds { throw PeopleError.busy(retryAfterSeconds: seconds) }
        let attempt = try await begin(email: email, wish, client)
        let counted = [attempt.counted] + parts.rules.signIns(from: client)
        let verdict = try await parts.verify(
            password, against: attempt.person?.password, counted: counted, cryptography, client, isKnown: attempt.device != nil)
        guard case .right(let needsRehash) = verdict, let person = attempt.person else {
            try await parts.change(client) { change in
                try change.note(.signInFailed, of: attempt.person?.id, .failure)
                // Only once, when the wait begins: repeated attempts must not fill the log.
                let isBlocked = try counted.contains { counted in
                    try change.records.attempts(counted.subject).map { $0.blockedUntil > change.now } ?? false
                }
                if isBlocked { try change.note(.signInBlocked, of: attempt.person?.id, .failure) }
            }
            throw PeopleError.wrongCredentials
        }
        let rehashed = needsRehash ? try await cryptography.hash(password: password) : nil
        let isLeaked = cryptography.isLeaked(password)
        return try await succeed(attempt, person, rehashed: rehashed, isLeaked: isLeaked, wish, client).get()
    }

    private struct Attempt: Sendable {
        let person: Person?
        let device: Device?
        let counted: CountedAttempts
    }

    /// Counts the attempt before its outcome is known, so that simultaneous attempts are counted too.
    private func begin(email: String, _ wish: Wish, _ client: Client) async throws -> Attempt {
        let key = email.lowercased()
        let rules = parts.rules
        let secret = wish.deviceSecret.flatMap { Secret(.device, parsing: $0) }
        let result: Result<Attempt, PeopleError> = try await parts.change(client) { change in
            let person = try change.records.person(email: key)
            let device = try change.knownDevice(secret, of: person)
            // Known devices are counted separately, so that strangers cannot lock people out of their own devices.
            let counted = device.map(rules.signIns(on:)) ?? rules.signIns(as: key)
            if let seconds = try change.take(rules.signIns(from: client)) {
                return .failure(.tooManyAttempts(retryAfterSeconds: seconds))
            }
            if let seconds = try change.take(counted) {
                let inARow = try change.records.attempts(counted.subject)?.inARow ?? 0
                let isOver = inARow >= counted.rule.mostInARow ?? .max
                return .failure(isOver ? .onlyByLink(retryAfterSeconds: seconds) : .tooManyAttempts(retryAfterSeconds: seconds))
            }
            return .success(Attempt(person: person, device: device, counted: counted))
        }
        return try result.get()
    }

    private func succeed(
        _ attempt: Attempt, _ person: Person, rehashed: String?, isLeaked: Bool, _ wish: Wish, _ client: Client
    ) async throws -> Result<Outcome, PeopleError> {
        try await parts.change(client) { change in
            // Read again: the password may have been changed while it was compared.
            guard var current = try change.records.person(id: person.id), current.password == person.password else {
                return .failure(.wrongCredentials)
            }
            try change.forget(attempt.counted)
            try change.giveBack(change.rules.signIns(from: client))
            if let lock = current.lock {
                try change.note(.signInBlocked, of: current.id, .failure, detail: "locked")
                return .failure(.locked(reason: lock.reason))
            }
            if let rehashed { current.password = rehashed }
            if isLeaked { current.mustChangePassword = true }
            if rehashed != nil || isLeaked { try change.records.update(current) }
            guard current.hasSecondFactor else {
                return .success(
                    .signedIn(
                        try change.openSession(
                            for: current, on: attempt.device, wish.carrier, isRemembered: wish.isRemembered, isProved: true,
                            needsSecondFactor: duties.needsSecondFactor(current))))
            }
            let secret = Secret(.signIn)
            let pending = PendingSignIn(
                hash: secret.hash, person: current.id, device: attempt.device?.id, carrier: wish.carrier,
                isRemembered: wish.isRemembered, expiresAt: change.now + change.rules.pendingSeconds)
            try change.records.insert(pending)
            return .success(.needsCode(secret: secret.text, expiresAt: pending.expiresAt))
        }
    }

    // MARK: Second factor

    /// Completes a sign-in with a code.
    ///
    /// - Throws: ``PeopleError/signInOver``, ``PeopleError/wrongCode``, ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func complete(_ secret: String, with code: SecondFactorCode, _ client: Client) async throws -> SignedIn {
        guard let secret = Secret(.signIn, parsing: secret) else { throw PeopleError.signInOver }
        let result: Result<SignedIn, PeopleError> = try await parts.change(client) { change in
            let (records, rules) = (change.records, change.rules)
            guard var pending = try records.pendingSignIn(hash: secret.hash), change.now < pending.expiresAt,
                var person = try records.person(id: pending.person), person.lock == nil
            else { return .failure(.signInOver) }
            let use = pending.device.map(CodeUse.device) ?? .person(person.id)
            if let error = try change.checkCode(code, of: &person, for: use, cryptography) {
                guard error == .wrongCode else { return .failure(error) }
                pending.failures += 1
                try records.update(pending)
                guard pending.failures < rules.codesPerSignIn else {
                    try records.removePendingSignIn(hash: pending.hash)
                    return .failure(.signInOver)
                }
                return .failure(.wrongCode)
            }
            try records.removePendingSignIn(hash: pending.hash)
            let device = try pending.device.flatMap { try records.device(id: $0) }
            return .success(
                try change.openSession(
                    for: person, on: device, pending.carrier, isRemembered: pending.isRemembered, isProved: true,
                    needsSecondFactor: duties.needsSecondFactor(person)))
        }
        return try result.get()
    }

    // MARK: PIN

    /// Signs in with a PIN on the device to which it is bound. The fifth wrong PIN removes it.
    ///
    /// - Throws: ``PeopleError/wrongPIN``, ``PeopleError/pinNotUsable``, ``PeopleError/locked(reason:)``.
    package func signIn(pin: String, _ wish: Wish, _ client: Client) async throws -> SignedIn {
        guard let secret = wish.deviceSecret.flatMap({ Secret(.device, parsing: $0) }) else { throw PeopleError.pinNotUsable }
        let rules = parts.rules
        // Counted before it is compared, so that six simultaneous attempts are not six guesses.
        let found: Device? = try await parts.change(client) { change in
            guard var device = try change.records.device(hash: secret.hash), device.pin != nil, change.now < device.endsAt,
                device.pinFailures < rules.pinFailures
            else { return nil }
            device.pinFailures += 1
            try change.records.update(device)
            return device
        }
        guard let device = found, let pin = try await matches(pin, secret, device, client) else { throw PeopleError.pinNotUsable }
        let result: Result<SignedIn, PeopleError> = try await parts.change(client) { change in
            guard var current = try change.records.device(id: device.id), current.pin == device.pin,
                let person = try change.records.person(id: device.person), !person.isOperator
            else { return .failure(.pinNotUsable) }
            guard pin else {
                try change.note(.pinFailed, of: person.id, .failure)
                guard current.pinFailures >= rules.pinFailures else { return .failure(.wrongPIN) }
                current.pin = nil
                try change.records.update(current)
                try change.note(.pinRemoved, of: person.id, detail: "\(rules.pinFailures) wrong PINs")
                try change.notify(.pinRemoved, to: person)
                return .failure(.pinNotUsable)
            }
            current.pinFailures = 0
            try change.records.update(current)
            if let lock = person.lock {
                try change.note(.signInBlocked, of: person.id, .failure, detail: "locked")
                return .failure(.locked(reason: lock.reason))
            }
            return .success(
                try change.openSession(
                    for: person, on: current, wish.carrier, isRemembered: wish.isRemembered, isProved: false,
                    needsSecondFactor: duties.needsSecondFactor(person)))
        }
        return try result.get()
    }

    private func matches(_ pin: String, _ secret: Secret, _ device: Device, _ client: Client) async throws -> Bool? {
        guard let stored = device.pin else { return nil }
        do {
            return try await parts.hashing(for: client, isKnown: true) {
                try await cryptography.verify(pin: pin, deviceSecret: secret.text, against: stored)
            }
        } catch {
            try await parts.change(.clock) { change in
                guard var current = try change.records.device(id: device.id) else { return }
                current.pinFailures = max(current.pinFailures - 1, 0)
                try change.records.update(current)
            }
            throw error
        }
    }
}

extension PeopleChange {
    /// Returns the device of a secret if it belongs to the person.
    func knownDevice(_ secret: Secret?, of person: Person?) throws -> Device? {
        guard let secret, let person, let device = try records.device(hash: secret.hash), device.person == person.id,
            now < device.endsAt
        else { return nil }
        return device
    }
}

/// The rules on who needs a second factor.
package struct PeopleDuties: Equatable, Sendable {
    package enum SecondFactor: String, Sendable, CaseIterable { case operators, everyone }

    package let secondFactor: SecondFactor

    package init(secondFactor: SecondFactor = .operators) { self.secondFactor = secondFactor }

    func needsSecondFactor(_ person: Person) -> Bool { person.isOperator || secondFactor == .everyone }
}
