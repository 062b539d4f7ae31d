import Access

/// A person who has just signed in, with the secrets that are shown only now.
package struct SignedIn: Sendable {
    package let person: Person
    package let session: Session
    /// The session's secret.
    package let secret: String
    /// The secret of a device that was not known before.
    package let deviceSecret: String?
    package let duty: SessionStanding.Duty?
}

extension PeopleChange {
    /// Opens a session.
    ///
    /// - Parameters:
    ///   - device: the known device; nil for one that is not known yet.
    ///   - isProved: whether password and second factor were given just now.
    func openSession(
        for person: Person, on device: Device?, _ carrier: Session.Carrier, isRemembered: Bool, isProved: Bool,
        needsSecondFactor: Bool
    ) throws -> SignedIn {
        let (device, deviceSecret) = try device.map { (try used($0), nil) } ?? newDevice(of: person)
        let secret = Secret(.session)
        let life = rules.life(ofRemembered: isRemembered, for: person)
        let session = Session(
            id: PeopleID.session(), hash: secret.hash, person: person.id, device: device.id, carrier: carrier, place: client.place,
            createdAt: now, lastUsedAt: now, endsAt: now + life.wholeSeconds, idleSeconds: life.idleSeconds,
            provedAt: isProved ? now : nil)
        try makeRoom(for: person)
        try records.insert(session)
        try note(.signIn, of: person.id, session: session.id, detail: isProved ? "password" : "PIN")
        return SignedIn(
            person: person, session: session, secret: secret.text, deviceSecret: deviceSecret,
            duty: person.duty(needsSecondFactor: needsSecondFactor))
    }

    private func used(_ device: Device) throws -> Device {
        var device = device
        device.lastUsedAt = now
        try records.update(device)
        return device
    }

    private func newDevice(of person: Person) throws -> (Device, String?) {
        let secret = Secret(.device)
        let known = try records.devices(of: person.id)
        let idle = known.sorted { $0.lastUsedAt < $1.lastUsedAt }
        for device in idle.prefix(max(known.count - rules.mostDevices + 1, 0)) { try records.removeDevice(id: device.id) }
        let device = Device(
            id: PeopleID.device(), hash: secret.hash, person: person.id, place: client.place, createdAt: now, lastUsedAt: now,
            endsAt: now + rules.deviceSeconds)
        try records.insert(device)
        // The owner of a new account knows its first device.
        if !known.isEmpty || now - person.createdAt > PeopleRules.day { try notify(.newDevice, to: person) }
        return (device, secret.text)
    }

    /// Ends the session that has been idle longest, if the limit is reached.
    private func makeRoom(for person: Person) throws {
        let open = try records.sessions(of: person.id).filter { $0.isValid(at: now) }.sorted { $0.lastUsedAt < $1.lastUsedAt }
        for session in open.prefix(max(open.count - rules.mostSessions + 1, 0)) {
            try records.removeSession(id: session.id)
            try note(.sessionEnded, of: person.id, session: session.id, detail: "more than \(rules.mostSessions) sessions")
        }
    }

    /// Ends sessions of a person, and removes the PINs of their devices: a PIN would open the next session.
    ///
    /// - Parameter kept: the id of the session that continues, with the PIN of its device; nil for none.
    func endSessions(of person: String, but kept: String? = nil) throws {
        let sessions = try records.sessions(of: person)
        for session in sessions where session.id != kept { try records.removeSession(id: session.id) }
        let keptDevice = sessions.first { $0.id == kept }?.device
        for device in try records.devices(of: person) where device.id != keptDevice { try removePIN(of: device.id) }
        try records.removePendingSignIns(of: person)
    }

    /// Removes the PIN of a device, if it has one.
    func removePIN(of id: String) throws {
        guard var device = try records.device(id: id), device.pin != nil else { return }
        (device.pin, device.pinFailures) = (nil, 0)
        try records.update(device)
        try note(.pinRemoved, of: device.person, detail: device.id)
    }

    /// Forgets the devices of a person, and the PINs on them.
    func endDevices(of person: String) throws {
        for device in try records.devices(of: person) { try records.removeDevice(id: device.id) }
    }

    /// Accepts a code of the second factor, or a recovery code, and uses it up.
    ///
    /// - Returns: false if the code is wrong or was used before.
    func useCode(_ code: SecondFactorCode, of person: inout Person, _ cryptography: any CredentialCryptography) throws -> Bool {
        switch code {
        case .totp(let text):
            guard let sealed = person.totpSeed else { return false }
            let seed = try cryptography.open(seed: sealed, of: person.id)
            guard let step = cryptography.step(ofCode: text, seed: seed, at: now, after: person.totpLastStep) else { return false }
            person.totpLastStep = step
            // Sealed again, so that older keys of the keyring are no longer needed.
            if cryptography.needsSealing(seed: sealed) { person.totpSeed = try cryptography.seal(seed: seed, of: person.id) }
            try records.update(person)
            return true
        case .recovery(let text):
            guard person.hasSecondFactor, let hash = cryptography.hash(recoveryCode: text),
                try records.useRecoveryCode(hash, of: person.id)
            else { return false }
            try note(.recoveryCodeUsed, of: person.id, detail: "\(try records.recoveryCodeCount(of: person.id)) left")
            return true
        }
    }
}

/// The text that a person types as the second factor.
package enum SecondFactorCode: Sendable {
    /// Six digits of an authenticator app.
    case totp(String)
    case recovery(String)
}

extension Person {
    /// The duty that the person must fulfil first.
    func duty(needsSecondFactor: Bool) -> SessionStanding.Duty? {
        if deletedFrom != nil { return .deletion }
        if mustChangePassword { return .password }
        return needsSecondFactor && !hasSecondFactor ? .secondFactor : nil
    }
}
