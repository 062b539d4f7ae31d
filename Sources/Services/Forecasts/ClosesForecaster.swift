import Forecasting
import Forecasts
import Inference
import Market

/// Forecasts closes that are not stored, with the model of one request: for `POST /v1/forecasts` and for the page that forecasts a
/// file.
package struct ClosesForecaster: Sendable {
    package let plan: ForecastPlan
    /// The model from the catalogue.
    package let model: LoadedModel
    private let forecaster: QueueForecaster

    /// Finds the model of a request, and checks the request against it.
    ///
    /// - Throws: `CatalogueError`, `InferenceError`, `ForecastRequestError`.
    package init(_ request: ForecastRequest, _ models: ServedModels) throws {
        model = try models.catalogue.model(request.model, version: request.version)
        forecaster = try QueueForecaster(model, mode: .recursive, queue: models.queue, priority: .interactive)
        plan = try request.plan(for: forecaster.model, limits: ForecastParameters.limits)
    }

    /// How many closes the model reads.
    package var need: Int { forecaster.model.contextLength }
    /// Whether a forecast consists of sample paths, whose quantiles take milliseconds.
    package var drawsPaths: Bool { forecaster.model.drawsPaths }

    /// Whether a question makes a model without sample paths redraw past days.
    package var redrawsPaths: Bool { !drawsPaths && plan.request.touch != nil }

    /// Forecasts histories in the queue.
    ///
    /// - Returns: one result per history, in the same order.
    /// - Throws: an error that affects all of them, such as a full queue.
    package func forecasts(of histories: [PriceHistory]) async throws -> [Result<Forecast, ForecastError>] {
        histories.isEmpty ? [] : try await forecaster.forecasts(of: histories, plan.options)
    }

    /// Encodes the forecasts of several series on a thread where it does not block other work.
    package func encode<Output: Sendable>(
        series: Int, _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        // Without paths, a number in the answer takes about as long as a value of a path.
        let written = series * plan.days * (1 + plan.quantiles.quantiles.count)
        let values = drawsPaths || redrawsPaths ? plan.pathValues(series: series) : written
        return try await forecaster.compute(values: values, body)
    }
}
