import APIKit
import HTMLTemplates
import HTTPEdge
import PageKit
import People

/// The person's sessions, known devices and account events.
package struct DevicePages: Sendable {
    let people: People
    let sessions: SessionOperations
    let credentials: CredentialOperations

    private static let path = AccountFrame.Part.devices.rawValue

    func add(to pages: inout PageList) {
        pages.get(Self.path, .session(.full)) { .page(try await page($0)) }
        func done(_ key: String) -> String { LocalPath.done(Self.path, key) }
        pages.postFresh("\(Self.path)/session-end", .session(.full), sessions.end.form(to: done("session-ended")))
        pages.postFresh("\(Self.path)/others-end", .session(.full), sessions.endOthers.form(to: done("sessions-ended")))
        pages.postFresh("\(Self.path)/removal", .session(.full), credentials.endDevice.form(to: done("device-removed")))
        pages.get(AccountFrame.Part.events.rawValue, .session(.any)) { .page(try await eventsPage($0)) }
    }

    // MARK: Sessions and devices

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let sessions = try await people.sessions.all(of: visit.account.id)
        var signedIn = CardView("sessions", words("account.sessions.heading"), words("account.sessions.text"))
        signedIn.items = try sessions.map { try item($0, visit) }
        if sessions.count > 1 {
            signedIn.forms = [
                FormView("\(Self.path)/others-end", submit: words("account.sessions.end-others"), kind: .plain).values()
            ]
        }
        var known = CardView("devices", words("account.devices.heading"), words("account.devices.text"))
        known.items = try await people.sessions.devices(of: visit.account.id).map { try item($0, visit) }
        known.emptyText = words("account.devices.none")
        return AccountFrame.page(visit, .devices, title: words("account.devices.title"), [signedIn, known])
    }

    private func item(_ session: Session, _ visit: Visit) throws -> ItemView {
        let (words, isCurrent) = (visit.words, session.id == (try visit.standing.session))
        let times = [
            "since": AccountFrame.moment(session.createdAt, visit), "used": AccountFrame.moment(session.lastUsedAt, visit),
            "network": network(session.place, words),
        ]
        var item = ItemView(title: session.place.device, detail: words("account.sessions.times", times), icon: icon(session.place))
        if isCurrent {
            item.badge = (words("account.this-one"), "up")
        } else {
            var form = FormView("\(Self.path)/session-end", submit: words("account.sessions.end"), kind: .plain)
            form.hidden = [("session", session.id)]
            item.forms = [form.values()]
        }
        return item
    }

    private func item(_ device: Device, _ visit: Visit) throws -> ItemView {
        let words = visit.words
        var detail = words("account.devices.used", ["used": AccountFrame.moment(device.lastUsedAt, visit)])
        if device.pin != nil { detail += " " + words("account.devices.has-pin") }
        var item = ItemView(title: device.place.device, detail: detail, icon: icon(device.place))
        if device.id == (try visit.standing.device) { item.badge = (words("account.this-one"), "up") }
        var form = FormView("\(Self.path)/removal", submit: words("account.devices.remove"), kind: .plain)
        form.hidden = [("device", device.id)]
        item.forms = [form.values()]
        return item
    }

    private func icon(_ place: Place) -> String {
        ["Android", "iPhone"].contains { place.device.hasSuffix($0) } ? "phone" : "device"
    }

    // MARK: Events

    private static let eventsOfPage = 50

    private func eventsPage(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let before = visit.query("before").flatMap { Int64($0) }
        let events = try await people.profiles.events(of: visit.account.id, before: before, limit: Self.eventsOfPage + 1)
        let shown = events.prefix(Self.eventsOfPage)
        var cards: [CardView] = []
        for event in shown {
            let day = AccountFrame.moment(event.time, visit).split(separator: ",")[0]
            if cards.last?.heading != String(day) { cards.append(CardView("day-\(cards.count)", String(day))) }
            cards[cards.count - 1].items.append(item(event, visit))
        }
        if cards.isEmpty {
            var card = CardView("events", words("account.events.heading"))
            card.emptyText = words("account.events.none")
            cards = [card]
        }
        if events.count > shown.count, let last = shown.last {
            cards[cards.count - 1].link = (words("account.events.earlier"), "/account/events?before=\(last.id)")
        }
        var page = AccountFrame.page(visit, .events, title: words("account.events.title"), cards)
        page.values["lead"] = .text(words("account.events.text", ["zone": try visit.account.choices.timeZone]))
        return page
    }

    private func network(_ place: Place, _ words: Words) -> String {
        place.network == IPAddress.thisMachine ? words("account.this-machine") : place.network
    }

    private func item(_ event: SecurityEvent, _ visit: Visit) -> ItemView {
        let words = visit.words
        let time = AccountFrame.moment(event.time, visit).split(separator: ",").dropFirst().joined().drop { $0 == " " }
        var parts = [String(time), event.place.device, network(event.place, words)].filter { !$0.isEmpty }
        if event.actor != nil { parts.append(words("account.events.operator")) }
        var item = ItemView(title: words("account.event.\(event.kind.rawValue)"), detail: parts.dotted)
        if event.outcome == .failure { item.badge = (words("account.events.failed"), "warn") }
        return item
    }
}
