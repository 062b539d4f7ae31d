import APIKit
import Foundation
import HTMLTemplates
import Market
import Notices
import PageKit
import People
import Services
import Store

extension Page.Place {
    static let notices = Self(
        name: "notices", group: .home, icon: "mail", otherNames: ["notifications", "inbox"],
        parts: [("ways.title", "ways.search", NoticeSettingsPages.path)], count: { $0.unreadNotices })
}

extension Face {
    /// What people are told in the app.
    package static let notices = Face(
        operations: { parts, api in
            parts.noticesOperations.add(to: &api)
            parts.addNoticeEvents(to: &api)
        }, places: [.notices],
        pages: { site, pages in
            let operations = site.server.noticesOperations
            NoticesPages(operations: operations, store: site.server.store).add(to: &pages)
            NoticeSettingsPages(operations: operations, ways: site.server.noticeWays).add(to: &pages)
            SincePages(report: site.server.sinceReport, now: site.server.market.now).add(to: &pages)
        })
}

/// The notices of a person.
package struct NoticesPages: Sendable {
    let operations: NoticesOperations
    let store: Store

    private static let path = Page.Place.notices.path

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await list($0)) }
        pages.post("\(Self.path)/read", .scope(.write), readAll)
        pages.post("\(Self.path)/unread", .scope(.write), undoReadAll)
        pages.post("\(Self.path)/:notice", .scope(.write), open)
    }

    private func list(_ visit: Visit) async throws -> Page {
        let (words, kind, isUnread) = (visit.words, visit.query("kind"), visit.query("unread") == "true")
        let notices = try await visit.perform(operations.list, ["kind": kind, "unread": isUnread ? "true" : nil])
        let owner = visit.caller.owner
        let zone = try await store.refusing { try $0.calendarZone(of: owner) }
        var values: Values = [
            "heading": .text(words("notices.title")), "text": .text(words("notices.text")),
            "days": .list(days(notices, in: zone, visit)), "isEmpty": .flag(notices.isEmpty),
            "emptyText": .text(
                words(kind?.isEmpty == false ? "notices.none-kind" : isUnread ? "notices.none-unread" : "notices.none")),
            "hasUnread": .flag(visit.unreadNotices > 0),
            "undo": undo(notices, visit),
            "readForm": FormView("\(Self.path)/read", submit: words("notices.read-all"), kind: .plain).values(),
        ]
        let kinds =
            [(value: "", text: words("notices.all-kinds"))]
            + InboxNotice.Kind.allCases.map {
                (value: $0.rawValue, text: words("notices.kind.\($0.rawValue)"))
            }
        values["filters"] = .list([
            FieldView("kind", .choice(kinds), words("notices.kind"), value: kind ?? "").values(),
            FieldView(
                "unread",
                .choice([("", words("notices.all")), ("true", words("notices.unread"))].map { (value: $0.0, text: $0.1) }),
                words("notices.shown"), value: isUnread ? "true" : ""
            ).values(),
        ])
        return Page("notices", title: words("notices.title"), place: .notices, values)
    }

    /// Notices by day of the person's calendar, newest first.
    private func days(_ notices: [InboxNotice], in zone: TimeZone, _ visit: Visit) -> [TemplateValue] {
        var days: [(label: String, items: [TemplateValue])] = []
        for notice in notices {
            let label = visit.format.date(Day(secondsSince1970: notice.createdAt.seconds, in: zone), .plain)
            if days.last?.label != label { days.append((label, [])) }
            days[days.count - 1].items.append(values(notice, in: zone, visit))
        }
        return days.map { ["label": .text($0.label), "items": .list($0.items)] }
    }

    private func values(_ notice: InboxNotice, in zone: TimeZone, _ visit: Visit) -> TemplateValue {
        [
            "id": .text(notice.id), "action": .text("\(Self.path)/\(notice.id)"), "next": .text(Self.listPath(visit)),
            "text": .text(notice.text(in: visit.words.language)),
            "kind": .text(visit.words("notices.kind.\(notice.kind.rawValue)")), "isUnread": .flag(notice.readAt == nil),
            "moment": .text(visit.format.moment(secondsSince1970: notice.createdAt.seconds, in: zone)),
            "icon": .text(notice.kind == .alert ? "bell" : "mail"),
        ]
    }

    /// The address of the list with its filters.
    private static func listPath(_ visit: Visit) -> String {
        let query = ["kind", "unread"].compactMap { name in
            visit.query(name).flatMap { $0.isEmpty ? nil : "\(name)=\(URLForm.encoded($0))" }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    // MARK: All at once

    /// Marks all as read, and leads to the list with an undo: those notices share the time at which they were read.
    private func readAll(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let unread = try await visit.perform(operations.list, ["unread": "true"])
        _ = try await visit.perform(operations.markAllRead, fields)
        let marked = try await visit.perform(operations.list, ["unread": nil]).first { $0.id == unread.first?.id }
        guard let time = marked?.readAt else { return .redirect("\(Self.path)?done=notices-read") }
        return .redirect("\(Self.path)?read=\(time.seconds)")
    }

    private static func marked(_ notices: [InboxNotice], at seconds: String?) -> [InboxNotice] {
        guard let seconds = seconds.flatMap({ Int($0) }) else { return [] }
        return notices.filter { $0.readAt?.seconds == seconds }
    }

    /// The message that all are read; none once they are unread again.
    private func undo(_ notices: [InboxNotice], _ visit: Visit) -> TemplateValue {
        guard let time = visit.query("read"), !Self.marked(notices, at: time).isEmpty else { return false }
        return UndoNotice.values(
            visit.words("done.notices-read"), label: visit.words("script.undo"), action: "\(Self.path)/unread", ["read": time])
    }

    /// Marks the notices as unread that were marked together.
    private func undoReadAll(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let notices = try await visit.perform(operations.list, ["unread": nil])
        for notice in Self.marked(notices, at: fields["read"]) {
            _ = try await visit.perform(operations.markUnread, ["notice": notice.id])
        }
        return .redirect("\(Self.path)?done=notices-unread")
    }

    // MARK: One notice

    /// Marks a notice as read or unread, or opens what it is about. The list stays where it was.
    private func open(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let named = ["notice": visit.path("notice")] as KeyValuePairs<String, String?>
        let back = "\(LocalPath.checked(fields["next"]) ?? Self.path)#\(visit.path("notice"))"
        guard fields["do"] != "unread" else {
            _ = try await visit.perform(operations.markUnread, named)
            return .redirect(back)
        }
        let notice = try await visit.perform(operations.markRead, named)
        return .redirect(fields["do"] == "open" ? LocalPath.checked(notice.link) ?? Self.path : back)
    }
}
