import Access
import Market
import Platform
import Records
import Store

extension SessionStanding.Duty: FieldChoice {}

/// The documents of accounts. None has a member for a hash or a seed.
package enum AccountDocuments {
    /// The schema of a public id: a prefix, such as `u_`, and 20 hexadecimal digits.
    private static func id(_ prefix: String) -> Schema { .text(22...22, pattern: "^\(prefix)[0-9a-f]{20}$") }

    // MARK: Account

    package static let account = Document<Person>(
        "Account", .field("id", id("u_")) { $0.id }, .field("name", .text(1...PersonName.longest)) { $0.name },
        .field("email", .text(3...254)) { $0.email.text }, .choice("role") { $0.role }, .moment("created_at") { $0.createdAt },
        .choice("language") { $0.choices.language }, .field("quote_currency", .text(1...20)) { $0.choices.quoteCurrency },
        .field("preferred_coin", .assetID) { $0.choices.preferredCoin }, .choice("appearance") { $0.choices.appearance },
        .field("time_zone", .text(1...64)) { $0.choices.timeZone }, .field("has_picture") { $0.hasPicture },
        .field("second_factor", nil, "Whether signing in also needs a code.") { $0.hasSecondFactor },
        .moment("deleted_from", "When the account will be deleted; null if it will not.", orNull: { $0.deletedFrom }))

    /// An account as operators see it.
    package static let listed = Document<Administration.Listed>(
        "ListedAccount", .field("id", .text(22...22)) { $0.person.id },
        .field("name", .text(1...PersonName.longest)) { $0.person.name },
        .field("email", .text(3...254)) { $0.person.email.text }, .choice("role") { $0.person.role },
        .moment("created_at") { $0.person.createdAt }, .choice("state") { $0.person.state },
        .field("lock_reason", .text(0...500)) { $0.person.lock?.reason }, .field("second_factor") { $0.person.hasSecondFactor },
        .field("sessions", .integer(0...1000)) { $0.sessionCount }, .moment("last_used_at", orNull: { $0.lastUsedAt }))

    package static let storage = Document<(use: StorageUse, quotas: StorageQuotas)>(
        "AccountStorage",
        .object("transactions", quota("Transactions of wallets, including corrections.")) {
            ($0.use.transactions, $0.quotas.transactions)
        },
        .object("job_bytes", quota("Bytes of batch jobs: inputs and results.")) { ($0.use.jobBytes, $0.quotas.jobBytes) },
        .object("picture_bytes", quota("Bytes of the picture, and of photos of documents and transactions.")) {
            ($0.use.pictureBytes, $0.quotas.pictureBytes)
        })

    private static func quota(_ note: String) -> Document<(used: Int, limit: Int?)> {
        Document(nil, .field("used", nil, note) { $0.used }, .field("limit", nil, "Null for no limit.") { $0.limit })
    }

    // MARK: Sessions and devices

    package static let session = Document<(session: Session, isCurrent: Bool)>(
        "Session", .field("id", id("s_")) { $0.session.id },
        .field("device", .text(0...100), "The browser or program.") { $0.session.place.device },
        .field("network", .text(0...100), "A shortened network address.") { $0.session.place.network },
        .moment("created_at") { $0.session.createdAt }, .moment("last_used_at", "To the minute.") { $0.session.lastUsedAt },
        .moment("expires_at", "When it ends if it is not used again.") { $0.session.expiresAt },
        .choice("kind") { $0.session.carrier }, .field("current", nil, "Whether this request belongs to it.") { $0.isCurrent })

    package static let sessions = Document<[(session: Session, isCurrent: Bool)]>(nil, .list("data", 0...100, of: session) { $0 })

    /// The session of a request. The form token is nil for a bearer token.
    package static let current = Document<(session: Session, device: Device?, standing: SessionStanding, formToken: String?)>(
        "CurrentSession",
        members: session.members.of { ($0.session, true) } + [
            .field("fresh", nil, "Whether credentials can be changed without confirming the password again.") {
                $0.standing.isFresh
            },
            .field("first", nil, "What you must do before anything else.") { $0.standing.duty },
            .field("csrf_token", .text(1...500), "For the header X-CSRF-Token; null for a bearer token.") { $0.formToken },
            .field("pin", nil, "Whether the device has a PIN.") { $0.device?.pin != nil },
        ])

    /// A new session with its secrets, which are null if cookies carry them. The form token is nil for a bearer token.
    package static let signedIn = Document<(signedIn: SignedIn, formToken: String?)>(
        "SignedIn", .object("session", session) { ($0.signedIn.session, true) },
        .object("account", account) { $0.signedIn.person },
        .field("token", .text(1...200), "The session's secret, shown only once; null if a cookie carries it.") {
            whole -> String? in whole.signedIn.isCookie ? nil : whole.signedIn.secret
        },
        .field(
            "device_token", .text(1...200),
            "The secret of a new device; null if a cookie carries it, or if the device is known."
        ) { whole -> String? in whole.signedIn.isCookie ? nil : whole.signedIn.deviceSecret },
        .field("csrf_token", .text(1...500), "For the header X-CSRF-Token; null for a bearer token.") { $0.formToken },
        .field("first", nil, "What you must do before anything else.") { $0.signedIn.duty })

    package static let codeNeeded = Document<(secret: String, expiresAt: Int)>(
        "SecondFactorNeeded",
        .field("sign_in", .text(1...200), "Identifies the sign-in: POST /v1/sessions/second-factor.") { $0.secret },
        .moment("expires_at") { $0.expiresAt })

    /// The number of sessions ended.
    package static let ended = Document<Int>(nil, .field("ended", .integer(0...1000)) { $0 })

    package static let device = Document<(device: Device, isCurrent: Bool)>(
        "Device", .field("id", id("d_")) { $0.device.id }, .field("device", .text(0...100)) { $0.device.place.device },
        .field("network", .text(0...100)) { $0.device.place.network }, .moment("created_at") { $0.device.createdAt },
        .moment("last_used_at") { $0.device.lastUsedAt }, .field("pin") { $0.device.pin != nil },
        .field("current") { $0.isCurrent })

    package static let devices = Document<[(device: Device, isCurrent: Bool)]>(nil, .list("data", 0...100, of: device) { $0 })

    // MARK: Events

    package static let event = Document<SecurityEvent>(
        "SecurityEvent", .moment("time") { $0.time }, .choice("event") { $0.kind }, .choice("outcome") { $0.outcome },
        .field("device", .text(0...100)) { $0.place.device }, .field("network", .text(0...100)) { $0.place.network },
        .field("session", .text(22...22)) { $0.session },
        .field("by_operator", nil, "Whether an operator did it.") { $0.actor != nil },
        .field("detail", .text(0...1000)) { $0.detail })

    package static let operatorEvent = Document<SecurityEvent>(
        "OperatorEvent",
        members: event.members + [.field("account", .text(22...22), "The account that it concerns.") { $0.person }])

    // MARK: Tokens and invitations

    /// A token with its state at a time, in seconds since 1970-01-01 UTC.
    package static let token = Document<(token: AccessToken, now: Int)>(
        "PersonalToken", .field("id", .text(12...12, pattern: "^[0-9a-f]{12}$")) { $0.token.id },
        .field("name", .text(0...PersonName.longest)) { $0.token.name }, .choice("scope") { $0.token.scope },
        .choice("state") { $0.token.state(at: $0.now) }, .moment("created_at") { $0.token.createdAt },
        .moment("expires_at", orNull: { $0.token.expiresAt }),
        .field("last_used") { $0.token.lastUsedDay.map { Day(daysSince1970: $0) } })

    package static let tokens = Document<[(token: AccessToken, now: Int)]>(nil, .list("data", 0...100_000, of: token) { $0 })

    package static let newToken = Document<(token: AccessToken, secret: TokenSecret, now: Int)>(
        "NewPersonalToken",
        members: token.members.of { ($0.token, $0.now) } + [
            .field("token", .text(74...74), "The secret, shown only once.") { $0.secret.text }
        ])

    /// An invitation with its state at a time, in seconds since 1970-01-01 UTC.
    package static let invitation = Document<(invitation: Invitation, now: Int)>(
        "Invitation", .field("id", id("i_")) { $0.invitation.id }, .field("email", .text(3...254)) { $0.invitation.email.text },
        .choice("role") { $0.invitation.role }, .choice("state") { $0.invitation.state(at: $0.now) },
        .moment("created_at") { $0.invitation.createdAt }, .moment("expires_at") { $0.invitation.expiresAt })

    /// The answer to a request for a mail.
    package static let mailed = Document<Void>(nil, .field("mailed") { _ in true })
}

extension SignedIn {
    /// Whether cookies carry the secrets.
    package var isCookie: Bool { session.carrier == .cookie }
}
