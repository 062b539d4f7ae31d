import Access
import Market
import Platform

/// What the use cases of accounts share.
package struct PeopleParts: Sendable {
    package let store: any PeopleStore
    package let rules: PeopleRules
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int
    /// Receives each event after it is stored.
    package let observe: @Sendable (SecurityEvent) -> Void

    package init(
        _ store: any PeopleStore, rules: PeopleRules = PeopleRules(), now: @escaping @Sendable () -> Int,
        observe: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
    ) {
        (self.store, self.rules, self.now, self.observe) = (store, rules, now, observe)
    }

    /// Changes records in one transaction, and reports its events once they are stored.
    func change<Value: Sendable>(
        _ client: Client, _ body: @escaping @Sendable (Change) throws -> Value
    ) async throws -> Value {
        let (time, rules) = (now(), rules)
        let (value, events) = try await store.changePeople { records in
            let change = Change(records, client: client, now: time, rules: rules)
            return (try body(change), change.events)
        }
        events.forEach(observe)
        return value
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any PeopleRecords) throws -> Value) async throws -> Value {
        try await store.readPeople(body)
    }
}

/// Who sends a request, as far as it is recorded.
package struct Client: Equatable, Sendable {
    /// The network address that limits count by: an IPv4 address, or the /64 of an IPv6 address.
    package let network: String
    package let place: Place
    package let requestID: String
    /// The session that the request belongs to.
    package var session: String?
    /// The operator who acts on somebody else's account.
    package var actor: String?

    package init(network: String, place: Place, requestID: String, session: String? = nil, actor: String? = nil) {
        (self.network, self.place, self.requestID) = (network, place, requestID)
        (self.session, self.actor) = (session, actor)
    }

    /// The command line on the server's machine.
    package static let commandLine = Client(
        network: "", place: Place(device: "command line", network: "this machine"), requestID: "")
    /// The server itself, for scheduled work.
    package static let clock = Client(network: "", place: Place(device: "server", network: "this machine"), requestID: "")
}

/// One transaction on the records of accounts, with what it leaves in the log and in the mail.
final class Change {
    let records: any PeopleRecords
    let client: Client
    let now: Int
    let rules: PeopleRules
    private(set) var events: [SecurityEvent] = []

    init(_ records: any PeopleRecords, client: Client, now: Int, rules: PeopleRules) {
        (self.records, self.client, self.now, self.rules) = (records, client, now, rules)
    }

    /// Records an event.
    func note(
        _ kind: SecurityEvent.Kind, of person: String?, _ outcome: SecurityEvent.Outcome = .success, session: String? = nil,
        detail: String = ""
    ) throws {
        let event = SecurityEvent(
            time: now, kind: kind, outcome: outcome, person: person, actor: client.actor, place: client.place,
            session: session ?? client.session, requestID: client.requestID, detail: detail)
        try records.append(event)
        events.append(event)
    }

    /// Puts a mail to a person into the queue.
    func mail(_ kind: QueuedMail.Kind, to person: Person, _ fields: [String: String] = [:]) throws {
        try mail(
            kind, subject: person.id, to: person.email, name: person.name, language: person.choices.language, fields)
    }

    func mail(
        _ kind: QueuedMail.Kind, subject: String, to email: EmailAddress, name: String, language: Person.Choices.Language,
        _ fields: [String: String] = [:]
    ) throws {
        var fields = fields
        fields["device"] = client.place.device
        fields["place"] = client.place.network
        fields["time"] = MailTime.text(now)
        try records.enqueue(
            QueuedMail(
                id: RandomID.hexadecimal(digits: 24), kind: kind, subject: subject, recipient: email, recipientName: name,
                language: language, fields: fields, createdAt: now, dueAt: now))
    }

    /// Takes an attempt.
    ///
    /// - Returns: the seconds to wait if there were too many; nil if it may be made.
    func take(_ subject: String, _ rule: AttemptRule) throws -> Int? {
        var attempts = try records.attempts(subject) ?? Attempts(since: now)
        let wait = rule.take(&attempts, now: now)
        if wait == nil { try records.save(attempts, of: subject) }
        return wait
    }

    /// Takes an attempt under several rules: all of them, or none, so that what one refuses uses up none of the others.
    func take(_ pairs: [(subject: String, rule: AttemptRule)]) throws -> Int? {
        var taken: [(subject: String, attempts: Attempts)] = []
        for (subject, rule) in pairs {
            var attempts = try records.attempts(subject) ?? Attempts(since: now)
            if let wait = rule.take(&attempts, now: now) { return wait }
            taken.append((subject, attempts))
        }
        for (subject, attempts) in taken { try records.save(attempts, of: subject) }
        return nil
    }

    /// Takes back the count of an attempt that did not fail.
    func giveBack(_ subject: String, _ rule: AttemptRule) throws {
        guard var attempts = try records.attempts(subject) else { return }
        rule.giveBack(&attempts)
        try records.save(attempts, of: subject)
    }

    /// Takes the permission to send a mail that somebody asked for.
    func takeMail(to email: EmailAddress) throws -> Int? {
        try take([
            ("mails-from:\(client.network)", rules.mailsPerAddress),
            ("mails-to:\(AttemptSubject.account(email.key))", rules.mailsPerAccount), ("mails-in-all", rules.mailsInAll),
        ])
    }
}

/// Moments in mails.
package enum MailTime {
    /// Returns `2026-11-22 20:15 UTC`.
    package static func text(_ seconds: Int) -> String { MomentText.short(seconds) + " UTC" }
}

/// The names under which attempts are counted.
enum AttemptSubject {
    /// Of a mail address, known or not. What strangers type is stored as a hash.
    static func account(_ emailKey: String) -> String { String(SecretDigest.hexadecimal(of: emailKey).prefix(32)) }
}
