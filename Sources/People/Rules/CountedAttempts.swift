import Access
import Notices

/// Attempts that are counted together, and how many of them are permitted.
struct CountedAttempts: Sendable {
    /// The name under which they are counted.
    let subject: String
    let rule: AttemptRule
}

/// What a code of the second factor is used for.
enum CodeUse {
    /// A sign-in of a person on an unknown device.
    case person(String)
    /// A sign-in on a known device.
    case device(String)
    /// Within a session. A PIN can open any number of sessions, so codes are counted per device, or per person if there is no
    /// device.
    case session(SessionStanding)
    /// The reset of a person's password.
    case reset(String)

    fileprivate var subject: String {
        switch self {
        case .person(let id): "codes:\(id)"
        case .device(let id): "codes-device:\(id)"
        case .session(let standing): standing.device.map { "codes-device:\($0)" } ?? "codes-sessions:\(standing.person)"
        case .reset(let id): "codes-reset:\(id)"
        }
    }
}

extension PeopleRules {
    func signIns(from client: Client) -> [CountedAttempts] { counted("sign-in-from", client, addressSignIns) }

    /// A wider network may make twice as many attempts as the next narrower one.
    private func counted(_ name: String, _ client: Client, _ rule: AttemptRule) -> [CountedAttempts] {
        client.networks.enumerated().map { index, network in
            CountedAttempts(subject: "\(name):\(network)", rule: rule.multiplied(by: 1 << index))
        }
    }

    /// - Parameter emailKey: of a known or an unknown address.
    func signIns(as emailKey: String) -> CountedAttempts {
        CountedAttempts(subject: "sign-in:\(Self.name(of: emailKey))", rule: accountSignIns)
    }

    func signIns(on device: Device) -> CountedAttempts {
        CountedAttempts(subject: "sign-in-device:\(device.id)", rule: accountSignIns)
    }

    /// Passwords that are asked for again within a session.
    func passwords(of person: String) -> CountedAttempts {
        CountedAttempts(subject: "password:\(person)", rule: accountSignIns)
    }

    /// Codes are counted separately for each use, so that an attacker who knows the password and guesses codes cannot keep the
    /// person from signing in on a known device, changing the password or resetting it.
    func codes(_ use: CodeUse) -> CountedAttempts { CountedAttempts(subject: use.subject, rule: accountCodes) }

    func signUps(from client: Client) -> [CountedAttempts] { counted("sign-ups-from", client, signUpsPerAddress) }

    var allSignUps: CountedAttempts { CountedAttempts(subject: "sign-ups", rule: signUpsInAll) }

    func mails(from client: Client) -> [CountedAttempts] { counted("mails-from", client, mailsPerAddress) }

    func mails(to email: EmailAddress) -> CountedAttempts {
        CountedAttempts(subject: "mails-to:\(Self.name(of: email.key))", rule: mailsPerAccount)
    }

    var allMails: CountedAttempts { CountedAttempts(subject: "mails-in-all", rule: mailsInAll) }

    func pictures(of person: String) -> CountedAttempts { CountedAttempts(subject: "pictures:\(person)", rule: pictures) }

    func newTokens(of person: String) -> CountedAttempts { CountedAttempts(subject: "tokens:\(person)", rule: newTokens) }

    func notices(_ kind: Notice.Kind, to email: EmailAddress) -> CountedAttempts {
        CountedAttempts(subject: "notices:\(kind.name):\(Self.name(of: email.key))", rule: noticesPerKind)
    }

    func exports(of person: String) -> CountedAttempts { CountedAttempts(subject: "export:\(person)", rule: exports) }

    /// Addresses that strangers type are stored as hashes.
    private static func name(of emailKey: String) -> String { String(SecretDigest.hexadecimal(of: emailKey).prefix(32)) }
}

extension PeopleParts {
    /// Compares a password with a stored hash.
    ///
    /// - Parameters:
    ///   - counted: the counts taken for this attempt. They are given back if the comparison cannot be made.
    ///   - isKnown: whether the client has signed in before.
    /// - Throws: ``PeopleError/busy(retryAfterSeconds:)``.
    func verify(
        _ password: String, against stored: String?, counted: [CountedAttempts], _ cryptography: any CredentialCryptography,
        _ client: Client, isKnown: Bool = false
    ) async throws -> PasswordVerdict {
        do {
            return try await hashing(for: client, isKnown: isKnown) {
                try await cryptography.verify(password: password, against: stored)
            }
        } catch {
            try await change(client) { try $0.giveBack(counted) }
            throw error
        }
    }
}
