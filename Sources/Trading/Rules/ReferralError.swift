/// Why a referral code is refused. Nothing has changed then.
package enum ReferralError: Error, Equatable, Sendable {
    case unknownCode
    case ownCode
    case codeUsed
    case codeTooLate
}

extension ReferralError: CustomStringConvertible {
    /// A stable code for programs.
    package var code: String {
        switch self {
        case .unknownCode: "unknown-referral-code"
        case .ownCode: "own-referral-code"
        case .codeUsed: "referral-code-used"
        case .codeTooLate: "referral-too-late"
        }
    }

    package var description: String {
        switch self {
        case .unknownCode: "this referral code does not exist; check it with the person who gave it to you"
        case .ownCode:
            "this is your own referral code, or that of a person whom you referred, directly or through others; give another person's"
        case .codeUsed: "you have already entered a referral code"
        case .codeTooLate: "you can enter a referral code only before you are verified"
        }
    }
}
