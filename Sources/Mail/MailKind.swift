/// The subject of a mail. Each kind has a text in every language.
package enum MailKind: String, Sendable, CaseIterable {
    /// Confirms the address of a sign-up.
    case verification
    /// A person tried to sign up with the address of an account.
    case addressInUse
    case invitation
    case passwordReset
    case passwordChanged
    /// To the new address: confirms it.
    case emailChange
    /// To the old address: a new one is about to replace it.
    case emailChanging
    /// To the old address: it was replaced.
    case emailChanged
    /// A sign-in from a new device.
    case newDevice
    /// Three wrong codes after the right password.
    case secondFactorFailed
    case secondFactorOn, secondFactorOff, recoveryCodesRenewed, pinSet, pinRemoved
    /// An operator started to remove the second factor; the person must confirm it.
    case secondFactorRemoval
    /// The removal is confirmed and can still be stopped.
    case secondFactorRemovalPending
    /// A new API token.
    case tokenCreated
    /// By an operator.
    case accountLocked, accountUnlocked
    case deletionScheduled
    case accountDeleted
    /// An operator has decided about the proof of identity.
    case identityDecided
    /// Something that the person asked to be told by mail, such as an alert that has fired.
    case notice
    /// Several of them, one in each of ``MailRequest/lines``.
    case digest
}

extension MailKind {
    /// - Parameter name: the name of a kind of notice: `password-reset` for ``passwordReset``.
    package init?(notice name: String) {
        var text = ""
        for word in name.split(separator: "-") {
            text += text.isEmpty ? String(word) : word.prefix(1).uppercased() + word.dropFirst()
        }
        self.init(rawValue: text)
    }

    /// The names of the fields that a request must have. If a field is empty, its line is left out.
    package var fields: Set<String> {
        switch self {
        case .verification, .invitation, .passwordReset, .emailChange, .secondFactorRemoval: ["duration"]
        case .passwordChanged, .newDevice, .secondFactorFailed: ["time", "device", "place"]
        case .emailChanging: ["address"]
        case .secondFactorRemovalPending, .deletionScheduled: ["date"]
        case .tokenCreated: ["token", "scope"]
        case .accountLocked, .accountUnlocked: ["reason"]
        case .notice: ["text"]
        case .addressInUse, .emailChanged, .secondFactorOn, .secondFactorOff, .recoveryCodesRenewed, .pinSet, .pinRemoved,
            .accountDeleted, .identityDecided, .digest:
            []
        }
    }

    /// The names of further fields that the text shows if a request has them.
    package var optionalFields: Set<String> {
        switch self {
        case .secondFactorOn, .secondFactorOff, .recoveryCodesRenewed, .pinSet, .pinRemoved, .tokenCreated:
            ["time", "device", "place"]
        default: []
        }
    }

    /// Whether a request must have a link. Other kinds show one if the request has it.
    package var needsLink: Bool {
        switch self {
        case .verification, .addressInUse, .invitation, .passwordReset, .emailChange, .secondFactorRemoval,
            .secondFactorRemovalPending:
            true
        default: false
        }
    }
}
