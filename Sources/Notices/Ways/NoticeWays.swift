import Foundation
import Platform
import Records
import Store

/// The ways in which people are told: their settings, and a test.
package struct NoticeWays: Sendable {
    /// Whether the server sends mails, and people have addresses.
    package let hasMail: Bool
    /// Whether people may name addresses of the server's own network.
    package let allowsPrivateAddresses: Bool
    /// Of web push; nil if there is none.
    package let push: PushKeys?

    /// The limit for one person.
    package static let mostTestsAnHour = 10

    package init(hasMail: Bool = false, allowsPrivateAddresses: Bool = false, push: PushKeys? = nil) {
        (self.hasMail, self.allowsPrivateAddresses, self.push) = (hasMail, allowsPrivateAddresses, push)
    }

    /// A new secret, the only time that it is shown.
    package struct NewSecret: Record {
        package let secret: String

        init(secret: String) { self.secret = secret }

        package init(_ field: inout Fields<Self>) throws {
            secret = try field("secret", \.secret, nil, "The key of the signatures; it is not shown again.")
        }

        package static var schemaName: String? { "WebhookSecret" }
    }

    package func show(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> NoticeSettingsView {
        NoticeSettingsView(
            try reading.noticeSettings(of: caller.owner) ?? NoticeSettings(of: caller.owner),
            try reading.noticeOutcomes(of: caller.owner))
    }

    /// Replaces the settings. A webhook gets a secret with its address.
    ///
    /// - Throws: ``NoticeWayError``.
    package func replace(_ change: inout Change, _ caller: Caller, _ draft: NoticeSettingsDraft) throws -> NoticeSettingsView {
        try check(draft)
        try change.ensureOwner(caller.owner)
        let old = try change.reading.noticeSettings(of: caller.owner) ?? NoticeSettings(of: caller.owner)
        var new = NoticeSettings(draft, replacing: old)
        if new.webhookURL != nil, !new.webhookSecret.isSet { new.webhookSecret = KeptSecret(Self.makeSecret()) }
        if !new.gotify.kinds.isEmpty, !new.gotifyToken.isSet { throw NoticeWayError.badToken(field: "gotify_token") }
        try Self.store(new, change)
        try change.reviewDeliveries(new)
        try change.reviewOutcomes(new, replacing: old)
        return NoticeSettingsView(new, try change.reading.noticeOutcomes(of: caller.owner))
    }

    /// Makes a new secret for the webhook; the one before is void at once.
    ///
    /// - Throws: ``NoticeWayError/noWebhook``.
    package func makeSecret(_ change: inout Change, _ caller: Caller, _: Nothing) throws -> NewSecret {
        guard var settings = try change.reading.noticeSettings(of: caller.owner), settings.webhookURL != nil else {
            throw NoticeWayError.noWebhook
        }
        let secret = Self.makeSecret()
        settings.webhookSecret = KeptSecret(secret)
        try Self.store(settings, change)
        return NewSecret(secret: secret)
    }

    /// Tells the caller something by all ways that are on, regardless of quiet hours.
    ///
    /// - Throws: ``NoticeWayError/noWay``, ``NoticeWayError/tooManyTests(retryAfterSeconds:)``.
    package func test(_ change: inout Change, _ caller: Caller, _: Nothing) throws -> InboxNotice {
        guard let settings = try change.reading.noticeSettings(of: caller.owner), !settings.ways.isEmpty else {
            throw NoticeWayError.noWay
        }
        // Without a device, push reaches nobody.
        guard try settings.ways != [.push] || !change.reading.pushDevices(of: caller.owner).isEmpty else {
            throw NoticeWayError.noWay
        }
        let anHourAgo = change.now.seconds - 3600
        let sent = try change.reading.rows(
            InboxNotice.self, "WHERE owner = ? AND kind = 'test' AND created_at > ? ORDER BY created_at", caller.owner, anHourAgo)
        guard sent.count < Self.mostTestsAnHour else {
            throw NoticeWayError.tooManyTests(retryAfterSeconds: sent[0].createdAt.seconds - anHourAgo)
        }
        try change.reviewDeliveries(settings)
        return try change.tell(caller.owner, .test)
    }

    /// 32 random bytes in hexadecimal.
    private static func makeSecret() -> String { RandomID.hexadecimal(digits: 64) }

    static func store(_ settings: NoticeSettings, _ change: borrowing Change) throws {
        try change.run("DELETE FROM notice_settings WHERE owner = ?", settings.owner)
        try change.insert(settings)
    }

    // MARK: Checks

    private func check(_ draft: NoticeSettingsDraft) throws(NoticeWayError) {
        guard hasMail || draft.mail.kinds.isEmpty else { throw .noMail }
        guard push != nil || draft.push.kinds.isEmpty else { throw .noPush }
        try check(draft.webhookURL, "webhook_url", isNeeded: !draft.webhook.kinds.isEmpty)
        try check(draft.ntfyURL, "ntfy_url", isNeeded: !draft.ntfy.kinds.isEmpty)
        if let url = draft.ntfyURL.flatMap(OutgoingURL.init), url.path == "/" { throw .noTopic }
        try check(draft.gotifyURL, "gotify_url", isNeeded: !draft.gotify.kinds.isEmpty)
        for (field, token) in [("ntfy_token", draft.ntfyToken), ("gotify_token", draft.gotifyToken)] {
            // It becomes a header.
            guard token?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true else { throw .badToken(field: field) }
        }
        guard let zone = TimeZone.named(draft.timeZone) else { throw .badTimeZone(draft.timeZone) }
        guard let from = draft.quietFrom, let until = draft.quietUntil else {
            guard draft.quietFrom == nil, draft.quietUntil == nil else {
                throw .badQuietHours(field: draft.quietFrom == nil ? "quiet_from" : "quiet_until")
            }
            return
        }
        guard QuietHours(from: from, until: until, zone: zone) != nil else { throw .badQuietHours(field: "quiet_until") }
    }

    func check(_ text: String?, _ field: String, isNeeded: Bool) throws(NoticeWayError) {
        guard let text else {
            guard !isNeeded else { throw .noAddress(field: field) }
            return
        }
        guard let url = OutgoingURL(text) else { throw .badAddress(field: field, text) }
        guard allowsPrivateAddresses || !url.isSurelyPrivate else { throw .privateAddress(field: field, host: url.host) }
        // Beyond the server's own network, others could read the notice and the token on their way.
        guard allowsPrivateAddresses || url.isEncrypted else { throw .plainAddress(field: field, text) }
    }
}

/// Why the ways of delivery are not changed or tried.
package enum NoticeWayError: Refusable, Equatable {
    case badAddress(field: String, String)
    case privateAddress(field: String, host: String)
    case plainAddress(field: String, String)
    case noAddress(field: String)
    case noTopic
    case badToken(field: String)
    case badTimeZone(String)
    case badQuietHours(field: String)
    case noMail
    case noWebhook
    case noWay
    case noPush
    case badPushKey(field: String)
    case noDevice(String)
    case tooManyDevices
    case tooManyTests(retryAfterSeconds: Int)

    package var refusal: Refusal {
        switch self {
        case .badAddress(let field, let text):
            Refusal(
                "bad-notice-address", .invalid, "\(text.cut(to: 60)) is not an address of https without user and fragment",
                field: "/\(field)", value: text.cut(to: 200), accepted: "https://HOST[:PORT]/PATH")
        case .privateAddress(let field, let host):
            Refusal(
                "private-notice-address", .invalid,
                "\(host.cut(to: 60)) is an address of this server's own network; the operator can allow them",
                field: "/\(field)", value: host.cut(to: 200))
        case .plainAddress(let field, let text):
            Refusal(
                "plain-notice-address", .invalid, "notices leave this server encrypted only; the address needs https",
                field: "/\(field)",
                value: text.cut(to: 200), accepted: "https://HOST[:PORT]/PATH")
        case .noAddress(let field):
            Refusal("notice-address-needed", .invalid, "this way needs an address", field: "/\(field)")
        case .noTopic:
            Refusal(
                "notice-topic-needed", .invalid, "the address has no topic", field: "/ntfy_url", accepted: "https://ntfy.sh/TOPIC")
        case .badToken(let field):
            Refusal(
                "bad-notice-token", .invalid, "a token is printable ASCII without spaces; Gotify needs one", field: "/\(field)")
        case .badTimeZone(let name):
            Refusal(
                "bad-time-zone", .invalid, "\(name.cut(to: 60)) is not a known time zone", field: "/time_zone",
                value: name.cut(to: 64), accepted: "an IANA name such as Europe/Rome")
        case .badQuietHours(let field):
            Refusal("bad-quiet-hours", .invalid, "quiet hours have a start and a different end", field: "/\(field)")
        case .noMail:
            Refusal("no-mail-way", .conflict, "this server sends no mails, or has no accounts with addresses", field: "/mail")
        case .noWebhook: Refusal("no-webhook", .conflict, "there is no webhook; set its address first")
        case .noWay: Refusal("no-notice-way", .conflict, "no way of delivery is on; turn one on first")
        case .noPush: Refusal("no-push-way", .conflict, "this server has no web push", field: "/push")
        case .badPushKey(let field):
            Refusal("bad-push-key", .invalid, "this is not what a browser's subscription has", field: "/\(field)")
        case .noDevice(let id): Refusal("no-notice-device", .missing, "there is no device \(id.cut(to: 60))")
        case .tooManyDevices:
            Refusal(
                "too-many-notice-devices", .conflict,
                "there are \(NoticeWays.mostDevices) devices, the most of one person; remove one first")
        case .tooManyTests(let seconds):
            Refusal(
                "too-many-test-notices", .tooMuch, "at most \(NoticeWays.mostTestsAnHour) tests an hour are sent",
                retryAfterSeconds: seconds)
        }
    }
}
