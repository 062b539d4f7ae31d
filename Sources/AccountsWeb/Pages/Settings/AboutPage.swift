import APIKit
import HTMLTemplates
import Inference
import PageKit
import Records
import Services
import Trading
import Versions

/// What this program is: version, model, licences, where its data is, and whom to ask.
package struct AboutPage: Sendable {
    /// The models; the page names the default one.
    let catalogue: ModelCatalogue
    let contacts: ServiceContacts
    /// Places where people meet, from the rules of the simulated accounts.
    let communityLinks: [CommunityLink]
    /// Nil if the installation has no list.
    let parts: SoftwareParts?
    /// Nil if no address is set.
    let versions: Versions?
    let hasAccounts: Bool

    private static let path = Page.Place.about.path

    func add(to pages: inout PageList) {
        pages.get(Self.path, .nobody) { .page(try await page($0)) }
        pages.post("\(Self.path)/check", hasAccounts ? .operator(.full) : .scope(.write)) { _, _ in
            _ = try await versions?.check()
            return .redirect(Self.path)
        }
    }

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        // A server without a model still has this page.
        let model = try? catalogue.model()
        let known = mayCheck(visit) ? try await versions?.known() : nil
        return Page(
            "about", title: words("about.title"), place: .about,
            [
                "model": .optional(model.map { "\($0.name) \($0.version)" }),
                "hash": .text(model.map { String($0.sha256.prefix(12)) } ?? ""),
                "data": .text(words(visit.host.hasAccounts ? "about.data-accounts" : "about.data-local")),
                "newest": known.map { newest($0, visit) } ?? false,
                "contacts": .list(contactValues(words)),
                "links": .list(
                    [("nav.help", "/help"), ("nav.docs", "/docs"), ("about.source-document", "/openapi.json")].map {
                        ["text": .text(words($0.0)), "href": .text($0.1)]
                    }),
                "hasParts": .flag(parts != nil), "parts": .list((parts?.parts ?? []).map { values(of: $0, words) }),
            ])
    }

    /// Whether a visitor may ask for newer versions. Others do not learn that the server needs an update.
    private func mayCheck(_ visit: Visit) -> Bool { !hasAccounts || visit.person?.isOperator == true }

    private func newest(_ report: Versions.Report, _ visit: Visit) -> TemplateValue {
        let words = visit.words
        func moment(_ time: Moment) -> String { visit.format.moment(secondsSince1970: time.seconds) }
        var text = words("about.newest.unknown")
        if let release = report.release {
            let values = ["version": "\(release.version)", "date": visit.format.date(release.date, .plain)]
            text = report.isNewer ? words("about.newest.newer", values) : words("about.newest.same")
        }
        var asked = words("about.newest.never")
        if let askedAt = report.askedAt, let nextAt = report.nextAt {
            asked = words("about.newest.asked", ["moment": moment(askedAt), "next": moment(nextAt)])
        }
        return [
            "text": .text(text), "notes": .optional(report.isNewer ? report.release?.notes : nil), "asked": .text(asked),
            "problem": .optional(report.problem.map { words("about.newest.\($0.rawValue)") }),
            "forms": .list(
                [FormView("\(Self.path)/check", submit: words("about.newest.check"), kind: .plain).values()]),
        ]
    }

    private func contactValues(_ words: Words) -> [TemplateValue] {
        let named = [
            ("about.source", contacts.source), ("about.contact", contacts.general), ("about.security", contacts.security),
        ]
        let own = named.compactMap { key, address in address.map { (words(key), $0.text, $0.href) } }
        let community = communityLinks.map { (words("help.community"), $0.name, $0.address) }
        return (own + community).map { ["name": .text($0.0), "text": .text($0.1), "href": .text($0.2)] }
    }

    private func values(of part: SoftwareParts.Part, _ words: Words) -> TemplateValue {
        [
            "name": .text(part.name), "partVersion": .optional(part.version), "href": .optional(part.page),
            "licence": .text(part.licence ?? words("about.system")),
        ]
    }
}
