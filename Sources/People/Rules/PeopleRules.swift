/// Times and limits. docs/security.md gives the reasons.
package struct PeopleRules: Equatable, Sendable {
    package static let minute = 60
    package static let hour = 3600
    package static let day = 86_400

    // MARK: Sessions

    /// The longest pause between two uses, and the longest lifetime of a session.
    package var session = SessionLife(idleSeconds: hour, wholeSeconds: day)
    package var operatorSession = SessionLife(idleSeconds: 30 * minute, wholeSeconds: 12 * hour)
    package var rememberedSession = SessionLife(idleSeconds: 14 * day, wholeSeconds: 30 * day)
    package var deviceSeconds = 90 * day
    /// How long credentials may be changed after password and second factor were given.
    package var freshSeconds = 10 * minute
    /// The time allowed between password and second factor.
    package var pendingSeconds = 10 * minute
    package var mostSessions = 20
    package var mostDevices = 10
    package var mostTokens = 20
    package var longestTokenDays = 365

    // MARK: Links

    package var resetSeconds = 30 * minute
    package var emailChangeSeconds = hour
    package var verificationSeconds = day
    package var invitationSeconds = 3 * day
    /// How long an unverified sign-up is kept.
    package var signUpSeconds = 7 * day
    /// The time in which an offered seed must be confirmed.
    package var totpOfferSeconds = 10 * minute
    /// The time in which the removal of a lost second factor can be stopped.
    package var factorRemovalSeconds = day
    /// The time in which a deletion can be undone.
    package var deletionSeconds = 7 * day

    // MARK: Attempts

    package var accountSignIns = AttemptRule(10, in: 15 * minute, wait: 15 * minute, longestWait: day, mostInARow: 100)
    package var addressSignIns = AttemptRule(30, in: 15 * minute, wait: 15 * minute)
    /// A person who enters a code has already given the password or the PIN, so longer waits do not let strangers lock people out.
    package var accountCodes = AttemptRule(10, in: hour, wait: hour, longestWait: day)
    /// The number of wrong codes in a window after which a mail reports them.
    package var codesBeforeMail = 3
    package var codesPerSignIn = 5
    package var pinFailures = 5
    package var signUpsPerAddress = AttemptRule(5, in: hour, wait: hour)
    package var signUpsInAll = AttemptRule(50, in: hour, wait: hour)
    package var mailsPerAccount = AttemptRule(3, in: hour, wait: hour)
    package var mailsPerAddress = AttemptRule(10, in: hour, wait: hour)
    package var mailsInAll = AttemptRule(200, in: hour, wait: hour)
    package var exports = AttemptRule(1, in: hour, wait: hour)
    package var pictures = AttemptRule(20, in: hour, wait: hour)
    package var newTokens = AttemptRule(30, in: day, wait: hour)
    package var noticesPerKind = AttemptRule(10, in: hour, wait: hour)
    /// The number of hashes that one network may wait for.
    package var hashesAtOnce = 4
    /// The number of hashes that may wait in addition to those being computed.
    package static let hashesWaiting = 16
    /// The number of hashes that all clients that never signed in may wait for together.
    package var hashesOfStrangers = hashesWaiting * 3 / 4

    // MARK: Retention

    package var eventDays = 90

    package init() {}

    /// How long a session lives.
    package struct SessionLife: Equatable, Sendable {
        package var idleSeconds: Int
        package var wholeSeconds: Int
    }

    /// Returns the life of a new session.
    package func life(ofRemembered isRemembered: Bool, for person: Person) -> SessionLife {
        // Operators can see other people's data, so they are not remembered for weeks.
        if person.isOperator { return operatorSession }
        return isRemembered ? rememberedSession : session
    }
}
