import HTMLTemplates
import Inference
import Platform
import Server
import Trading

/// The running version, model, licence, and the location of the data.
enum AboutView {
    /// - Parameter links: places where people meet, from the rules of the simulated accounts.
    static func values(_ catalogue: ModelCatalogue, _ links: [CommunityLink], _ visit: Visit) -> TemplateValue {
        // A server without a model still has settings.
        let model = try? catalogue.model()
        let mode = visit.host.hasAccounts ? "settings.data-accounts" : "settings.data-local"
        return [
            "version": .text(Locations.version), "model": .optional(model.map { "\($0.name) \($0.version)" }),
            "links": .list(
                [("nav.help", "/help"), ("nav.docs", "/docs"), ("settings.source-document", "/openapi.json")].map {
                    ["text": .text(visit.words($0.0)), "href": .text($0.1)]
                }),
            "community": .list(links.map { ["text": .text($0.name), "href": .text($0.address)] }),
            "hasCommunity": .flag(!links.isEmpty),
            "hash": .text(model.map { String($0.sha256.prefix(12)) } ?? ""), "data": .text(visit.words(mode)),
        ]
    }
}
