import Records

/// The document of referrals.
extension TradingDocuments {
    package static let referral = Document<Referrals.Status>(
        "Referral", simulated(),
        .field("code", .text(8...8), "The caller's own; null until the simulated account is opened.") { $0.code },
        .field("referred", nil, "How many people have used it.") { $0.referredCount },
        .field("rewards", nil, "How many of them were verified.") { $0.rewardCount },
        .amount("reward_usd", "For each of these, in simulated US dollars.") { $0.reward },
        .field("used", nil, "Whether the caller has entered a referral code.") { $0.hasUsedCode },
        .field("can_use", nil, "Whether the caller can still enter one.") { $0.canUseCode })
}
