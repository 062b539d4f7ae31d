import Records

/// Verifications, referrals and support in requests and answers.
package enum VerificationSchemas {
    private static let state = Schema.choice(Verification.State.allCases.map(\.rawValue))

    package static let document = Schema.named(
        "IdentityDocument",
        .object([
            .init("id", .id("d_")), .init("kind", IdentityDocument.Kind.schema), .init("side", IdentityDocument.Side.schema),
            .init("created_at", .moment),
            .init(
                "delete_at", .nullable(.moment),
                "When the photo is deleted; null once it is."),
            .init("deleted_at", .nullable(.moment), "When the photo was deleted; null while it is there."),
        ]))

    private static let decision: [Schema.Member] = [
        .init("state", state), .init("submitted_at", .nullable(.moment)), .init("decided_at", .nullable(.moment)),
        .init("reason", .nullable(.text(0...VerificationQueue.longestReason)), "The operator's reason."),
        .init("documents", .array(document, count: 0...1000)),
    ]

    package static let verification = Schema.named(
        "IdentityVerification",
        .object(
            [
                .init("simulated", .boolean, "Always true: no real money is ever moved."),
                .init("needed", .boolean, "False if the server has no accounts: the simulated account then has the highest level."),
                .init("level", .choice(TradingLevel.allCases.map(\.rawValue))),
                .init(
                    "phone_last_four", .nullable(.text(4...4)),
                    "The last four digits of the verified telephone; null if there is none."),
                .init("phone_verified_at", .nullable(.moment)),
                .init(
                    "code_sent_to", .nullable(.text(4...4)),
                    "The last four digits of the telephone with a pending code; null if there is none."),
                .init("code_expires_at", .nullable(.moment)),
            ] + decision + [
                .init(
                    "looks",
                    .array(
                        .object([.init("document", .id("d_")), .init("time", .moment)]), count: 0...1000),
                    "When operators looked at documents, newest first.")
            ]))

    /// The verification as operators see it.
    package static let listed = Schema.named(
        "ListedVerification",
        .object(
            [
                .init("account", .text(22...22)), .init("name", .text(1...80)), .init("email", .text(3...254)),
            ] + decision))

    // MARK: Referral

    package static let referral = Schema.named(
        "Referral",
        .object([
            .init("simulated", .boolean, "Always true: no real money is ever moved."),
            .init("code", .nullable(.text(8...8)), "The caller's own; null until the simulated account is opened."),
            .init("referred", .integer(0...Schema.largestInteger), "How many people have used it."),
            .init("rewards", .integer(0...Schema.largestInteger), "How many of them were verified."),
            .init("reward_usd", Schema.amount, "For each of these, in simulated US dollars."),
            .init("used", .boolean, "Whether the caller has entered a referral code."),
            .init("can_use", .boolean, "Whether the caller can still enter one."),
        ]))
}
