import People
import Platform

/// The work of operators on verifications. They see the person and the documents, but never a balance.
package struct VerificationQueue: Sendable {
    let parts: IdentityParts

    package static let longestReason = 500

    /// A verification as operators see it.
    package struct Case: Sendable {
        package let contact: PersonContact
        package let verification: Verification
        package let documents: [IdentityDocument]
    }

    package enum Verdict: String, CaseIterable, Sendable {
        case accepted, refused
        case moreNeeded = "more-needed"

        var state: Verification.State {
            switch self {
            case .accepted: .accepted
            case .refused: .refused
            case .moreNeeded: .moreNeeded
            }
        }
    }

    /// Verifications that wait for a decision, the longest waiting first.
    package func waiting() async throws -> [Case] {
        try await parts.read { change in
            try change.records.pendingVerifications(limit: 1000).compactMap { verification in
                try change.records.contact(ofOwner: verification.owner).map { try change.look(at: verification, of: $0) }
            }
        }
    }

    /// - Parameter person: the account's id.
    /// - Throws: ``VerificationError/nobodyVerified(_:)``.
    package func find(_ person: String) async throws -> Case {
        try await parts.read { change in
            let (contact, verification) = try change.named(person)
            return try change.look(at: verification, of: contact)
        }
    }

    /// Returns the photo of a document. The access is logged first, and shown to the person. After a decision, only the operator
    /// who decided can still see the photos.
    ///
    /// - Parameters:
    ///   - looker: the operator's account.
    ///   - client: the operator's client, for the log.
    /// - Throws: ``VerificationError/noDocument(_:)``, ``VerificationError/documentDeleted(_:)``,
    ///   ``VerificationError/nobodyVerified(_:)``.
    package func photo(_ id: String, of person: String, for looker: String, _ client: Client) async throws -> [UInt8] {
        let services = try parts.requiredServices()
        let (content, events) = try await parts.change { change in
            let (contact, verification) = try change.named(person)
            guard let document = try change.records.documents(of: contact.owner).first(where: { $0.id == id }),
                verification.shows(document, to: looker)
            else { throw VerificationError.noDocument(id) }
            guard let content = try change.records.content(ofDocument: document.id) else {
                throw VerificationError.documentDeleted(id)
            }
            try change.records.insert(DocumentLook(document: id, lookedBy: looker, time: change.now), of: contact.owner)
            let notices = IdentityNotices(services.people, change.records.people, client)
            try notices.looked(at: id, of: contact.person)
            return (content, notices.events)
        }
        events.forEach(services.people.observe)
        return try services.vault.open(content, table: "verification_documents", row: id, column: "content")
    }

    /// Decides about a verification. An accepted person has the level `full` from then on.
    ///
    /// - Parameters:
    ///   - reason: shown to the person.
    ///   - decider: the operator's account.
    ///   - client: the operator's client, for the log.
    /// - Throws: ``VerificationError/notPending(_:)``, ``VerificationError/ownVerification``, ``VerificationError/badReason(most:)``,
    ///   ``VerificationError/nobodyVerified(_:)``.
    package func decide(
        _ verdict: Verdict, reason: String, _ person: String, by decider: String, _ client: Client
    ) async throws -> Case {
        let services = try parts.requiredServices()
        guard person != decider else { throw VerificationError.ownVerification }
        guard let reason = KeptText.checked(reason, most: Self.longestReason) else {
            throw VerificationError.badReason(most: Self.longestReason)
        }
        let (decided, events) = try await parts.change { change -> (Case, [SecurityEvent]) in
            let (contact, stored) = try change.named(person)
            var verification = stored
            // The id above is compared as entered; this is the account that it names.
            guard contact.person != decider else { throw VerificationError.ownVerification }
            guard verification.state == .pending else { throw VerificationError.notPending(verification.state) }
            verification.state = verdict.state
            verification.decision = Verification.Decision(time: change.now, decidedBy: decider, reason: reason)
            try change.records.save(verification)
            if verdict == .accepted { try change.raise(contact.owner, to: .full) }
            let notices = IdentityNotices(services.people, change.records.people, client)
            try notices.decided(verdict.rawValue, of: contact.person)
            return (try change.look(at: verification, of: contact), notices.events)
        }
        events.forEach(services.people.observe)
        return decided
    }
}

extension IdentityChange {
    fileprivate func named(_ person: String) throws -> (contact: PersonContact, verification: Verification) {
        guard let contact = try records.contact(ofPerson: person),
            let verification = try records.verification(of: contact.owner)
        else { throw VerificationError.nobodyVerified(person) }
        return (contact, verification)
    }

    fileprivate func look(at verification: Verification, of contact: PersonContact) throws -> VerificationQueue.Case {
        VerificationQueue.Case(
            contact: contact, verification: verification,
            documents: try records.documents(of: contact.owner).filter { $0.attempt == verification.attempt })
    }
}
