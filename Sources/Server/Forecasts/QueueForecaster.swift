import Forecasting
import Forecasts
import Inference
import Market

/// Forecasts coins in the server's queue, with one loaded model.
struct QueueForecaster: CoinForecaster {
    let forecaster: Forecaster
    private let model: LoadedModel
    private let queue: InferenceQueue
    private let priority: InferencePriority

    /// - Throws: `InferenceError` for a model of raw numbers.
    init(
        _ model: LoadedModel, mode: DecodeMode, queue: InferenceQueue, priority: InferencePriority
    ) throws(InferenceError) {
        forecaster = try model.forecaster(mode)
        (self.model, self.queue, self.priority) = (model, queue, priority)
    }

    var version: String { model.version }
    var revision: UInt64 { model.revision }

    func forecasts(
        of histories: [PriceHistory], _ options: ForecastOptions
    ) async throws(InferenceError) -> [Result<Forecast, ForecastError>] {
        try await queue.forecasts(histories, options, with: model, priority: priority)
    }

    func compute<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output {
        try await queue.compute(priority: priority, body)
    }
}

/// The models that a server computes with.
package struct ServedModels: Sendable {
    package let catalogue: ModelCatalogue
    package let queue: InferenceQueue
    /// The sample paths of coins, from which wallets' forecasts are made; its counts are reported as metrics.
    package let paths = SamplePathCache(maximumBytes: 32 << 20)

    /// Returns the forecaster with the model of a request.
    ///
    /// - Throws: `CatalogueError`, `InferenceError`.
    func coins(_ request: ForecastRequest, priority: InferencePriority = .interactive) throws -> QueueForecaster {
        let model = try catalogue.model(request.model, version: request.version)
        return try QueueForecaster(model, mode: request.decode ?? .recursive, queue: queue, priority: priority)
    }
}
