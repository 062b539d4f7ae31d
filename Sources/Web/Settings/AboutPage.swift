import HTMLTemplates
import Inference
import Server
import Trading

/// What this program is: version, model, licences, where its data is, and whom to ask.
struct AboutPage: Sendable {
    /// The models; the page names the default one.
    let catalogue: ModelCatalogue
    let contacts: ServiceContacts
    /// Places where people meet, from the rules of the simulated accounts.
    let communityLinks: [CommunityLink]
    /// Nil if the installation has no list.
    let parts: SoftwareParts?

    func add(to pages: inout PageList) { pages.get(Page.Place.about.path, .nobody) { .page(page($0)) } }

    private func page(_ visit: Visit) -> Page {
        let words = visit.words
        // A server without a model still has this page.
        let model = try? catalogue.model()
        return Page(
            "about", title: words("about.title"), place: .about,
            [
                "model": .optional(model.map { "\($0.name) \($0.version)" }),
                "hash": .text(model.map { String($0.sha256.prefix(12)) } ?? ""),
                "data": .text(words(visit.host.hasAccounts ? "about.data-accounts" : "about.data-local")),
                "contacts": .list(contactValues(words)),
                "links": .list(
                    [("nav.help", "/help"), ("nav.docs", "/docs"), ("about.source-document", "/openapi.json")].map {
                        ["text": .text(words($0.0)), "href": .text($0.1)]
                    }),
                "hasParts": .flag(parts != nil), "parts": .list((parts?.parts ?? []).map { values(of: $0, words) }),
            ])
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
