import Records

/// The documents of verifications.
package enum VerificationDocuments {
    package static let document = Document<IdentityDocument>(
        "IdentityDocument", .field("id", .id("d_")) { $0.id }, .choice("kind") { $0.kind }, .choice("side") { $0.side },
        .moment("created_at") { $0.createdAt },
        .moment("delete_at", "When the photo is deleted; null once it is.", orNull: { $0.deletedAt == nil ? $0.deleteAt : nil }),
        .moment("deleted_at", "When the photo was deleted; null while it is there.", orNull: { $0.deletedAt }))

    private static let decision: [Document<(verification: Verification, documents: [IdentityDocument])>.Member] = [
        .choice("state") { $0.verification.state }, .moment("submitted_at", orNull: { $0.verification.submittedAt }),
        .moment("decided_at", orNull: { $0.verification.decision?.time }),
        .field("reason", .text(0...VerificationQueue.longestReason), "The operator's reason.") { $0.verification.decision?.reason },
        .list("documents", 0...1000, of: document) { $0.documents },
    ]

    /// The verification as its owner sees it at a time, in seconds since 1970-01-01 UTC.
    package static let verification = Document<(status: Verifications.Status, now: Int)>(
        "IdentityVerification",
        members: [
            simulated,
            .field("needed", nil, "False if the server has no accounts: the simulated account then has the highest level.") {
                $0.status.isNeeded
            },
            .choice("level") { $0.status.level },
            .field(
                "phone_last_four", .text(4...4), "The last four digits of the verified telephone; null if there is none."
            ) { $0.status.verification.phone?.lastFour },
            .moment("phone_verified_at", orNull: { $0.status.verification.phone?.verifiedAt }),
            .field(
                "code_sent_to", .text(4...4),
                "The last four digits of the telephone with a pending code; null if there is none."
            ) { $0.status.verification.pendingCode(at: $0.now)?.lastFour },
            .moment("code_expires_at", orNull: { $0.status.verification.pendingCode(at: $0.now)?.expiresAt }),
        ] + decision.of { ($0.status.verification, $0.status.documents) } + [
            .list("looks", 0...1000, of: look, "When operators looked at documents, newest first.") { $0.status.looks }
        ])

    private static let simulated: Document<(status: Verifications.Status, now: Int)>.Member =
        .field("simulated", nil, "Always true: no real money is ever moved.") { _ in true }

    private static let look = Document<DocumentLook>(
        nil, .field("document", .id("d_")) { $0.document }, .moment("time") { $0.time })

    /// The verification as operators see it.
    package static let listedVerification = Document<VerificationQueue.Case>(
        "ListedVerification",
        members: [
            .field("account", .text(22...22)) { $0.contact.person }, .field("name", .text(1...80)) { $0.contact.name },
            .field("email", .text(3...254)) { $0.contact.address },
        ] + decision.of { ($0.verification, $0.documents) })
}
