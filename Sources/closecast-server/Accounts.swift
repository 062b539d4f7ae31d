import Foundation
import HTTPEdge
import Jobs
import Logging
import Mail
import Market
import Metrics
import People
import Pictures
import Platform
import Secrets
import Server
import Storage

/// Accounts, composed: the use cases with their cryptography, and the mails that they send.
struct Accounts {
    let parts: AccountParts
    let hasher: PasswordHasher
    private let people: People
    /// Nil where no mail is set up: invitations are then handed over from the command line.
    let courier: MailCourier?
    private let logger = Logger(label: "closecast.accounts")

    /// - Throws: ``ServerSettingsError``, `KeyringError`, `LeakedPasswordsError`, `MailSettingsError`.
    init(
        _ policy: SignUpPolicy, _ settings: ServerSettings, store: any Store, databasePath: String,
        now: @escaping @Sendable () -> Int
    ) throws {
        let accounts = settings.accounts
        let keyring = try Keyring.open(
            path: accounts.keyring ?? databasePath + ".keys", creatingIfMissing: true, today: Day(secondsSince1970: now()))
        var lists: [any LeakedPasswordList] = []
        guard let path = accounts.leakedPasswords ?? Locations.leakedPasswords else {
            throw LeakedPasswordsError.missing(path: nil)
        }
        lists.append(try LeakedPasswords(path: path))
        if let path = accounts.leakedHashes { lists.append(try LeakedHashes(path: path)) }
        hasher = PasswordHasher()
        let publicURL = accounts.publicURL
        let cryptography = AccountCryptography(
            keyring, hasher: hasher, lists: lists, host: publicURL?.authority ?? settings.edge.host)
        let log = Logger(label: "closecast.security")
        let events = SecurityEventLog(logger: log)
        let people = People(
            PeopleParts(store, now: now, observe: { events.note($0) }), cryptography, policy: policy,
            duties: PeopleDuties(secondFactor: accounts.secondFactor))
        let folder = ProcessState.executablePath.map(Files.folder) ?? "."
        let pictures = PictureReencoder(program: folder + "/closecast-picture")
        parts = AccountParts(people, publicOrigin: publicURL?.text) { bytes, type in
            guard let type = PictureType(mediaType: type) else { throw PictureError.notAPicture(.jpeg) }
            return try await pictures.jpeg(from: bytes, type: type, edge: 256)
        }
        self.people = people
        courier = try Self.courier(policy, settings, people.parts, databasePath: databasePath, logger: logger)
    }

    private static func courier(
        _ policy: SignUpPolicy, _ settings: ServerSettings, _ parts: PeopleParts, databasePath: String, logger: Logger
    ) throws -> MailCourier? {
        var mail = settings.mail
        let isExposed = settings.edge.requiresCredentials
        // On one machine mails are files, so that everything can be tried without a mail server.
        if mail.smtpURL == nil, mail.sendmail == nil, mail.outbox == nil, !isExposed { mail.outbox = databasePath + ".outbox" }
        guard !isExposed || mail.outbox == nil else { throw ServerSettingsError.outboxBeyondLoopback }
        guard let transport = try mail.transport() else {
            guard policy != .open else { throw ServerSettingsError.mailNeeded }
            return nil
        }
        let url = try publicURL(settings)
        let postman = Postman(transport: transport, sender: try mail.senderAddress(), serviceURL: url)
        let reportFailure: @Sendable (QueuedMail, String, Bool) -> Void = { mail, reason, isGivenUp in
            logger.warning(
                isGivenUp ? "a mail is given up" : "a mail waits",
                metadata: ["kind": "\(mail.kind.rawValue)", "attempts": "\(mail.attempts)", "error": "\(reason)"])
        }
        return MailCourier(parts, publicURL: url, reportFailure: reportFailure) { outgoing in
            do throws(MailError) {
                try await postman.send(MailRequest(outgoing))
                return .sent
            } catch {
                return .failed(reason: "\(error)", isPermanent: error.isPermanent)
            }
        }
    }

    private static func publicURL(_ settings: ServerSettings) throws(ServerSettingsError) -> String {
        if let url = settings.accounts.publicURL { return url.text }
        guard !settings.edge.requiresCredentials else { throw .publicURLNeeded }
        return "http://\(settings.edge.host):\(settings.edge.port)"
    }

    // MARK: By the clock

    /// Sends mails as they come, until the task is cancelled.
    func sendMails(by courier: MailCourier) async {
        await everySoOften(seconds: 1, "mails were not sent") { _ = try await courier.sendDue() }
    }

    /// Removes what has expired and deletes accounts, until the task is cancelled.
    func tidy(_ jobs: JobService) async {
        await everySoOften(seconds: 60, "accounts were not tidied") {
            for owner in try await people.tidy() { await jobs.removeAll(of: owner) }
        }
    }

    private func everySoOften(seconds: Double, _ failure: String, _ work: () async throws -> Void) async {
        while !Task.isCancelled {
            do {
                try await work()
            } catch is CancellationError {
                return
            } catch {
                logger.warning("\(failure)", metadata: ["error": "\(error)"])
            }
            // Cancellation ends the sleep, and with it the loop.
            try? await Task.sleep(for: .seconds(seconds))
        }
    }
}

extension MailRequest {
    fileprivate init(_ outgoing: OutgoingMail) {
        let mail = outgoing.mail
        guard let kind = MailKind(rawValue: "\(mail.kind)") else { preconditionFailure("there is no text for \(mail.kind)") }
        var fields = mail.fields
        if let seconds = mail.kind.linkSeconds { fields["duration"] = PeopleText.duration(seconds) }
        self.init(
            kind: kind, recipient: mail.recipient.text, recipientName: mail.recipientName, language: mail.language.rawValue,
            link: outgoing.link, fields: fields, id: mail.id)
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
