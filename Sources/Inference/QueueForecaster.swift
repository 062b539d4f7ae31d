import Forecasting
import Forecasts
import Market

/// Forecasts coins in the queue, with one loaded model.
package struct QueueForecaster: CoinForecaster {
    package let model: Forecaster
    private let loaded: LoadedModel
    private let queue: InferenceQueue
    private let priority: InferencePriority

    /// - Throws: ``InferenceError`` for a model of raw numbers.
    package init(
        _ loaded: LoadedModel, mode: DecodeMode, queue: InferenceQueue, priority: InferencePriority
    ) throws(InferenceError) {
        model = try loaded.forecaster(mode)
        (self.loaded, self.queue, self.priority) = (loaded, queue, priority)
    }

    package var version: String { loaded.version }
    package var revision: UInt64 { loaded.revision }

    package func forecasts(
        of histories: [PriceHistory], _ options: ForecastOptions
    ) async throws(InferenceError) -> [Result<Forecast, ForecastError>] {
        try await queue.forecasts(histories, options, with: loaded, priority: priority)
    }

    package func compute<Output: Sendable>(
        values: Int, _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await queue.compute(cost: Double(max(values, 1)) * InferenceQueue.costPerValue, priority: priority, body)
    }
}
