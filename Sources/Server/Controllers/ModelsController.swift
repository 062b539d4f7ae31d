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
        "The models and their versions, with the measured skill of each against the last price.", scope: .read,
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of models.", Pagination.schema(of: model))])

    private static let model = Schema.named(
        "Model",
        .object([
            .init("name", .text(1...200)), .init("version", .text(1...20)),
            .init("ready", .boolean, "Whether the model is ready for forecasts."),
            .init("reason", .nullable(.text(0...10_000)), "What is wrong with the model; null if nothing is."),
            .init("default", .boolean, "Whether requests that name no model use it."),
            .init("default_version", .boolean, "Whether requests that name no version use it."),
            .optional("quantiles", .boolean, "Whether its forecasts have quantiles. Loaded models only, as the members below."),
            .optional("draws_paths", .boolean), .optional("parameters", .integer(0...Schema.largestInteger)),
            .optional("inputs", .integer(1...1_000_000)), .optional("outputs", .integer(1...1_000_000)),
            .optional("context", .integer(1...1_000_000), "The number of daily closes that a forecast reads."),
            .optional("horizon", .integer(1...1_000_000), "The maximum number of days of a forecast."),
            .optional("skill", .any, "Measured periods; see the model's card."), .optional("training", .any),
            .optional("sha256", .text(64...64)),
        ]))

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(catalogue.entries, call) { "\($0.name)/\($0.version)" }
        return Reply { writer in
            Pagination.write(page, next, &writer) { entry, writer in
                members(of: entry, &writer)
                // The model may have been removed since the list was read.
                if let model = try? catalogue.model(entry.name, version: entry.version) { members(of: model, &writer) }
            }
        }
    }

    private func members(of entry: CatalogueEntry, _ writer: inout JSONWriter) {
        writer.member("name", entry.name)
        writer.member("version", entry.version)
        writer.member("ready", entry.isReady)
        writer.member("reason", entry.reason)
        writer.member("default", entry.name == catalogue.defaultName && entry.isDefaultVersion)
        writer.member("default_version", entry.isDefaultVersion)
    }

    private func members(of model: LoadedModel, _ writer: inout JSONWriter) {
        writer.member("quantiles", model.forecaster?.hasDistribution ?? false)
        writer.member("draws_paths", model.forecaster?.drawsPaths ?? false)
        ForecastModelJSON.members(of: model.configuration, &writer)
    }
}
