import Languages
import Notices
import People
import Store

extension Notice.Kind {
    /// Says that an operator has decided. The page shows the decision after sign-in.
    package static let identityDecided = Self("identity-decided")
}

extension Notice.Registration {
    /// The notices about verifications.
    package static let verifications = [Notice.Registration(.identityDecided)]
}

/// Records each step of a person's proof of identity in their log and notices, within the same transaction.
struct IdentityNotices {
    private let change: PeopleChange

    init(_ parts: PeopleParts, _ records: PeopleRecords, _ client: Client) {
        change = PeopleChange(records, client: client, now: parts.now(), rules: parts.rules)
    }

    /// What was stored, for ``PeopleParts/observe`` once the transaction has ended.
    var events: [SecurityEvent] { change.events }

    /// An operator looked at a document.
    func looked(at document: String, of person: String) throws {
        try change.note(.documentSeen, of: person, detail: document)
    }

    /// An operator decided.
    func decided(_ verdict: String, of person: String) throws {
        try change.note(.identityDecided, of: person, detail: verdict)
        guard let person = try change.records.person(id: person) else { return }
        try change.notify(.identityDecided, to: person)
        try Change(in: change.records.connection, at: change.now).tell(person.owner, .verificationDecided(person.id))
    }
}

extension Announcement {
    /// - Parameter person: the id of the account.
    fileprivate static func verificationDecided(_ person: String) -> Announcement {
        Announcement(.support, subject: person, link: "/trading/verification", hasOwnMail: true) { language in
            switch language {
            case .english: "There is a decision about your verification"
            case .italian: "C’è una decisione sulla tua verifica"
            case .russian: "Есть решение по вашей проверке"
            case .kazakh: "Тексеруіңіз бойынша шешім бар"
            }
        }
    }
}
