/// Records each step of a person's proof of identity in their log and mails, within the same transaction.
package struct IdentityNotices {
    private let change: PeopleChange

    package init(_ parts: PeopleParts, _ records: PeopleRecords, _ client: Client) {
        change = PeopleChange(records, client: client, now: parts.now(), rules: parts.rules)
    }

    /// What was stored, for ``PeopleParts/observe`` once the transaction has ended.
    package var events: [SecurityEvent] { change.events }

    /// An operator looked at a document.
    package func looked(at document: String, of person: String) throws {
        try change.note(.documentSeen, of: person, detail: document)
    }

    /// An operator decided. The mail reports that, but not the decision, which the page shows after sign-in.
    package func decided(_ verdict: String, of person: String) throws {
        try change.note(.identityDecided, of: person, detail: verdict)
        guard let person = try change.records.person(id: person) else { return }
        try change.mail(.identityDecided, to: person)
    }
}
