import Access
import Market
import People
import Text

/// Accounts and their events as text for the terminal.
enum AccountText {
    static func table(_ found: [Administration.Listed]) -> String {
        TextColumn.table([
            TextColumn("address", found.map(\.person.email.text), isText: true),
            TextColumn("name", found.map(\.person.name), isText: true),
            TextColumn("role", found.map(\.person.role.rawValue), isText: true),
            TextColumn("state", found.map(\.person.state.rawValue), isText: true, minimum: 6),
            TextColumn("second factor", found.map { $0.person.hasSecondFactor ? "on" : "off" }, isText: true),
            TextColumn("sessions", found.map { "\($0.sessionCount)" }),
            TextColumn("last used (UTC)", found.map { $0.lastUsedAt.map(MomentText.short) ?? "-" }),
        ])
    }

    // MARK: One account

    static func details(_ listed: Administration.Listed, _ events: [SecurityEvent]) -> String {
        let lines = rows(listed).map { name, value in
            name + String(repeating: " ", count: max(1, 15 - name.count)) + value + "\n"
        }
        return lines.joined() + "\n" + (events.isEmpty ? "no events in the last 90 days\n" : TextColumn.table(columns(events)))
    }

    private static func rows(_ listed: Administration.Listed) -> [(String, String)] {
        let person = listed.person
        var rows = [
            ("address", person.email.text), ("id", person.id), ("name", person.name), ("role", person.role.rawValue),
            ("state", state(person)), ("second factor", secondFactor(person)),
            ("created", MomentText.short(person.createdAt) + " UTC"), ("sessions", sessions(listed)),
        ]
        if person.owner == Owner.local { rows.append(("data", "that of the command line (owner local)")) }
        return rows
    }

    private static func state(_ person: Person) -> String {
        let state = person.state.rawValue
        if let lock = person.lock { return "\(state) since \(MomentText.short(lock.since)) UTC: \(visible(lock.reason))" }
        return state + (person.deletedFrom.map { " on \(MomentText.short($0)) UTC" } ?? "")
    }

    private static func secondFactor(_ person: Person) -> String {
        guard person.hasSecondFactor else { return "off" }
        return "on" + (person.totpRemovedFrom.map { ", until \(MomentText.short($0)) UTC" } ?? "")
    }

    private static func sessions(_ listed: Administration.Listed) -> String {
        "\(listed.sessionCount)" + (listed.lastUsedAt.map { ", last used \(MomentText.short($0)) UTC" } ?? "")
    }

    // MARK: Events

    /// - Parameter addresses: the addresses of accounts, by id.
    static func table(_ events: [SecurityEvent], _ addresses: [String: String]) -> String {
        guard !events.isEmpty else { return "no events in the last 90 days\n" }
        var columns = columns(events)
        let accounts = events.map { event in event.person.map { addresses[$0] ?? $0 } ?? "-" }
        columns.insert(TextColumn("account", accounts, isText: true), at: 1)
        return TextColumn.table(columns)
    }

    private static func columns(_ events: [SecurityEvent]) -> [TextColumn] {
        [
            TextColumn("time (UTC)", events.map { MomentText.short($0.time) }, isText: true),
            TextColumn("event", events.map(\.kind.rawValue), isText: true),
            TextColumn("outcome", events.map(\.outcome.rawValue), isText: true),
            TextColumn("from", events.map(origin), isText: true),
            TextColumn("detail", events.map { visible($0.detail) }, isText: true, minimum: 0),
        ]
    }

    private static func origin(_ event: SecurityEvent) -> String {
        let place = [event.place.device, event.place.network].filter { !$0.isEmpty }.map(visible).joined(separator: ", ")
        return event.actor == nil ? place : "\(place) (an operator)"
    }

    /// Replaces characters with which external text could control the terminal.
    static func visible(_ text: String) -> String {
        guard HiddenCharacter.first(in: text) != nil else { return text }
        return String(text.map { HiddenCharacter.first(in: String($0)) == nil ? $0 : "\u{FFFD}" })
    }
}
