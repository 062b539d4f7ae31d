import APIKit
import Digests
import Foundation
import HTMLTemplates
import Languages
import Notices
import PageKit
import Records

/// In which ways a person is told outside the app.
package struct NoticeSettingsPages: Sendable {
    let operations: NoticesOperations
    /// What the server offers.
    let ways: NoticeWays

    static let path = PagePaths.noticeSettings
    /// Form fields with the names of the operation's members.
    private static let names =
        [
            "webhook_url", "ntfy_url", "ntfy_token", "gotify_url", "gotify_token", "quiet_from", "quiet_until", "time_zone",
            "language",
            "digest_hour",
        ] + DigestRhythm.ways.map(Self.digest)

    /// The form field of a way's digests.
    private static func digest(_ way: DeliveryWay) -> String { "\(way.rawValue)_digest" }

    func add(to pages: inout PageList) {
        addDevicePages(to: &pages)
        pages.get(Self.path, .scope(.read)) { .page(try await page($0)) }
        pages.post(Self.path, .scope(.write), save)
        pages.post("\(Self.path)/secret", .scope(.write)) { visit, _ in
            do {
                return .page(try await page(visit, secret: visit.perform(operations.makeSecret).secret))
            } catch {
                return .page(try await page(visit, FormErrors(error, [:], visit.words)))
            }
        }
        pages.post("\(Self.path)/test", .scope(.write)) { visit, fields in
            do {
                _ = try await visit.perform(operations.test, key: fields.key)
                return .redirect("\(Self.path)?done=notice-test")
            } catch {
                return .page(try await page(visit, FormErrors(error, [:], visit.words)))
            }
        }
    }

    private func addDevicePages(to pages: inout PageList) {
        pages.post("\(Self.path)/devices", .scope(.write)) { visit, fields in
            do {
                _ = try await visit.perform(
                    operations.addDevice,
                    [
                        "endpoint": fields["endpoint"], "p256dh": fields["p256dh"], "auth": fields["auth"], "name": fields["name"],
                    ])
                return .redirect("\(Self.path)?done=notice-device")
            } catch {
                return .page(try await page(visit, FormErrors(error, [:], visit.words)))
            }
        }
        pages.post("\(Self.path)/devices/:subscription/remove", .scope(.write)) { visit, _ in
            _ = try await visit.perform(operations.removeDevice, ["subscription": visit.path("subscription")])
            return .redirect("\(Self.path)?done=notice-device-removed")
        }
    }

    // MARK: The page

    private func page(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), typed: PageKit.Fields? = nil, secret: String? = nil
    ) async throws -> Page {
        let words = visit.words
        let view = try await visit.perform(operations.settings)
        let settings = view.settings
        let offered = DeliveryWay.allCases.filter { ($0 != .mail || ways.hasMail) && ($0 != .push || ways.push != nil) }
        var values: Values = [
            "heading": .text(words("ways.title")), "text": .text(words("ways.text")), "action": .text(Self.path),
            "generalError": .optional(errors.general ?? (errors.isEmpty ? nil : words("ways.check"))),
            "isNew": .flag(typed == nil && Self.isNew(settings) && visit.person?.choices.timeZone == nil),
            "ways": .list(offered.map { .text(words("ways.way.\($0.rawValue)")) }),
            "kinds": .list(InboxNotice.Kind.chosen.map { row($0, offered, settings, typed, words) }),
            "groups": .list(groups(view, visit, errors, typed)),
            "cards": .list((try await devices(visit, view.outcomes) + cards(settings, words)).map(\.values)),
            "made": secret.map { Self.made($0, words).values } ?? false,
            "secretAction": settings.webhookURL == nil ? false : .text("\(Self.path)/secret"),
            "push": ways.push.map {
                ["subscribe": .text("\(Self.path)/devices"), "publicKey": .text(Base64URL.text(of: $0.publicKey))]
            } ?? false,
        ]
        if !ways.hasMail { values["noMail"] = .text(words("problem.code.no-mail-way")) }
        return Page(
            "notice-settings", title: words("ways.title"), place: .notices,
            scripts: ["wallet-form", "notice-settings"],
            values
        ).with(errors)
    }

    private func row(
        _ kind: InboxNotice.Kind, _ offered: [DeliveryWay], _ settings: NoticeSettings, _ typed: PageKit.Fields?, _ words: Words
    ) -> TemplateValue {
        let label = words("notices.kind.\(kind.rawValue)")
        let boxes: [TemplateValue] = offered.map { way in
            let isOn = typed.map { $0.all(way.rawValue).contains(kind.rawValue) } ?? settings.kinds(way).contains(kind)
            return [
                "name": .text(way.rawValue), "value": .text(kind.rawValue), "isOn": .flag(isOn),
                "way": .text(words("ways.way.\(way.rawValue)")),
                "label": .text("\(label): \(words("ways.way.\(way.rawValue)"))"),
            ]
        }
        return ["kind": .text(label), "boxes": .list(boxes)]
    }

    private func groups(
        _ view: NoticeSettingsView, _ visit: Visit, _ errors: FormErrors, _ typed: PageKit.Fields?
    ) -> [TemplateValue] {
        let (words, settings) = (visit.words, view.settings)
        func address(_ name: String, _ value: String?, _ example: String) -> FieldView {
            var field = FieldView(name, .text, words("ways.address"), hint: words("ways.hint.\(name)"), value: value ?? "")
            (field.maximumLength, field.placeholder) = (OutgoingURL.longest, example)
            return field
        }
        func token(_ name: String, _ token: KeptSecret) -> FieldView {
            let hint = words(token.isSet ? "ways.token-kept" : "ways.hint.\(name)")
            return FieldView(name, .password, words("ways.token"), hint: hint, autocomplete: "off")
        }
        let groups: [(name: String, fields: [FieldView])] = [
            ("webhook", [address("webhook_url", settings.webhookURL, "https://example.com/hook")]),
            ("ntfy", [address("ntfy_url", settings.ntfyURL, "https://ntfy.sh/TOPIC"), token("ntfy_token", settings.ntfyToken)]),
            (
                "gotify",
                [
                    address("gotify_url", settings.gotifyURL, "https://gotify.example.com"),
                    token("gotify_token", settings.gotifyToken),
                ]
            ),
            ("digest", digests(settings, words)), ("quiet", times(settings, visit, typed)),
            (
                "language",
                [
                    FieldView(
                        "language", .choice(Language.choices), words("ways.group.language"),
                        value: settings.ways.isEmpty ? words.language.rawValue : settings.language)
                ]
            ),
        ]
        return groups.map { group in
            let way = DeliveryWay(rawValue: group.name)
            let outcome = way.flatMap { Self.outcome(of: $0, view.outcomes, visit) }
            return [
                "id": .text("ways-\(group.name)"), "heading": .text(words("ways.\(way == nil ? "group" : "way").\(group.name)")),
                "text": .text(words("ways.group.\(group.name)-text")),
                "fields": .list(group.fields.map { $0.values(errors, typed: typed) }), "outcome": .optional(outcome),
                "hasSecret": .flag(group.name == DeliveryWay.webhook.rawValue && settings.webhookURL != nil),
            ]
        }
    }

    /// The last delivery, or why the last attempt failed; nil if there was none.
    private static func outcome(of way: DeliveryWay, _ outcomes: [NoticeOutcome], _ visit: Visit) -> String? {
        guard let outcome = outcomes.first(where: { $0.way == way }) else { return nil }
        func moment(_ moment: Moment) -> String { visit.format.moment(secondsSince1970: moment.seconds) }
        guard outcome.isFailing, let failedAt = outcome.failedAt, let fault = outcome.fault else {
            return outcome.deliveredAt.map { visit.words("ways.delivered", ["moment": moment($0)]) }
        }
        let reason = visit.words("ways.fault.\(fault.rawValue)", ["status": "\(outcome.status ?? 0)"])
        guard let until = outcome.retriedUntil else {
            return visit.words("ways.failed", ["moment": moment(failedAt), "reason": reason])
        }
        return visit.words("ways.failed-retried", ["moment": moment(failedAt), "reason": reason, "until": moment(until)])
    }

    private func digests(_ settings: NoticeSettings, _ words: Words) -> [FieldView] {
        let rhythms = DigestRhythm.allCases.map { (value: $0.rawValue, text: words("ways.digest.\($0.rawValue)")) }
        let hours = (0...23).map { (value: "\($0)", text: Self.text($0 * 60)) }
        return DigestRhythm.ways.filter { $0 != .mail || ways.hasMail }.map { way in
            FieldView(
                Self.digest(way), .choice(rhythms), words("ways.way.\(way.rawValue)"), value: settings.rhythm(way).rawValue)
        } + [FieldView("digest_hour", .choice(hours), words("ways.digest-hour"), value: "\(settings.digestHour)")]
    }

    private func times(_ settings: NoticeSettings, _ visit: Visit, _ typed: PageKit.Fields?) -> [FieldView] {
        let words = visit.words
        func time(_ name: String, _ minutes: Int?, _ example: String) -> FieldView {
            var field = FieldView(name, .text, words("ways.\(name)"), value: minutes.map(Self.text) ?? "")
            (field.maximumLength, field.placeholder) = (5, example)
            return field
        }
        let zone = Self.isNew(settings) ? visit.person?.choices.timeZone ?? settings.timeZone : settings.timeZone
        // Names that are not in the list are accepted too.
        let own = typed.map { [$0["time_zone"]].filter { TimeZone.named($0) != nil } } ?? []
        let zones = Set(TimeZone.knownTimeZoneIdentifiers + ["UTC", zone] + own).sorted()
        return [
            time("quiet_from", settings.quietFrom, "22:00"), time("quiet_until", settings.quietUntil, "07:00"),
            FieldView(
                "time_zone", .choice(zones.map { (value: $0, text: $0.replacing("_", with: " ")) }), words("ways.time-zone"),
                value: zone),
        ]
    }

    private static func isNew(_ settings: NoticeSettings) -> Bool { settings.quietFrom == nil && settings.timeZone == "UTC" }

    /// The devices that show notices; none if the server has no web push.
    private func devices(_ visit: Visit, _ outcomes: [NoticeOutcome]) async throws -> [CardView] {
        guard ways.push != nil else { return [] }
        let words = visit.words
        var card = CardView("devices", words("ways.devices"), words("ways.devices-text"))
        if let outcome = Self.outcome(of: .push, outcomes, visit) { card.texts.append(outcome) }
        card.emptyText = words("ways.devices-none")
        card.items = try await visit.perform(operations.devices).map { device in
            ItemView(
                title: device.name.isEmpty ? words("ways.device") : device.name,
                detail: visit.format.moment(secondsSince1970: device.createdAt.seconds), icon: "bell",
                forms: [
                    FormView("\(Self.path)/devices/\(device.id)/remove", submit: words("ways.device-remove"), kind: .plain).values()
                ])
        }
        return [card]
    }

    /// A new secret, above everything else: it is shown once.
    private static func made(_ secret: String, _ words: Words) -> CardView {
        var card = CardView("webhook-secret", words("ways.secret"))
        (card.notice, card.secret) = (words("account.tokens.made-text"), secret)
        return card
    }

    private func cards(_ settings: NoticeSettings, _ words: Words) -> [CardView] {
        var cards: [CardView] = []
        if !settings.ways.isEmpty {
            var card = CardView("test", words("ways.test"), words("ways.test-text"))
            card.forms = [FormView("\(Self.path)/test", submit: words("ways.test-send"), kind: .plain).values()]
            cards.append(card)
        }
        return cards
    }

    // MARK: Saving

    private func save(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let words = visit.words
        var errors = FormErrors()
        func minutes(_ name: String) -> String? {
            guard !fields[name].isEmpty else { return nil }
            guard let minutes = Self.minutes(fields[name]) else {
                errors.add(words("ways.bad-time"), to: name)
                return nil
            }
            return "\(minutes)"
        }
        func kinds(_ way: DeliveryWay) -> String { fields.all(way.rawValue).joined(separator: ",") }
        let (from, until) = (minutes("quiet_from"), minutes("quiet_until"))
        guard errors.isEmpty else { return .page(try await page(visit, errors, typed: fields)) }
        do {
            _ = try await visit.perform(
                operations.replaceSettings,
                [
                    "mail": kinds(.mail), "webhook": kinds(.webhook), "ntfy": kinds(.ntfy), "gotify": kinds(.gotify),
                    "push": kinds(.push),
                    "webhook_url": fields["webhook_url"], "ntfy_url": fields["ntfy_url"], "ntfy_token": fields["ntfy_token"],
                    "gotify_url": fields["gotify_url"], "gotify_token": fields["gotify_token"], "quiet_from": from,
                    "quiet_until": until, "time_zone": fields["time_zone"], "language": fields["language"],
                    "mail_digest": fields["mail_digest"], "webhook_digest": fields["webhook_digest"],
                    "ntfy_digest": fields["ntfy_digest"], "gotify_digest": fields["gotify_digest"],
                    "digest_hour": fields["digest_hour"],
                ])
            return .redirect("\(Self.path)?done=saved")
        } catch {
            return .page(try await page(visit, FormErrors(error, Self.names, words), typed: fields))
        }
    }

    /// Returns the minutes of the day of a time such as `22:00`, `7.30` or `7`; nil for another text.
    static func minutes(_ text: String) -> Int? {
        let text = text.utf8.count <= 2 ? text + ":00" : text
        let parts = text.split(separator: text.contains(":") ? ":" : ".", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), let hour = Int(parts[0]),
            let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// `07:30`
    private static func text(_ minutes: Int) -> String {
        func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(digits(minutes / 60)):\(digits(minutes % 60))"
    }
}
