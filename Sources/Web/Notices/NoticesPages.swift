import HTMLTemplates
import Market
import Notices
import Server

extension Page.Place {
    static let notices = Self(
        name: "notices", group: .home, icon: "mail", otherNames: ["notifications", "inbox"], count: { $0.unreadNotices })
}

extension Face {
    /// What people are told in the app.
    static let notices = Face(
        operations: { parts, api in
            parts.noticesOperations.add(to: &api)
            parts.addNoticeEvents(to: &api)
        }, places: [.notices],
        pages: { site, pages in
            let operations = site.server.noticesOperations
            NoticesPages(operations: operations).add(to: &pages)
            NoticeSettingsPages(operations: operations, ways: site.server.noticeWays).add(to: &pages)
            SincePages(report: site.server.sinceReport, now: site.server.market.now).add(to: &pages)
        })
}

/// The notices of a person.
struct NoticesPages: Sendable {
    let operations: NoticesOperations

    private static let path = Page.Place.notices.path

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await list($0)) }
        pages.post("\(Self.path)/read", .scope(.write), operations.markAllRead.form(to: "\(Self.path)?done=notices-read"))
        pages.post("\(Self.path)/:notice", .scope(.write), open)
    }

    private func list(_ visit: Visit) async throws -> Page {
        let (words, kind, isUnread) = (visit.words, visit.query("kind"), visit.query("unread") == "true")
        let notices = try await visit.perform(operations.list, ["kind": kind, "unread": isUnread ? "true" : nil])
        var values: Values = [
            "heading": .text(words("notices.title")), "text": .text(words("notices.text")),
            "days": .list(days(notices, visit)), "isEmpty": .flag(notices.isEmpty),
            "emptyText": .text(words(isUnread ? "notices.none-unread" : "notices.none")),
            "hasUnread": .flag(visit.unreadNotices > 0),
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

    /// Notices by day, newest first.
    private func days(_ notices: [InboxNotice], _ visit: Visit) -> [TemplateValue] {
        var days: [(label: String, items: [TemplateValue])] = []
        for notice in notices {
            let label = visit.format.date(Day(secondsSince1970: notice.createdAt.seconds), .plain)
            if days.last?.label != label { days.append((label, [])) }
            days[days.count - 1].items.append(values(notice, visit))
        }
        return days.map { ["label": .text($0.label), "items": .list($0.items)] }
    }

    private func values(_ notice: InboxNotice, _ visit: Visit) -> TemplateValue {
        [
            "action": .text("\(Self.path)/\(notice.id)"), "text": .text(notice.text(in: visit.words.language)),
            "kind": .text(visit.words("notices.kind.\(notice.kind.rawValue)")), "isUnread": .flag(notice.readAt == nil),
            "moment": .text(visit.format.moment(secondsSince1970: notice.createdAt.seconds)),
            "icon": .text(notice.kind == .alert ? "bell" : "mail"),
        ]
    }

    /// Marks a notice as read or unread, or opens what it is about.
    private func open(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let named = ["notice": visit.path("notice")] as KeyValuePairs<String, String?>
        guard fields["do"] != "unread" else {
            _ = try await visit.perform(operations.markUnread, named)
            return .redirect(Self.path)
        }
        let notice = try await visit.perform(operations.markRead, named)
        return .redirect(fields["do"] == "open" ? LocalPath.checked(notice.link) ?? Self.path : Self.path)
    }
}
