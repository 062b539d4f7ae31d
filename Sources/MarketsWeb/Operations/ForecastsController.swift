import APIKit
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import JSONText
import Market
import NIOCore
import Services

/// Forecasts of stored assets.
struct ForecastsController: Sendable {
    private let models: ServedModels
    private let forecasts: AssetForecasts<CachedDocument>

    init(models: ServedModels, forecasts: AssetForecasts<CachedDocument>) { (self.models, self.forecasts) = (models, forecasts) }

    func add(to api: inout API) {
        api.add(Self.stored, stored)
    }

    private static let stored = Operation(
        .get, "/v1/assets/{asset}/forecast", id: "getForecast", tag: "Forecasts",
        "Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast per model and last close, "
            + "over the model's full horizon. Forecasts that set paths or seed are not kept.", need: .scope(.read),
        parameters: [.asset] + ForecastParameters.parameters + ForecastParameters.repairs,
        answers: [
            .json(200, "The forecast.", ForecastDocuments.answer),
            .problem(422, "The stored closes or the model do not allow this forecast."),
        ])

    private func stored(_ call: Call) async throws -> Reply {
        var request = ForecastParameters.request { call[$0] }
        ForecastParameters.addRepairs(call, to: &request)
        let query = ForecastQuery(asset: call.required("asset", Call.text), request: request)
        let document = try await ForecastProblem.mapping {
            try await forecasts.answer(
                to: query, by: try models.forecaster(for: query.request), limits: ForecastParameters.limits
            ) { issued, plan in
                let body = ByteBuffer(
                    bytes: ForecastDocuments.document([issued.forecast], plan, [issued.asset.ticker: issued.origin]))
                return CachedDocument(body: body, entityTag: EntityTag.of(body))
            }
        }
        return Reply(.ok, document.body, type: "application/json").with(.eTag, document.entityTag)
    }
}
