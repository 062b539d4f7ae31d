/// A person who is signed in, on one device.
package struct Session: Equatable, Sendable {
    /// How the client sends the secret.
    package enum Carrier: String, Sendable, CaseIterable { case cookie, bearer }

    /// The public id: `s_` and 20 hexadecimal digits.
    package let id: String
    /// The SHA-256 of the secret.
    package var hash: String
    package let person: String
    package let device: String?
    package let carrier: Carrier
    /// The browser or program, as it named itself, and the shortened network address.
    package let place: Place
    package let createdAt: Int
    /// The minute of the last use.
    package var lastUsedAt: Int
    /// When the session ends, however often it is used.
    package let endsAt: Int
    /// The longest pause between two uses, in seconds.
    package let idleSeconds: Int
    /// When the person last gave password and second factor in this session; nil if they signed in with a PIN.
    package var provedAt: Int?

    package init(
        id: String, hash: String, person: String, device: String?, carrier: Carrier, place: Place, createdAt: Int, lastUsedAt: Int,
        endsAt: Int, idleSeconds: Int, provedAt: Int?
    ) {
        (self.id, self.hash, self.person, self.device, self.carrier, self.place) = (id, hash, person, device, carrier, place)
        (self.createdAt, self.lastUsedAt, self.endsAt, self.idleSeconds) = (createdAt, lastUsedAt, endsAt, idleSeconds)
        self.provedAt = provedAt
    }

    /// The first second in which the session is no longer valid if it is not used again.
    package var expiresAt: Int { min(endsAt, lastUsedAt + idleSeconds) }

    package func isValid(at time: Int) -> Bool { time < expiresAt }

    /// Whether password and second factor were given so recently that credentials may be changed.
    package func isFresh(at time: Int, _ rules: PeopleRules) -> Bool {
        provedAt.map { time < $0 + rules.freshSeconds } ?? false
    }
}

/// Where a session comes from, without details that could track the person: no full address, no list of browser properties.
package struct Place: Equatable, Sendable {
    /// Such as `Firefox on Linux` or `curl`.
    package let device: String
    /// The network: the first three numbers of an IPv4 address, the first 48 bits of an IPv6 address.
    package let network: String

    package init(device: String, network: String) { (self.device, self.network) = (device, network) }
}

/// A browser or program that a person has signed in with, known by a secret of its own.
package struct Device: Equatable, Sendable {
    /// The public id: `d_` and 20 hexadecimal digits.
    package let id: String
    /// The SHA-256 of the secret.
    package let hash: String
    package let person: String
    package let place: Place
    package let createdAt: Int
    package var lastUsedAt: Int
    package let endsAt: Int
    /// The hash of the PIN; nil if there is none.
    package var pin: String?
    /// Wrong PINs in a row.
    package var pinFailures = 0

    package init(
        id: String, hash: String, person: String, place: Place, createdAt: Int, lastUsedAt: Int, endsAt: Int, pin: String? = nil,
        pinFailures: Int = 0
    ) {
        (self.id, self.hash, self.person, self.place, self.createdAt) = (id, hash, person, place, createdAt)
        (self.lastUsedAt, self.endsAt, self.pin, self.pinFailures) = (lastUsedAt, endsAt, pin, pinFailures)
    }
}

/// A sign-in with the right password that still needs the second factor.
package struct PendingSignIn: Equatable, Sendable {
    /// The SHA-256 of the sign-in's secret.
    package let hash: String
    package let person: String
    /// The known device of the sign-in; nil for a new one.
    package let device: String?
    package let carrier: Session.Carrier
    package let isRemembered: Bool
    package let expiresAt: Int
    /// Wrong codes so far.
    package var failures = 0

    package init(
        hash: String, person: String, device: String?, carrier: Session.Carrier, isRemembered: Bool, expiresAt: Int,
        failures: Int = 0
    ) {
        (self.hash, self.person, self.device, self.carrier) = (hash, person, device, carrier)
        (self.isRemembered, self.expiresAt, self.failures) = (isRemembered, expiresAt, failures)
    }
}
