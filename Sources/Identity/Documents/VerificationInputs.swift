import Records

extension IdentityDocument.Kind: FieldChoice {}
extension IdentityDocument.Side: FieldChoice {}
extension VerificationQueue.Verdict: FieldChoice {}

/// A telephone to send a code to.
package struct PhoneToConfirm: Record {
    package let phone: String

    package init(_ field: inout Fields<Self>) throws {
        phone = try field("phone", \.phone, .secret(1...40, words: "a telephone number such as +39 333 123 4567"))
    }
}

/// A code that was sent to a telephone.
package struct PhoneCode: Record {
    package let code: String

    package init(_ field: inout Fields<Self>) throws {
        code = try field("code", \.code, .secret(6...20, words: "the six digits that were sent to the telephone"))
    }
}

/// What a photo shows.
package struct DocumentToAdd: Record {
    package let kind: IdentityDocument.Kind
    package let side: IdentityDocument.Side

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind, nil, "The kind of document.")
        side = try field("side", \.side, nil, "Which side the photo shows.")
    }
}

/// A document of the caller in a path.
package struct DocumentReference: Record {
    package let document: String

    package init(_ field: inout Fields<Self>) throws {
        document = try field("document", \.document, .text(1...64), "The document's id.")
    }
}

// MARK: Operators

/// A document of an account in a path.
package struct DocumentToSee: Record {
    package let account, document: String

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, .text(1...254), "The account's id.")
        document = try field("document", \.document, .text(1...64), "The document's id.")
    }
}

/// The decision about a verification.
package struct VerificationDecision: Record {
    package let account: String
    package let decision: VerificationQueue.Verdict
    package let reason: String

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, .text(1...254), "The account's id.")
        decision = try field("decision", \.decision)
        reason = try field("reason", \.reason, .kept(0...VerificationQueue.longestReason), "Shown to the account's owner.")
    }
}
