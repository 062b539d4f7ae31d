import APIKit
import HTMLTemplates
import HTTPTypes
import PageKit

/// What has changed since the person was here, or in the last days.
package struct SincePages: Sendable {
    let report: SinceReport
    /// Seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    static let path = "/since"
    private static let spans = [1, 7, 30]
    /// What a person sees at the first time, in days.
    private static let firstDays = 7

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await page($0)) }
    }

    private func page(_ visit: Visit) async throws -> Page {
        let (words, now) = (visit.words, now())
        let days = visit.query("days").flatMap(Int.init).flatMap { Self.spans.contains($0) ? $0 : nil }
        let last = LastVisit(visit.request.headers, at: now, firstSeconds: Self.firstDays * 86_400)
        let since = days.map { now - $0 * 86_400 } ?? last.since
        let sections = try await report.sections(of: visit.caller.owner, since: since, in: words.language)
        let spans: [TemplateValue] =
            [span(words("since.visit"), Self.path, days == nil)]
            + Self.spans.map { span(words("since.days", n: $0), "\(Self.path)?days=\($0)", days == $0) }
        let moment = visit.format.moment(secondsSince1970: since)
        var page = Page(
            "since", title: words("since.title"), place: .notices,
            [
                "heading": .text(words("since.title")), "text": .text(words("since.text", ["moment": moment])),
                "spans": .list(spans), "isEmpty": .flag(sections.isEmpty),
                "sections": .list(
                    sections.map { section in
                        ["title": .text(section.title), "lines": .list(section.lines.map(Self.values))]
                    }),
            ])
        if days == nil { page.headers[.setCookie] = last.header(isSecure: visit.context.isSecure) }
        return page
    }

    private func span(_ label: String, _ href: String, _ isCurrent: Bool) -> TemplateValue {
        ["label": .text(label), "href": .text(href), "isCurrent": .flag(isCurrent)]
    }

    private static func values(_ line: SinceReport.Line) -> TemplateValue {
        [
            "text": .text(line.text), "hasLink": .flag(line.link != nil), "href": .text(line.link ?? ""),
            "isPrivate": .flag(line.isPrivate),
        ]
    }
}

/// When the browser showed the page last. It is stored in the browser alone, so that looking at a page writes nothing.
struct LastVisit: Equatable {
    /// The time since which changes are shown.
    let since: Int
    private let now: Int

    private static let name = "closecast-since"
    /// The pause after which a visit is another one: a page that is loaded again shows the same.
    private static let pauseSeconds = 1800
    private static let mostSeconds = SinceReport.mostDays * 86_400

    /// - Parameter firstSeconds: the time that is shown to browsers that show the page for the first time.
    init(_ headers: HTTPFields, at now: Int, firstSeconds: Int) {
        self.now = now
        let value = Preferences.cookies(headers)[Self.name] ?? ""
        let times = value.split(separator: ".").compactMap { Int($0) }
        // A cookie may contain anything.
        guard times.count == 2, times.allSatisfy({ (max(now - Self.mostSeconds, 0)...max(now, 0)).contains($0) }) else {
            since = now - firstSeconds
            return
        }
        since = now - times[1] > Self.pauseSeconds ? times[1] : times[0]
    }

    /// The `Set-Cookie` header that stores this visit.
    func header(isSecure: Bool) -> String {
        "\(Self.name)=\(since).\(now); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(Self.mostSeconds)" + (isSecure ? "; Secure" : "")
    }
}
