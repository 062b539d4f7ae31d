/// Something that concerns the security of an account. Never contains a secret.
package struct SecurityEvent: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case signIn = "sign-in", signInFailed = "sign-in-failed", signInBlocked = "sign-in-blocked"
        case signOut = "sign-out", sessionEnded = "session-ended", sessionsEnded = "sessions-ended"
        case deviceEnded = "device-ended"
        case secondFactorFailed = "second-factor-failed", secondFactorOn = "second-factor-on"
        case secondFactorOff = "second-factor-off", secondFactorRemovalStarted = "second-factor-removal-started"
        case secondFactorRemovalStopped = "second-factor-removal-stopped"
        case recoveryCodesRenewed = "recovery-codes-renewed", recoveryCodeUsed = "recovery-code-used"
        case pinSet = "pin-set", pinRemoved = "pin-removed", pinFailed = "pin-failed"
        case signUp = "sign-up", verified, invitationCreated = "invitation-created"
        case invitationAccepted = "invitation-accepted", invitationRevoked = "invitation-revoked"
        case passwordChanged = "password-changed", passwordResetRequested = "password-reset-requested"
        case passwordReset = "password-reset"
        case emailChangeRequested = "email-change-requested", emailChanged = "email-changed"
        case tokenCreated = "token-created", tokenRevoked = "token-revoked"
        case exported, deletionScheduled = "deletion-scheduled", deletionUndone = "deletion-undone", deleted
        case locked, unlocked
        case documentSeen = "document-seen", identityDecided = "identity-decided"
    }

    package enum Outcome: String, Sendable, CaseIterable { case success, failure }

    /// 0 until it is stored.
    package var id: Int64 = 0
    /// Seconds since 1970-01-01 UTC.
    package let time: Int
    package let kind: Kind
    package let outcome: Outcome
    /// The account concerned; nil if there is none.
    package let person: String?
    /// The operator who did it; nil if the person did.
    package let actor: String?
    package let place: Place
    /// The session's id; nil if there is none.
    package let session: String?
    package let requestID: String
    /// Such as the name of a token or the reason for a lock.
    package let detail: String

    package init(
        time: Int, kind: Kind, outcome: Outcome, person: String?, actor: String?, place: Place, session: String?,
        requestID: String, detail: String
    ) {
        (self.time, self.kind, self.outcome, self.person, self.actor) = (time, kind, outcome, person, actor)
        (self.place, self.session, self.requestID, self.detail) = (place, session, requestID, detail)
    }
}
