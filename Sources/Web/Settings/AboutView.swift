import HTMLTemplates
import Inference
import Platform
import Server

/// The running version, model, licence, and the location of the data.
enum AboutView {
    static func values(_ catalogue: ModelCatalogue, _ visit: Visit) -> TemplateValue {
        // A server without a model still has settings.
        let model = try? catalogue.model()
        let mode = visit.host.hasAccounts ? "settings.data-accounts" : "settings.data-local"
        return [
            "version": .text(Locations.version), "model": .optional(model.map { "\($0.name) \($0.version)" }),
            "hash": .text(model.map { String($0.sha256.prefix(12)) } ?? ""), "data": .text(visit.words(mode)),
        ]
    }
}
