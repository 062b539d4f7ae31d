/// The pages that mailed or printed links open. Each asks for a click, so that programs that open links in mails change nothing.
package enum LinkPage: String, Sendable, CaseIterable {
    case signIn = "/sign-in"
    case verification = "/verify"
    case passwordReset = "/reset"
    case emailChange = "/address"
    case invitation = "/invitation"
    case secondFactorRemoval = "/second-factor/removal"
    case secondFactorStop = "/second-factor/stop"
}

extension Link.Purpose {
    /// The page that its link opens.
    package var page: LinkPage {
        switch self {
        case .verification: .verification
        case .passwordReset: .passwordReset
        case .emailChange: .emailChange
        case .secondFactorRemoval: .secondFactorRemoval
        case .secondFactorStop: .secondFactorStop
        }
    }

    /// How long its link works, in seconds.
    package func seconds(_ rules: PeopleRules) -> Int {
        switch self {
        case .verification: rules.verificationSeconds
        case .passwordReset: rules.resetSeconds
        case .emailChange: rules.emailChangeSeconds
        case .secondFactorRemoval, .secondFactorStop: rules.factorRemovalSeconds
        }
    }
}
