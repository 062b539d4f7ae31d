import Access
import Records

/// The schemas of accounts in requests and answers. No answer has a member for a hash or a seed.
package enum AccountSchemas {
    package static let email = Schema.text(3...254, words: "an email address such as ann@example.com")
    package static let name = Schema.kept(1...PersonName.longest)
    package static let password = Schema.secret(1...512, words: "a password of 15 to 128 characters")
    package static let link = Schema.secret(1...200, words: "the token of a mailed link: the part of the link after the #")
    package static let code = Schema.secret(6...6, words: "the six digits of the authenticator app")
    package static let recoveryCode = Schema.secret(24...60, words: "a recovery code")
    package static let pin = Schema.secret(6...12, words: "6 to 12 digits")
    package static let device = Schema.secret(1...200, words: "the device_token of an earlier sign-in")

    package static let language = Schema.choice(Person.Choices.Language.allCases.map(\.rawValue))
    package static let appearance = Schema.choice(Person.Choices.Appearance.allCases.map(\.rawValue))
    package static let quoteCurrency = Schema.choice(Person.Choices.quoteCurrencies)
    package static let timeZone = Schema.text(
        1...64, pattern: "^[A-Za-z0-9_+/-]+$", words: "a time zone such as Europe/Rome"
    ) { Person.Choices.isTimeZone($0) }

    package static let account = Schema.named("Account", .object(accountMembers))

    package static let storage = Schema.named(
        "AccountStorage",
        .object([
            .init("transactions", quota("Transactions of wallets, including corrections.")),
            .init("job_bytes", quota("Bytes of batch jobs: inputs and results.")),
            .init("picture_bytes", quota("Bytes of the picture and of document photos.")),
        ]))

    private static func quota(_ words: String) -> Schema {
        .object([
            .init("used", .integer(0...Schema.largestInteger), words),
            .init("limit", .nullable(.integer(0...Schema.largestInteger)), "Null for no limit."),
        ])
    }

    private static let accountMembers: [Schema.Member] = [
        .init("id", .text(22...22, pattern: "^u_[0-9a-f]{20}$")), .init("name", .text(1...PersonName.longest)),
        .init("email", .text(3...254)), .init("role", .choice(Person.Role.allCases.map(\.rawValue))),
        .init("created_at", .moment), .init("language", language), .init("quote_currency", .text(1...20)),
        .init("preferred_coin", .nullable(.assetID)), .init("appearance", appearance), .init("time_zone", .text(1...64)),
        .init("has_picture", .boolean), .init("second_factor", .boolean, "Whether signing in also needs a code."),
        .init("deleted_from", .nullable(.moment), "When the account will be deleted; null if it will not."),
    ]

    package static let listed = Schema.named(
        "ListedAccount",
        .object([
            .init("id", .text(22...22)), .init("name", .text(1...PersonName.longest)), .init("email", .text(3...254)),
            .init("role", .choice(Person.Role.allCases.map(\.rawValue))), .init("created_at", .moment),
            .init("state", .choice(["active", "locked", "to be deleted"])), .init("lock_reason", .nullable(.text(0...500))),
            .init("second_factor", .boolean), .init("sessions", .integer(0...1000)), .init("last_used_at", .nullable(.moment)),
        ]))

    package static let session = Schema.named("Session", .object(sessionMembers))

    private static let sessionMembers: [Schema.Member] = [
        .init("id", .text(22...22, pattern: "^s_[0-9a-f]{20}$")), .init("device", .text(0...100), "The browser or program."),
        .init("network", .text(0...100), "A shortened network address."), .init("created_at", .moment),
        .init("last_used_at", .moment, "To the minute."), .init("expires_at", .moment, "When it ends if it is not used again."),
        .init("kind", .choice(Session.Carrier.allCases.map(\.rawValue))),
        .init("current", .boolean, "Whether this request belongs to it."),
    ]

    package static let current = Schema.named(
        "CurrentSession",
        .object(
            sessionMembers + [
                .init("fresh", .boolean, "Whether credentials can be changed without confirming the password again."),
                .init(
                    "first", .nullable(.choice(SessionStanding.Duty.allCases.map(\.rawValue))),
                    "What you must do before anything else."),
                .init("csrf_token", .nullable(.text(1...500)), "For the header X-CSRF-Token; null for a bearer token."),
                .init("pin", .boolean, "Whether the device has a PIN."),
            ]))

    package static let signedIn = Schema.named(
        "SignedIn",
        .object([
            .init("session", session), .init("account", account),
            .init("token", .nullable(.text(1...200)), "The session's secret, shown only once; null if a cookie carries it."),
            .init(
                "device_token", .nullable(.text(1...200)),
                "The secret of a new device; null if a cookie carries it, or if the device is known."),
            .init("csrf_token", .nullable(.text(1...500)), "For the header X-CSRF-Token; null for a bearer token."),
            .init(
                "first", .nullable(.choice(SessionStanding.Duty.allCases.map(\.rawValue))),
                "What you must do before anything else."),
        ]))

    package static let codeNeeded = Schema.named(
        "SecondFactorNeeded",
        .object([
            .init("sign_in", .text(1...200), "Identifies the sign-in: POST /v1/sessions/second-factor."),
            .init("expires_at", .moment),
        ]))

    package static let deviceListed = Schema.named(
        "Device",
        .object([
            .init("id", .text(22...22, pattern: "^d_[0-9a-f]{20}$")), .init("device", .text(0...100)),
            .init("network", .text(0...100)), .init("created_at", .moment), .init("last_used_at", .moment), .init("pin", .boolean),
            .init("current", .boolean),
        ]))

    package static let event = Schema.named("SecurityEvent", .object(eventMembers))
    package static let operatorEvent = Schema.named(
        "OperatorEvent", .object(eventMembers + [.init("account", .nullable(.text(22...22)), "The account that it concerns.")]))

    private static let eventMembers: [Schema.Member] = [
        .init("time", .moment), .init("event", .choice(SecurityEvent.Kind.allCases.map(\.rawValue))),
        .init("outcome", .choice(SecurityEvent.Outcome.allCases.map(\.rawValue))), .init("device", .text(0...100)),
        .init("network", .text(0...100)), .init("session", .nullable(.text(22...22))),
        .init("by_operator", .boolean, "Whether an operator did it."), .init("detail", .text(0...1000)),
    ]

    package static let token = Schema.named("PersonalToken", .object(tokenMembers))
    package static let newToken = Schema.named(
        "NewPersonalToken", .object(tokenMembers + [.init("token", .text(74...74), "The secret, shown only once.")]))

    private static let tokenMembers: [Schema.Member] = [
        .init("id", .text(12...12, pattern: "^[0-9a-f]{12}$")), .init("name", .text(0...PersonName.longest)),
        .init("scope", .choice(AccessScope.allCases.map(\.rawValue))), .init("state", .choice(["valid", "expired", "revoked"])),
        .init("created_at", .moment), .init("expires_at", .nullable(.moment)), .init("last_used", .nullable(.day)),
    ]

    package static let invitation = Schema.named(
        "Invitation",
        .object([
            .init("id", .text(22...22, pattern: "^i_[0-9a-f]{20}$")), .init("email", .text(3...254)),
            .init("role", .choice(Person.Role.allCases.map(\.rawValue))),
            .init("state", .choice(["open", "expired", "accepted", "revoked"])), .init("created_at", .moment),
            .init("expires_at", .moment),
        ]))
}
