import JSONText
import Market

/// Verifications, referrals and support as JSON.
package enum VerificationJSON {
    package static func status(_ status: Verifications.Status, now: Int, _ writer: inout JSONWriter) {
        let verification = status.verification
        let code = verification.code.flatMap { $0.works(at: now) ? $0 : nil }
        writer.member("simulated", true)
        writer.member("needed", status.isNeeded)
        writer.member("level", status.level.rawValue)
        writer.member("phone_last_four", verification.phone?.lastFour)
        writer.member("phone_verified_at", verification.phone.map { MomentText.iso($0.verifiedAt) })
        writer.member("code_sent_to", code?.lastFour)
        writer.member("code_expires_at", code.map { MomentText.iso($0.expiresAt) })
        decision(verification, status.documents, &writer)
        writer.member("looks", status.looks) { look, writer in
            writer.member("document", look.document)
            writer.member("time", MomentText.iso(look.time))
        }
    }

    package static func listed(_ entry: VerificationQueue.Case, _ writer: inout JSONWriter) {
        contact(entry.contact, &writer)
        decision(entry.verification, entry.documents, &writer)
    }

    package static func document(_ document: IdentityDocument, _ writer: inout JSONWriter) {
        writer.member("id", document.id)
        writer.member("kind", document.kind.rawValue)
        writer.member("side", document.side.rawValue)
        writer.member("created_at", MomentText.iso(document.createdAt))
        writer.member("delete_at", document.deletedAt == nil ? document.deleteAt.map(MomentText.iso) : nil)
        writer.member("deleted_at", document.deletedAt.map(MomentText.iso))
    }

    private static func decision(_ verification: Verification, _ documents: [IdentityDocument], _ writer: inout JSONWriter) {
        writer.member("state", verification.state.rawValue)
        writer.member("submitted_at", verification.submittedAt.map(MomentText.iso))
        writer.member("decided_at", verification.decision.map { MomentText.iso($0.time) })
        writer.member("reason", verification.decision?.reason)
        writer.member("documents", documents) { Self.document($0, &$1) }
    }

    private static func contact(_ contact: PersonContact, _ writer: inout JSONWriter) {
        writer.member("account", contact.person)
        writer.member("name", contact.name)
        writer.member("email", contact.address)
    }

    // MARK: Referral

    package static func referral(_ status: Referrals.Status, _ writer: inout JSONWriter) {
        writer.member("simulated", true)
        writer.member("code", status.code)
        writer.member("referred", status.referredCount)
        writer.member("rewards", status.rewardCount)
        writer.member("reward_usd", status.reward.description)
        writer.member("used", status.hasUsedCode)
        writer.member("can_use", status.canUseCode)
    }
}
