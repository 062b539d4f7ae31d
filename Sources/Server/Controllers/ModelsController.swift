import APIKit
import Forecasts
import Inference
import JSONText
import Records

/// The models available for forecasts.
struct ModelsController: Sendable {
    let catalogue: ModelCatalogue

    func add(to api: inout API) { api.add(Self.list, list) }

    private static let list = Operation(
        .get, "/v1/models", id: "listModels", tag: "Models",
        "The models and their versions, with the measured skill of each against the last price.", need: .scope(.read),
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of models.", Pagination.schema(of: model.schema))])

    private static let model = Document<(entry: CatalogueEntry, isDefault: Bool, loaded: LoadedModel?)>(
        "Model",
        members: [
            .field("name", .text(1...200)) { $0.entry.name }, .field("version", .text(1...20)) { $0.entry.version },
            .field("ready", nil, "Whether the model is ready for forecasts.") { $0.entry.isReady },
            .field("reason", .text(0...10_000), "What is wrong with the model; null if nothing is.") { $0.entry.reason },
            .field("default", nil, "Whether requests that name no model use it.") { $0.isDefault },
            .field("default_version", nil, "Whether requests that name no version use it.") { $0.entry.isDefaultVersion },
            .optional("quantiles", nil, "Whether its forecasts have quantiles. Loaded models only, as the members below.") {
                $0.loaded.map { $0.forecaster?.hasDistribution ?? false }
            }, .optional("draws_paths") { $0.loaded.map { $0.forecaster?.drawsPaths ?? false } },
            .optional("has_paths", nil, "Whether it answers questions on paths, such as `touch`.") {
                $0.loaded.map { $0.forecaster?.hasPaths ?? false }
            },
            .optional("reads_candles", nil, "Whether it also reads open, high, low and volume, where they are known.") {
                $0.loaded.map(\.configuration.readsDetails)
            },
        ] + ForecastDocuments.model.members.of { $0.loaded?.configuration })

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(catalogue.entries, call) { "\($0.name)/\($0.version)" }
        return Reply { writer in
            Pagination.write(page, next, &writer) { entry, writer in
                let isDefault = entry.name == catalogue.defaultName && entry.isDefaultVersion
                // The model may have been removed since the list was read.
                let loaded = try? catalogue.model(entry.name, version: entry.version)
                Self.model.write((entry, isDefault, loaded), &writer)
            }
        }
    }
}
