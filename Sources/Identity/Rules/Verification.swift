/// The state of a person's identity verification, as it is stored.
package struct Verification: Equatable, Sendable {
    package enum State: String, CaseIterable, Sendable {
        /// Nothing was submitted.
        case none
        /// It waits for an operator.
        case pending
        case moreNeeded = "more-needed"
        /// The person can start again.
        case refused, accepted
    }

    /// A verified telephone.
    package struct Phone: Equatable, Sendable {
        /// The encrypted number.
        package let sealed: String
        package let lastFour: String
        /// In seconds since 1970-01-01 UTC, like all times here.
        package let verifiedAt: Int

        package init(sealed: String, lastFour: String, verifiedAt: Int) {
            (self.sealed, self.lastFour, self.verifiedAt) = (sealed, lastFour, verifiedAt)
        }
    }

    /// A code that was sent and not yet entered.
    package struct SentCode: Equatable, Sendable {
        /// How long a code works, in seconds, and the number of wrong attempts that end it.
        package static let (seconds, mostFailures) = (600, 5)

        /// The code's salted hash, encrypted: a hash alone can be broken by trying a million codes.
        package let stored: String
        /// The encrypted number that it was sent to.
        package let sealedPhone: String
        package let lastFour: String
        package let expiresAt: Int
        package var failures = 0

        package init(stored: String, sealedPhone: String, lastFour: String, expiresAt: Int, failures: Int = 0) {
            (self.stored, self.sealedPhone, self.lastFour) = (stored, sealedPhone, lastFour)
            (self.expiresAt, self.failures) = (expiresAt, failures)
        }

        package func works(at time: Int) -> Bool { time < expiresAt && failures < Self.mostFailures }
    }

    /// The decision of an operator, or of the clock.
    package struct Decision: Equatable, Sendable {
        /// Used instead of an operator's account if no operator decided in time. No account has this id.
        package static let clock = "clock"
        /// The reason that the clock gives.
        package static let tooOld = "No operator decided in time, and the photos became too old and were deleted. Send them again."

        package let time: Int
        /// The operator's account, or ``clock``.
        package let decidedBy: String
        /// Shown to the person.
        package let reason: String

        package init(time: Int, decidedBy: String, reason: String) {
            (self.time, self.decidedBy, self.reason) = (time, decidedBy, reason)
        }
    }

    package let owner: String
    package var phone: Phone?
    package var code: SentCode?
    package var state = State.none
    /// The number of the attempt, from 1; the next one begins after a refusal.
    package var attempt = 1
    package var submittedAt: Int?
    /// The last decision.
    package var decision: Decision?

    package init(owner: String) { self.owner = owner }

    /// The code that was sent, while it works.
    package func pendingCode(at time: Int) -> SentCode? { code.flatMap { $0.works(at: time) ? $0 : nil } }

    /// Whether an operator may see a photo: every operator while the attempt waits for a decision, and afterwards the one who
    /// decided.
    package func shows(_ document: IdentityDocument, to looker: String) -> Bool {
        if state == .pending && document.attempt == attempt { return true }
        guard let decision else { return false }
        return decision.decidedBy == looker && document.createdAt <= decision.time
    }
}

/// A photo of an identity document. Its content is encrypted and stored separately.
package struct IdentityDocument: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case passport
        case identityCard = "identity-card"
        case drivingLicence = "driving-licence"
        case residencePermit = "residence-permit"

        /// The sides that are required.
        package var sides: [Side] { self == .passport ? [.front] : Side.allCases }
    }

    package enum Side: String, CaseIterable, Sendable { case front, back }

    /// `d_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let kind: Kind
    package let side: Side
    /// The attempt that it belongs to.
    package let attempt: Int
    package let createdAt: Int
    /// When its content is deleted, in seconds since 1970-01-01 UTC.
    package var deleteAt: Int?
    /// When its content was deleted.
    package var deletedAt: Int?

    package init(
        id: String, owner: String, kind: Kind, side: Side, attempt: Int, createdAt: Int, deleteAt: Int?, deletedAt: Int? = nil
    ) {
        (self.id, self.owner, self.kind, self.side, self.attempt) = (id, owner, kind, side, attempt)
        (self.createdAt, self.deleteAt, self.deletedAt) = (createdAt, deleteAt, deletedAt)
    }
}

/// A record that an operator looked at a document.
package struct DocumentLook: Equatable, Sendable {
    package let document: String
    /// The operator's account.
    package let lookedBy: String
    package let time: Int

    package init(document: String, lookedBy: String, time: Int) {
        (self.document, self.lookedBy, self.time) = (document, lookedBy, time)
    }
}

/// The data that operators need to contact a person, and no more.
package struct PersonContact: Equatable, Sendable {
    /// The id of the account with which the person signs in.
    package let person: String
    package let owner: String
    package let name: String
    /// The mail address.
    package let address: String

    package init(person: String, owner: String, name: String, address: String) {
        (self.person, self.owner, self.name, self.address) = (person, owner, name, address)
    }
}
