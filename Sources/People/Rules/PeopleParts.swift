import Access
import Market
import Notices
import Store
import Synchronization

/// What the use cases of accounts share. It is a class because each use case holds it.
package final class PeopleParts: Sendable {
    package let store: Store
    package let rules: PeopleRules
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int
    /// Receives each event after it is stored.
    package let observe: @Sendable (SecurityEvent) -> Void
    let turns = HashTurns()
    /// Whether rows were deleted whose content is still in the file.
    let mustWipe = Flag()

    package init(
        _ store: Store, rules: PeopleRules = PeopleRules(), now: @escaping @Sendable () -> Int,
        observe: @escaping @Sendable (SecurityEvent) -> Void = { _ in }
    ) {
        (self.store, self.rules, self.now, self.observe) = (store, rules, now, observe)
    }

    /// Changes records in one transaction, and reports its events once they are stored.
    func change<Value: Sendable>(
        _ client: Client, _ body: @escaping @Sendable (PeopleChange) throws -> Value
    ) async throws -> Value {
        let (time, rules) = (now(), rules)
        let (value, events) = try await store.changePeople { records in
            let change = PeopleChange(records, client: client, now: time, rules: rules)
            return (try body(change), change.events)
        }
        events.forEach(observe)
        return value
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (PeopleRecords) throws -> Value) async throws -> Value {
        try await store.readPeople(body)
    }
}

/// The sender of a request, as far as it is recorded.
package struct Client: Equatable, Sendable {
    /// The networks that limits count by, the narrowest first: an IPv4 address, or the /64, /56 and /48 of an IPv6 address.
    package let networks: [String]
    package let place: Place
    package let requestID: String
    /// The session that the request belongs to.
    package var session: String?
    /// The operator who acts on another person's account.
    package var actor: String?

    package init(networks: [String], place: Place, requestID: String, session: String? = nil, actor: String? = nil) {
        (self.networks, self.place, self.requestID) = (networks, place, requestID)
        (self.session, self.actor) = (session, actor)
    }

    /// The command line on the server's machine.
    package static let commandLine = Client(
        networks: [], place: Place(device: "command line", network: "this machine"), requestID: "")
    /// The server itself, for scheduled work.
    package static let clock = Client(networks: [], place: Place(device: "server", network: "this machine"), requestID: "")
}

/// One transaction on the records of accounts, with the events and notices that it adds.
package final class PeopleChange {
    package let records: PeopleRecords
    let client: Client
    /// Seconds since 1970-01-01 UTC.
    package let now: Int
    let rules: PeopleRules
    package private(set) var events: [SecurityEvent] = []

    package init(_ records: PeopleRecords, client: Client, now: Int, rules: PeopleRules) {
        (self.records, self.client, self.now, self.rules) = (records, client, now, rules)
    }

    /// Records an event.
    package func note(
        _ kind: SecurityEvent.Kind, of person: String?, _ outcome: SecurityEvent.Outcome = .success, session: String? = nil,
        detail: String = ""
    ) throws {
        let event = SecurityEvent(
            time: now, kind: kind, outcome: outcome, person: person, actor: client.actor, place: client.place,
            session: session ?? client.session, requestID: client.requestID, detail: detail)
        try records.append(event)
        events.append(event)
    }

    /// Posts a notice to a person. The number of notices of one kind per person and hour is limited; the events list the rest.
    package func notify(_ kind: Notice.Kind, to person: Person, _ fields: [String: String] = [:]) throws {
        guard try take(rules.notices(kind, to: person.email)) == nil else { return }
        try notify(
            kind, subject: person.id, to: person.email, name: person.name, language: person.choices.language, fields)
        try tell(.mailed(kind), to: person)
    }

    /// Tells a person about the security of their account in the app, also of what they did themselves: somebody else may have a
    /// session of theirs.
    func tell(_ news: SecurityNews, to person: Person) throws {
        let device = client.actor == nil && client != .clock ? client.place.device : nil
        guard let announcement = Announcement(news, of: person.id, device: device) else { return }
        try Change(in: records.connection, at: now).tell(person.owner, announcement)
    }

    func notify(
        _ kind: Notice.Kind, subject: String, to email: EmailAddress, name: String, language: Person.Choices.Language,
        _ fields: [String: String] = [:]
    ) throws {
        var fields = fields
        fields["device"] = client.place.device
        fields["place"] = client.place.network
        fields["time"] = MailTime.text(now)
        try records.post(
            Notice(
                kind: kind, subject: subject, recipient: email.text, recipientName: name, language: language.rawValue,
                fields: fields, createdAt: now))
    }

    /// Counts an attempt in each of the given counts, or in none: an attempt that one count refuses does not use up the others.
    ///
    /// - Returns: the seconds to wait if there were too many attempts; nil if the attempt is permitted.
    func take(_ counted: CountedAttempts...) throws -> Int? { try take(counted) }

    func take(_ counted: [CountedAttempts]) throws -> Int? {
        var taken: [(subject: String, attempts: Attempts)] = []
        for each in counted {
            var attempts = try records.attempts(each.subject) ?? Attempts(since: now)
            if let wait = each.rule.take(&attempts, now: now) { return wait }
            taken.append((each.subject, attempts))
        }
        for (subject, attempts) in taken { try records.save(attempts, of: subject) }
        return nil
    }

    /// Returns the attempts of the current window that failed or are in progress.
    func failures(_ counted: CountedAttempts) throws -> Int { try records.attempts(counted.subject)?.count ?? 0 }

    /// Takes back the counts of an attempt that did not fail.
    func giveBack(_ counted: [CountedAttempts]) throws {
        for each in counted {
            guard var attempts = try records.attempts(each.subject) else { continue }
            each.rule.giveBack(&attempts)
            try records.save(attempts, of: each.subject)
        }
    }

    /// Removes the counts of all attempts of a kind.
    func forget(_ counted: CountedAttempts) throws { try records.removeAttempts(counted.subject) }

    /// Takes the permission to send a mail that a client requested.
    ///
    /// - Parameter isSent: whether there is a mail to send. The answer does not reveal it. Only mails that are sent count towards
    ///   the limit for all clients; otherwise requests for unknown addresses would use it up.
    func takeMail(to email: EmailAddress, isSent: Bool) throws -> Int? {
        let all = rules.allMails
        if var attempts = try records.attempts(all.subject), let wait = all.rule.take(&attempts, now: now) { return wait }
        return try take(rules.mails(from: client) + [rules.mails(to: email)] + (isSent ? [all] : []))
    }
}

/// A truth value that several tasks share.
final class Flag: Sendable {
    private let value = Atomic(false)

    func set(_ new: Bool) { value.store(new, ordering: .sequentiallyConsistent) }
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
}

/// The format of times in mails.
package enum MailTime {
    /// Returns `2026-11-22 20:15 UTC`.
    package static func text(_ seconds: Int) -> String { MomentText.short(seconds) + " UTC" }
}
