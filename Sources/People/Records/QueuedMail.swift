/// A mail that waits to be sent. It contains no text and no secret: its link is made when the mail is sent, so a stolen database
/// opens no account.
package struct QueuedMail: Equatable, Sendable {
    /// The subject of the mail.
    package enum Kind: String, Sendable, CaseIterable {
        case verification, addressInUse = "address-in-use", invitation, passwordReset = "password-reset"
        case passwordChanged = "password-changed", emailChange = "email-change", emailChanging = "email-changing"
        case emailChanged = "email-changed", newDevice = "new-device", secondFactorFailed = "second-factor-failed"
        case secondFactorOn = "second-factor-on", secondFactorOff = "second-factor-off"
        case recoveryCodesRenewed = "recovery-codes-renewed", pinSet = "pin-set", pinRemoved = "pin-removed"
        case secondFactorRemoval = "second-factor-removal", secondFactorRemovalPending = "second-factor-removal-pending"
        case tokenCreated = "token-created", accountLocked = "account-locked", accountUnlocked = "account-unlocked"
        case deletionScheduled = "deletion-scheduled", accountDeleted = "account-deleted"
        case identityDecided = "identity-decided"
    }

    /// 24 hexadecimal digits, from which the Message-ID is made.
    package let id: String
    package let kind: Kind
    /// The id of the person, sign-up or invitation that it concerns.
    package let subject: String
    package let recipient: EmailAddress
    package let recipientName: String
    package let language: Person.Choices.Language
    /// The values that the text mentions, such as a device.
    package let fields: [String: String]
    package let createdAt: Int
    /// The earliest time to send it.
    package var dueAt: Int
    /// The number of failed attempts.
    package var attempts = 0

    package init(
        id: String, kind: Kind, subject: String, recipient: EmailAddress, recipientName: String,
        language: Person.Choices.Language, fields: [String: String], createdAt: Int, dueAt: Int, attempts: Int = 0
    ) {
        (self.id, self.kind, self.subject, self.recipient) = (id, kind, subject, recipient)
        (self.recipientName, self.language, self.fields) = (recipientName, language, fields)
        (self.createdAt, self.dueAt, self.attempts) = (createdAt, dueAt, attempts)
    }
}
