import Access

/// PINs, a quicker way to sign in on a device that has signed in before.
package struct PINs: Sendable {
    let parts: PeopleParts
    let cryptography: any CredentialCryptography

    /// Sets or changes the PIN of the session's device.
    ///
    /// - Parameter deviceSecret: proves that the request comes from the device; without it, the PIN is useless.
    /// - Throws: ``PeopleError/pinsDiffer``, ``PeopleError/badPIN(reason:)``, ``PeopleError/noDevice``,
    ///   ``PeopleError/operatorsHaveNoPIN``.
    package func set(
        _ pin: String, again: String, on deviceSecret: String?, _ standing: SessionStanding, _ client: Client
    ) async throws {
        guard pin == again else { throw PeopleError.pinsDiffer }
        try PIN.check(pin)
        guard let secret = deviceSecret.flatMap({ Secret(.device, parsing: $0) }) else { throw PeopleError.noDevice }
        // Operators can see other people's data: they sign in with both factors each time.
        guard !standing.isOperator else { throw PeopleError.operatorsHaveNoPIN }
        let isKnown = try await parts.read { try $0.device(hash: secret.hash)?.person == standing.person }
        guard isKnown else { throw PeopleError.noDevice }
        let hash = try await parts.hashing(for: client) {
            try await cryptography.hash(pin: pin, deviceSecret: secret.text)
        }
        try await parts.change(client) { change in
            guard var device = try change.records.device(hash: secret.hash), device.person == standing.person,
                let person = try change.records.person(id: standing.person)
            else { throw PeopleError.noDevice }
            (device.pin, device.pinFailures) = (hash, 0)
            try change.records.update(device)
            try change.note(.pinSet, of: person.id, detail: device.id)
            try change.notify(.pinSet, to: person)
        }
    }

    /// Returns the person who can sign in with a PIN on a device; nil if there is none.
    ///
    /// - Parameter deviceSecret: known only to that browser or program.
    package func holder(of deviceSecret: String) async throws -> Person? {
        guard let hash = Secret(.device, parsing: deviceSecret)?.hash else { return nil }
        let now = parts.now()
        return try await parts.read { records in
            guard let device = try records.device(hash: hash), device.pin != nil, now < device.endsAt,
                device.pinFailures < parts.rules.pinFailures
            else { return nil }
            return try records.person(id: device.person).flatMap { $0.isOperator ? nil : $0 }
        }
    }

    /// Removes the PIN of the session's device.
    ///
    /// - Throws: ``PeopleError/noPIN``.
    package func remove(_ standing: SessionStanding, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard let id = standing.device, var device = try change.records.device(id: id), device.pin != nil,
                let person = try change.records.person(id: standing.person)
            else { throw PeopleError.noPIN }
            (device.pin, device.pinFailures) = (nil, 0)
            try change.records.update(device)
            try change.note(.pinRemoved, of: person.id, detail: device.id)
            try change.notify(.pinRemoved, to: person)
        }
    }
}
