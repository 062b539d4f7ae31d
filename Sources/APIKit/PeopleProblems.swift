import HTTPEdge
import HTTPTypes
import People

extension PeopleError: ProblemConvertible {
    package var problem: Problem {
        var problem = Problem(status, code, description, field: field, retryAfterSeconds: retryAfterSeconds)
        if status == .unauthorized { problem.headers[.wwwAuthenticate] = "Bearer realm=\"closecast\"" }
        return problem
    }

    private var status: HTTPResponse.Status {
        switch self {
        case .wrongCredentials, .wrongPIN, .pinNotUsable, .wrongCode, .codeNeeded, .signInOver, .sessionOver: .unauthorized
        case .wrongPassword, .invitationNeeded, .signUpClosed, .locked, .notFresh, .scopeTooLarge: .forbidden
        case .noSuchAccount, .noSuchSession, .noSuchDevice, .noSuchToken, .noSuchInvitation, .noPicture, .noPIN, .noDeletion,
            .noSecondFactor, .unknownOwner:
            .notFound
        case .tooManyAttempts, .tooManyMails, .onlyByLink: .tooManyRequests
        case .busy: .serviceUnavailable
        case .secondFactorIsOn, .lastOperator, .ownAccount, .tooManyTokens, .accountExists, .ownerHasAccount, .noOffer, .noDevice,
            .operatorsHaveNoPIN:
            .conflict
        case .badEmail, .badName, .badPassword, .passwordsDiffer, .badPIN, .pinsDiffer, .badChoice, .termsNotAccepted,
            .wrongAddressTyped, .unknownInvitation, .unknownLink, .tokenLifeTooLong:
            .unprocessableContent
        }
    }

    /// The member of the body that the problem concerns.
    private var field: String? {
        switch self {
        case .badEmail, .wrongAddressTyped: "/email"
        case .badName: "/name"
        case .badPassword: "/password"
        case .passwordsDiffer: "/password_again"
        case .wrongPassword: "/password"
        case .badPIN, .wrongPIN: "/pin"
        case .pinsDiffer: "/pin_again"
        case .badChoice(let name, _, _): "/\(name)"
        case .termsNotAccepted: "/accept_terms"
        case .unknownInvitation, .invitationNeeded: "/invitation"
        case .unknownLink: "/token"
        case .wrongCode, .codeNeeded: "/code"
        case .signInOver: "/sign_in"
        case .tokenLifeTooLong: "/days"
        case .scopeTooLarge: "/scope"
        default: nil
        }
    }
}
