import Foundation
import HTTPEdge
import Identity
import Jobs
import Keyrings
import Logging
import Mail
import Market
import Metrics
import Notices
import People
import Platform
import Secrets
import ServiceLifecycle
import Services
import Storage

/// The composed accounts: the use cases with their cryptography, and the mails that they send.
struct Accounts {
    let parts: AccountParts
    let hasher: PasswordHasher
    /// Metadata for the line that the server logs at start-up.
    let facts: Logger.Metadata
    private let people: People
    /// Nil if no mail is set up: the command line then hands over invitations.
    private let courier: NoticeCourier?
    /// Whether mails are sent, or collected in a folder.
    var sendsMails: Bool { courier != nil }
    /// What verifications need.
    let identity: IdentityServices
    private let logger = Logger(label: "closecast.accounts")

    /// Makes the checks that need no database: of the settings and the files that they name.
    ///
    /// - Throws: ``ServerSettingsError``, `LeakedPasswordsError`, `MailSettingsError`.
    static func check(_ settings: ServerSettings) throws {
        guard let policy = try settings.accounts.policy(isExposed: settings.edge.requiresCredentials) else { return }
        _ = try leakedPasswords(settings.accounts)
        try settings.mail.validate()
        let isExposed = settings.edge.requiresCredentials
        guard !isExposed || settings.mail.outbox == nil else { throw ServerSettingsError.outboxBeyondLoopback }
        let hasMail = settings.mail.smtpURL != nil || settings.mail.sendmail != nil || !isExposed
        guard hasMail || policy != .open else { throw ServerSettingsError.mailNeeded }
        if hasMail { _ = try publicURL(settings) }
    }

    private static func leakedPasswords(_ settings: AccountSettings) throws(LeakedPasswordsError) -> [any LeakedPasswordList] {
        guard let path = settings.leakedPasswords ?? Locations.leakedPasswords else { throw .missing(path: nil) }
        var lists: [any LeakedPasswordList] = [try LeakedPasswords(path: path)]
        if let path = settings.leakedHashes { lists.append(try LeakedHashes(path: path)) }
        return lists
    }

    /// - Throws: `KeyringError`, and what ``check(_:)`` throws.
    init(
        _ policy: SignUpPolicy, _ settings: ServerSettings, store: Store, databasePath: String,
        now: @escaping @Sendable () -> Int
    ) async throws {
        let accounts = settings.accounts
        let lists = try Self.leakedPasswords(accounts)
        // A new keyring would make every stored password wrong.
        let keysInUse = try await store.readPeople { try $0.keysOfPasswords() }
        let path = accounts.keyring ?? databasePath + ".keys"
        let keyring = try Keyring.open(path: path, creatingIfMissing: keysInUse.isEmpty, today: Day(secondsSince1970: now()))
        for key in keysInUse where keyring[key] == nil { throw KeyringError.lacks(key: key, path: path) }
        facts = [
            "accounts": "\(policy.rawValue)", "keyring": "\(path)",
            "mail": "\(Self.mailText(settings, databasePath: databasePath))",
        ]
        hasher = PasswordHasher()
        let publicURL = accounts.publicURL
        let cryptography = AccountCryptography(
            keyring, hasher: hasher, lists: lists, host: publicURL?.authority ?? settings.edge.host)
        let log = Logger(label: "closecast.security")
        let events = SecurityEventLog(logger: log)
        let people = People(
            PeopleParts(store, now: now, observe: { events.note($0) }), cryptography, policy: policy,
            duties: PeopleDuties(secondFactor: accounts.secondFactor))
        parts = AccountParts(people, publicURL: publicURL)
        // There is no way to send to telephones here: the messages are written to files, next to mails if those are files.
        identity = IdentityServices(
            vault: IdentityCryptography(keyring),
            sender: OutboxCodes(folder: settings.mail.outbox ?? Self.outbox(databasePath), now: now), people: people.parts)
        self.people = people
        courier = try Self.courier(settings, people.parts, databasePath: databasePath, logger: logger)
    }

    private static func mailText(_ settings: ServerSettings, databasePath: String) -> String {
        if let url = settings.mail.smtpURL { return "\(url)" }
        if let program = settings.mail.sendmail { return program }
        if let folder = settings.mail.outbox { return "outbox \(folder)" }
        return settings.edge.requiresCredentials ? "none" : "outbox \(outbox(databasePath))"
    }

    private static func outbox(_ databasePath: String) -> String { databasePath + ".outbox" }

    private static func courier(
        _ settings: ServerSettings, _ parts: PeopleParts, databasePath: String, logger: Logger
    ) throws -> NoticeCourier? {
        var mail = settings.mail
        // On one machine, mails are files, so that everything can be tried without a mail server.
        if mail.smtpURL == nil, mail.sendmail == nil, mail.outbox == nil, !settings.edge.requiresCredentials {
            mail.outbox = outbox(databasePath)
        }
        guard let transport = try mail.transport() else { return nil }
        let url = try publicURL(settings)
        let postman = Postman(transport: transport, sender: try mail.senderAddress(), serviceURL: url.text)
        return NoticeCourier(
            parts.store, Notice.Registration.all(parts, publicURL: url), by: .mail(postman), now: parts.now
        ) { notice, reason, isGivenUp in
            logger.warning(
                isGivenUp ? "a mail is given up" : "a mail waits",
                metadata: ["kind": "\(notice.kind)", "attempts": "\(notice.attempts)", "error": "\(reason)"])
        }
    }

    /// The address under which people reach the server: without `public-url`, from this machine only.
    private static func publicURL(_ settings: ServerSettings) throws(ServerSettingsError) -> PublicURL {
        if let url = settings.accounts.publicURL { return url }
        guard !settings.edge.requiresCredentials else { throw .publicURLNeeded }
        return .ofServer(at: settings.edge)
    }

    // MARK: By the clock

    /// Services that send queued mails, remove expired records and delete accounts.
    func services(_ jobs: JobService) -> [any Service] {
        let tidying = DueWork("accounts", every: 60) { [people] in
            try await people.tidy { owner in await jobs.removeAll(of: owner) }
        }
        var services: [any Service] = [DueWorkLoop(work: tidying, logger: logger, failure: "accounts were not tidied")]
        if let courier {
            let mails = DueWork("mails", every: 1) { try await courier.deliverDue() }
            services.append(DueWorkLoop(work: mails, logger: logger, failure: "mails were not sent"))
        }
        return services
    }
}

/// Writes security events to the log and counts them.
private struct SecurityEventLog: Sendable {
    let logger: Logger

    func note(_ event: SecurityEvent) {
        var fields: Logger.Metadata = [
            "event": "\(event.kind.rawValue)", "outcome": "\(event.outcome.rawValue)", "request_id": "\(event.requestID)",
            "device": "\(event.place.device)", "address": "\(event.place.network)",
        ]
        if let person = event.person { fields["account"] = "\(person)" }
        if let actor = event.actor { fields["operator"] = "\(actor)" }
        if let session = event.session { fields["session_id"] = "\(session)" }
        logger.notice("security", metadata: fields)
        Counter(
            label: "closecast_security_events", dimensions: [("event", event.kind.rawValue), ("outcome", event.outcome.rawValue)]
        ).increment()
    }
}

extension PublicURL {
    /// The address of a server for this machine.
    static func ofServer(at edge: EdgeSettings) -> PublicURL {
        let host = edge.host.lowercased()
        return PublicURL("http://\(host.contains(":") ? "[\(host)]" : host):\(edge.port)") ?? .local
    }
}
