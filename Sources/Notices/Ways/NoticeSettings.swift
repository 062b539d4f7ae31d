import Foundation
import Languages
import Records
import Store

/// In which ways a person is told. Without a row, only in the app, where everything is told.
package struct NoticeSettings: Equatable, StoredRecord {
    package let owner: String
    /// The kinds of notices that go each way.
    package internal(set) var mail, webhook, ntfy, gotify, push: NoticeKinds
    /// How often what goes each way is sent.
    package let mailDigest, webhookDigest, ntfyDigest, gotifyDigest: DigestRhythm
    /// The hour of the day at which digests are sent, in the zone.
    package let digestHour: Int
    /// Minutes of the day; nil without quiet hours.
    package let quietFrom, quietUntil: Int?
    /// An IANA name such as `Europe/Rome`.
    package internal(set) var timeZone: String
    /// The language of what is sent.
    package let language: String
    package let webhookURL: String?
    package internal(set) var webhookSecret: KeptSecret
    /// The address of the topic.
    package let ntfyURL: String?
    package let ntfyToken: KeptSecret
    /// The address of the server.
    package let gotifyURL: String?
    package let gotifyToken: KeptSecret

    static let languages = Language.allCases.map(\.rawValue)
    static let minutes = 0...QuietHours.minutesOfADay - 1
    static let hours = 0...23
    /// The hour of digests if a person chooses none.
    static let usualHour = 8

    /// What applies to people who have chosen nothing.
    init(of owner: String) {
        self.owner = owner
        (mail, webhook, ntfy, gotify, push) = (.none, .none, .none, .none, .none)
        (mailDigest, webhookDigest, ntfyDigest, gotifyDigest) = (.single, .single, .single, .single)
        digestHour = Self.usualHour
        (quietFrom, quietUntil, timeZone, language) = (nil, nil, "UTC", Language.english.rawValue)
        (webhookURL, webhookSecret, ntfyURL, ntfyToken) = (nil, .none, nil, .none)
        (gotifyURL, gotifyToken) = (nil, .none)
    }

    /// - Parameter old: the settings that these replace.
    init(_ draft: NoticeSettingsDraft, replacing old: NoticeSettings) {
        owner = old.owner
        (mail, webhook, ntfy, gotify, push) = (draft.mail, draft.webhook, draft.ntfy, draft.gotify, draft.push)
        (mailDigest, webhookDigest) = (draft.mailDigest, draft.webhookDigest)
        (ntfyDigest, gotifyDigest, digestHour) = (draft.ntfyDigest, draft.gotifyDigest, draft.digestHour)
        (quietFrom, quietUntil, timeZone, language) = (draft.quietFrom, draft.quietUntil, draft.timeZone, draft.language)
        (webhookURL, ntfyURL, gotifyURL) = (draft.webhookURL, draft.ntfyURL, draft.gotifyURL)
        webhookSecret = draft.webhookURL == nil ? .none : old.webhookSecret
        // A token is not sent to another address than the one that it was given for.
        func token(_ new: String?, _ kept: KeptSecret, _ isSame: Bool) -> KeptSecret {
            new.map(KeptSecret.init) ?? (isSame ? kept : .none)
        }
        ntfyToken = token(draft.ntfyToken, old.ntfyToken, draft.ntfyURL != nil && draft.ntfyURL == old.ntfyURL)
        gotifyToken = token(draft.gotifyToken, old.gotifyToken, draft.gotifyURL != nil && draft.gotifyURL == old.gotifyURL)
    }

    package init(_ field: inout Fields<Self>) throws {
        owner = try field("owner", \.owner, inDocuments: false)
        mail = try field("mail", \.mail, nil, "The kinds of notices that are mailed to the account's address.")
        webhook = try field("webhook", \.webhook, nil, "The kinds that are sent to the webhook.")
        ntfy = try field("ntfy", \.ntfy, nil, "The kinds that are sent to the topic.")
        gotify = try field("gotify", \.gotify, nil, "The kinds that are sent to the Gotify server.")
        push = try field("push", \.push, nil, "The kinds that are shown on the devices.")
        mailDigest = try field("mail_digest", \.mailDigest, nil, Self.digestNote)
        webhookDigest = try field("webhook_digest", \.webhookDigest, nil, Self.digestNote)
        ntfyDigest = try field("ntfy_digest", \.ntfyDigest, nil, Self.digestNote)
        gotifyDigest = try field("gotify_digest", \.gotifyDigest, nil, Self.digestNote)
        digestHour = try field("digest_hour", \.digestHour, .integer(Self.hours), Self.hourNote)
        quietFrom = try field("quiet_from", \.quietFrom, .nullable(.integer(Self.minutes)), Self.quietNote)
        quietUntil = try field("quiet_until", \.quietUntil, .nullable(.integer(Self.minutes)), "Their end.")
        timeZone = try field("time_zone", \.timeZone, nil, "Of the quiet hours and digests: an IANA name such as Europe/Rome.")
        language = try field("language", \.language, .choice(Self.languages), "Of what is sent.")
        webhookURL = try field("webhook_url", \.webhookURL)
        webhookSecret = try field(
            "webhook_secret", \.webhookSecret, nil, "Whether there is one. It is shown once, when it is made.")
        ntfyURL = try field("ntfy_url", \.ntfyURL, nil, "The address of the topic.")
        ntfyToken = try field("ntfy_token", \.ntfyToken, nil, "Whether there is one.")
        gotifyURL = try field("gotify_url", \.gotifyURL, nil, "The address of the server.")
        gotifyToken = try field("gotify_token", \.gotifyToken, nil, "Whether there is one.")
    }

    static let digestNote = "Whether each notice is sent by itself, or all together once a day, or once a week on Mondays."
    static let hourNote = "The hour of the day at which digests are sent, in the time zone."
    static let quietNote = "The start of the quiet hours, in minutes of the day; null for none."

    package static let table = Table<NoticeSettings>("notice_settings")

    package func kinds(_ way: DeliveryWay) -> NoticeKinds {
        switch way {
        case .mail: mail
        case .webhook: webhook
        case .ntfy: ntfy
        case .gotify: gotify
        case .push: push
        }
    }

    /// The ways that are on for any kind.
    package var ways: [DeliveryWay] { DeliveryWay.allCases.filter { !kinds($0).kinds.isEmpty } }

    /// The ways that a notice goes. A test goes all of them.
    func ways(of kind: InboxNotice.Kind) -> [DeliveryWay] { ways.filter { kind == .test || kinds($0).contains(kind) } }

    var quietHours: QuietHours? {
        guard let quietFrom, let quietUntil, let zone = TimeZone.named(timeZone) else { return nil }
        return QuietHours(from: quietFrom, until: quietUntil, zone: zone)
    }
}

extension Reading {
    /// Returns the time zone of an owner's quiet hours; UTC if the owner has chosen nothing.
    package func timeZone(of owner: String) throws -> TimeZone { try chosenTimeZone(of: owner) ?? .gmt }

    /// Returns the time zone of an owner's quiet hours; nil for UTC, which new settings have until the owner chooses.
    package func chosenTimeZone(of owner: String) throws -> TimeZone? {
        let name: String? = try value("SELECT time_zone FROM notice_settings WHERE owner = ?", [owner])
        return name == "UTC" ? nil : name.flatMap(TimeZone.named)
    }

    /// Returns the ways in which an owner is told; nil if the owner has chosen nothing.
    func noticeSettings(of owner: String) throws -> NoticeSettings? {
        try rows(NoticeSettings.self, "WHERE owner = ?", owner).first
    }
}

extension Change {
    /// Keeps the time zone of a person's device as theirs, unless they have chosen one, or quiet hours or digests, which it would move.
    ///
    /// - Parameter name: an IANA name; others are ignored.
    package func keepTimeZone(_ name: String, of owner: String) throws {
        guard TimeZone.named(name) != nil, try reading.chosenTimeZone(of: owner) == nil else { return }
        try ensureOwner(owner)
        var settings = try reading.noticeSettings(of: owner) ?? NoticeSettings(of: owner)
        let digests = [
            settings.mailDigest, settings.webhookDigest, settings.ntfyDigest, settings.gotifyDigest,
        ]
        guard settings.quietFrom == nil, digests.allSatisfy({ $0 == .single }) else { return }
        settings.timeZone = name
        try NoticeWays.store(settings, self)
    }
}

/// What a person chooses: it replaces what was chosen before.
package struct NoticeSettingsDraft: Record {
    package let mail, webhook, ntfy, gotify, push: NoticeKinds
    package let mailDigest, webhookDigest, ntfyDigest, gotifyDigest: DigestRhythm
    package let digestHour: Int
    package let quietFrom, quietUntil: Int?
    package let timeZone, language: String
    package let webhookURL, ntfyURL, ntfyToken, gotifyURL, gotifyToken: String?

    package init(_ field: inout Fields<Self>) throws {
        mail = try field("mail", \.mail, nil, "The kinds of notices that are mailed to the account's address.", default: .none)
        webhook = try field("webhook", \.webhook, nil, "The kinds that are sent to the webhook.", default: .none)
        ntfy = try field("ntfy", \.ntfy, nil, "The kinds that are sent to the topic.", default: .none)
        gotify = try field("gotify", \.gotify, nil, "The kinds that are sent to the Gotify server.", default: .none)
        push = try field("push", \.push, nil, "The kinds that are shown on the devices.", default: .none)
        mailDigest = try field("mail_digest", \.mailDigest, nil, NoticeSettings.digestNote, default: .single)
        webhookDigest = try field("webhook_digest", \.webhookDigest, nil, NoticeSettings.digestNote, default: .single)
        ntfyDigest = try field("ntfy_digest", \.ntfyDigest, nil, NoticeSettings.digestNote, default: .single)
        gotifyDigest = try field("gotify_digest", \.gotifyDigest, nil, NoticeSettings.digestNote, default: .single)
        digestHour = try field(
            "digest_hour", \.digestHour, .integer(NoticeSettings.hours), NoticeSettings.hourNote,
            default: NoticeSettings.usualHour)
        quietFrom = try field(
            "quiet_from", \.quietFrom, .nullable(.integer(NoticeSettings.minutes)), NoticeSettings.quietNote, default: nil)
        quietUntil = try field("quiet_until", \.quietUntil, .nullable(.integer(NoticeSettings.minutes)), "Their end.", default: nil)
        timeZone = try field("time_zone", \.timeZone, .text(1...64), "An IANA name such as Europe/Rome.", default: "UTC")
        language = try field("language", \.language, .choice(NoticeSettings.languages), "Of what is sent.", default: "en")
        webhookURL = try field("webhook_url", \.webhookURL, Self.address, "http or https.", default: nil)
        ntfyURL = try field("ntfy_url", \.ntfyURL, Self.address, "The address of the topic.", default: nil)
        ntfyToken = try field("ntfy_token", \.ntfyToken, Self.token, Self.tokenNote, default: nil)
        gotifyURL = try field("gotify_url", \.gotifyURL, Self.address, "The address of the server.", default: nil)
        gotifyToken = try field("gotify_token", \.gotifyToken, Self.token, Self.tokenNote, default: nil)
    }

    static let longestToken = 200
    private static let address = Schema.nullable(.text(1...OutgoingURL.longest))
    private static let token = Schema.nullable(.secret(0...longestToken, words: "a token of at most \(longestToken) characters"))
    private static let tokenNote = "Null keeps the stored one as long as the address stays the same; an empty text removes it."

    package static var schemaName: String? { "NoticeSettingsDraft" }
}
