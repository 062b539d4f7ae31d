import Platform

/// Why a step of a verification is refused. Nothing has changed then, except that a wrong code is counted.
package enum VerificationError: Error, Equatable, Sendable {
    /// On one person's machine, verification is not needed.
    case notNeeded
    // Phone
    case badPhone
    case tooManyCodes(retryAfterSeconds: Int)
    /// The code could not be sent.
    case notSent
    /// No code is pending: none was sent, it has expired, or it was tried too often.
    case noCode
    case wrongCode(left: Int)
    // Documents
    case phoneFirst
    case alreadyAccepted
    /// The verification waits for a decision; nothing can be changed meanwhile.
    case waiting
    case tooManyDocuments(most: Int)
    case noDocuments
    case sideMissing(IdentityDocument.Kind, IdentityDocument.Side)
    /// The document has no such side, or the side is not required.
    case sideNotNeeded(IdentityDocument.Kind, IdentityDocument.Side)
    // Operators
    case nobodyVerified(String)
    case noDocument(String)
    case documentDeleted(String)
    case notPending(Verification.State)
    case ownVerification
    case badReason(most: Int)
}

extension VerificationError: CustomStringConvertible {
    /// A stable code for programs.
    package var code: String {
        switch self {
        case .notNeeded: "verification-not-needed"
        case .badPhone: "bad-phone"
        case .tooManyCodes: "too-many-codes"
        case .notSent: "code-not-sent"
        case .noCode: "no-code"
        case .wrongCode: "wrong-phone-code"
        case .phoneFirst: "phone-first"
        case .alreadyAccepted: "already-verified"
        case .waiting: "verification-waits"
        case .tooManyDocuments: "too-many-documents"
        case .noDocuments: "no-documents"
        case .sideMissing: "side-missing"
        case .sideNotNeeded: "side-not-needed"
        case .nobodyVerified: "no-verification"
        case .noDocument: "no-document"
        case .documentDeleted: "document-deleted"
        case .notPending: "not-pending"
        case .ownVerification: "own-verification"
        case .badReason: "bad-reason"
        }
    }

    package var description: String {
        switch self {
        case .notNeeded: "this server has no accounts and needs no verification; the simulated account has the highest level"
        case .badPhone:
            "this is not a telephone number with a country code; give one such as +39 333 123 4567"
        case .tooManyCodes: "too many codes were requested; wait before you request another"
        case .notSent: "the code could not be sent; try again in a minute"
        case .noCode: "no code is pending: none was sent, or the last one has expired or was tried too often. Request a new one"
        case .wrongCode(let left):
            left == 1 ? "the code is wrong; you can try once more" : "the code is wrong; you can try \(left) more times"
        case .phoneFirst: "confirm your telephone first"
        case .alreadyAccepted: "you are already verified"
        case .waiting: "your documents are awaiting a decision; you cannot change anything until then"
        case .tooManyDocuments(let most): "you have sent \(most) documents, which is the maximum; submit them"
        case .noDocuments: "send a photo of a document first"
        case .sideMissing(let kind, let side): "the \(side.rawValue) of the \(kind.rawValue) is missing; send a photo of it"
        case .sideNotNeeded(let kind, let side):
            "the \(side.rawValue) of a \(kind.rawValue) is not needed; send a photo of its front, or of another document"
        case .nobodyVerified(let account): "the account \(account.cut(to: 60)) has not started a verification"
        case .noDocument(let id): "there is no document \(id.cut(to: 40))"
        case .documentDeleted(let id): "the document \(id.cut(to: 40)) has been deleted"
        case .notPending(let state): "this verification is \(state.rawValue) and is not awaiting a decision"
        case .ownVerification: "you cannot decide your own verification; another operator must"
        case .badReason(let most): "give a reason of 1 to \(most) characters; the account's owner reads it"
        }
    }
}
