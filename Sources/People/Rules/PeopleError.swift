import Platform

/// Why an operation on an account is refused. No message contains a secret, and no message that a stranger can cause reveals
/// whether an address is known.
package enum PeopleError: Error, Equatable, Sendable {
    // Input
    case badEmail(String)
    case badName(reason: String)
    case badPassword(reason: String)
    case passwordsDiffer
    case badPIN(reason: String)
    case pinsDiffer
    case badChoice(name: String, value: String, accepted: String)
    case termsNotAccepted
    case wrongAddressTyped

    // Permission
    case invitationNeeded
    case signUpClosed
    case unknownInvitation
    case unknownLink
    case wrongCredentials
    case wrongPassword
    case wrongPIN
    case pinNotUsable
    case wrongCode
    case codeNeeded
    case signInOver
    case tooManyAttempts(retryAfterSeconds: Int)
    case tooManyMails(retryAfterSeconds: Int)
    case onlyByLink(retryAfterSeconds: Int)
    case busy(retryAfterSeconds: Int)
    case locked(reason: String)
    case notFresh
    case sessionOver

    // Things that exist, or do not
    case noSuchAccount(String)
    case noSuchSession(String)
    case noSuchDevice(String)
    case noSuchToken(String)
    case noSuchInvitation(String)
    case noDevice
    case noPIN
    case noSecondFactor
    case secondFactorIsOn
    case noOffer
    case noPicture
    case noDeletion
    case lastOperator
    case ownAccount
    case tooManyTokens(most: Int)
    case scopeTooLarge(have: String, need: String)
    case tokenLifeTooLong(days: Int, most: Int)
    case accountExists(String)
    case ownerHasAccount(String)
    case unknownOwner(String)
    case operatorsHaveNoPIN
}

extension PeopleError: CustomStringConvertible {
    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .badEmail: "bad-email"
        case .badName: "bad-name"
        case .badPassword: "bad-password"
        case .passwordsDiffer: "passwords-differ"
        case .badPIN: "bad-pin"
        case .pinsDiffer: "pins-differ"
        case .badChoice: "bad-choice"
        case .termsNotAccepted: "terms-not-accepted"
        case .wrongAddressTyped: "wrong-address"
        case .invitationNeeded: "invitation-needed"
        case .signUpClosed: "sign-up-closed"
        case .unknownInvitation: "unknown-invitation"
        case .unknownLink: "unknown-link"
        case .wrongCredentials: "wrong-credentials"
        case .wrongPassword: "wrong-password"
        case .wrongPIN: "wrong-pin"
        case .pinNotUsable: "pin-not-usable"
        case .wrongCode: "wrong-code"
        case .codeNeeded: "code-needed"
        case .signInOver: "sign-in-over"
        case .tooManyAttempts: "too-many-attempts"
        case .tooManyMails: "too-many-mails"
        case .onlyByLink: "reset-needed"
        case .busy: "busy"
        case .locked: "account-locked"
        case .notFresh: "not-fresh"
        case .sessionOver: "session-over"
        case .noSuchAccount: "no-such-account"
        case .noSuchSession: "no-such-session"
        case .noSuchDevice: "no-such-device"
        case .noSuchToken: "no-such-token"
        case .noSuchInvitation: "no-such-invitation"
        case .noDevice: "no-device"
        case .noPIN: "no-pin"
        case .noSecondFactor: "no-second-factor"
        case .secondFactorIsOn: "second-factor-is-on"
        case .noOffer: "no-offer"
        case .noPicture: "no-picture"
        case .noDeletion: "no-deletion"
        case .lastOperator: "last-operator"
        case .ownAccount: "own-account"
        case .tooManyTokens: "too-many-tokens"
        case .scopeTooLarge: "scope-too-large"
        case .tokenLifeTooLong: "token-life-too-long"
        case .accountExists: "account-exists"
        case .ownerHasAccount: "owner-has-account"
        case .unknownOwner: "unknown-owner"
        case .operatorsHaveNoPIN: "operators-have-no-pin"
        }
    }

    package var description: String {
        switch self {
        case .badEmail(let text):
            "\"\(text.cut(to: 100))\" is not an email address; write one like ann@example.com, in ASCII, of at most 254 characters"
        case .badName(let reason): "the name is not accepted: \(reason)"
        case .badPassword(let reason): PeopleText.clause(reason)
        case .passwordsDiffer: "the two passwords are different; type the same one twice"
        case .badPIN(let reason): "the PIN is not accepted: \(reason)"
        case .pinsDiffer: "the two PINs are different; type the same one twice"
        case .badChoice(let name, let value, let accepted): "\(name) cannot be \"\(value.cut(to: 100))\"; expected \(accepted)"
        case .termsNotAccepted: "you must accept the terms: \"accept_terms\": true"
        case .wrongAddressTyped: "this is not the address of the account; type it exactly as in your account"
        case .invitationNeeded: "you need an invitation to sign up; ask the operator of this server for one"
        case .signUpClosed: "sign-up is closed; ask the operator of this server for an account"
        case .unknownInvitation: "the invitation is unknown, used, revoked or expired; ask for another one"
        case .unknownLink: "the link is unknown, used or expired; ask for another one"
        case .wrongCredentials: "the address or the password is wrong"
        case .wrongPassword: "the password is wrong"
        case .wrongPIN: "the PIN is wrong"
        case .pinNotUsable: "there is no PIN for this device; sign in with the password"
        case .wrongCode: "the code is wrong or was used before; type the one that the app shows now, or another recovery code"
        case .codeNeeded: "this account has a second factor; send its code, or a recovery code, too"
        case .signInOver: "this sign-in is over; start again with the password"
        case .tooManyAttempts(let seconds): "you tried this too often; try again in \(PeopleText.duration(seconds))"
        case .tooManyMails(let seconds): "too many mails were asked for; try again in \(PeopleText.duration(seconds))"
        case .onlyByLink: "too many wrong passwords in a row; reset the password with a mailed link"
        case .busy: "too many people are signing in at once; try again in a few seconds"
        case .locked(let reason): "this account is locked: \(reason)"
        case .notFresh: "confirm your password first: POST /v1/sessions/current/confirmation"
        case .sessionOver: "your session has ended; sign in again"
        case .noSuchAccount(let name): "no account \(name)"
        case .noSuchSession(let id): "no session \(id)"
        case .noSuchDevice(let id): "no device \(id)"
        case .noSuchToken(let id): "no token \(id)"
        case .noSuchInvitation(let id): "no open invitation \(id)"
        case .noDevice: "this session has no device to bind a PIN to; sign in again"
        case .noPIN: "there is no PIN on this device"
        case .noSecondFactor: "this account has no second factor"
        case .secondFactorIsOn: "the second factor is on already; remove it first"
        case .noOffer: "there is no new secret to confirm, or it is older than ten minutes; ask for another one"
        case .noPicture: "there is no picture"
        case .noDeletion: "this account is not scheduled for deletion"
        case .lastOperator: "this is the only operator; make another one first: closecast account create ADDRESS --operator"
        case .ownAccount: "operators cannot lock their own account; another operator can"
        case .tooManyTokens(let most): "there are \(most) tokens already; revoke one first"
        case .scopeTooLarge(let have, let need): "a token of scope \(need) needs more rights than this account has; it has \(have)"
        case .tokenLifeTooLong(let days, let most): "a token cannot be valid for \(days) days; \(most) is the most"
        case .accountExists(let email): "there is an account with the address \(email) already"
        case .ownerHasAccount(let owner): "\(owner) belongs to an account already"
        case .unknownOwner(let owner): "nothing is stored for an owner \(owner)"
        case .operatorsHaveNoPIN: "operators sign in with their password and second factor; they cannot have a PIN"
        }
    }

    /// The seconds to wait before trying again; nil if waiting does not help.
    package var retryAfterSeconds: Int? {
        switch self {
        case .tooManyAttempts(let seconds), .tooManyMails(let seconds), .onlyByLink(let seconds), .busy(let seconds): seconds
        default: nil
        }
    }
}

/// Words that several messages share.
package enum PeopleText {
    /// Returns a sentence as a clause of a message: without its capital and its full stop.
    static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Returns a time in words: `45 s`, `15 min`, `3 h`, `7 days`.
    package static func duration(_ seconds: Int) -> String {
        let duration = RoundedDuration(seconds: seconds)
        return switch duration.unit {
        case .seconds: "\(duration.count) s"
        case .minutes: "\(duration.count) min"
        case .hours: "\(duration.count) h"
        case .days: "\(duration.count) days"
        }
    }
}
