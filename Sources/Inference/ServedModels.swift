import Forecasting
import Forecasts

/// The models that a server computes with.
package struct ServedModels: Sendable {
    package let catalogue: ModelCatalogue
    package let queue: InferenceQueue
    /// The sample paths of coins, from which wallets' forecasts are made; its counts are reported as metrics.
    package let paths = SamplePathCache(maximumBytes: 32 << 20)

    package init(catalogue: ModelCatalogue, queue: InferenceQueue) { (self.catalogue, self.queue) = (catalogue, queue) }

    /// Returns the forecaster with the model of a request.
    ///
    /// - Throws: ``CatalogueError``, ``InferenceError``.
    package func forecaster(
        for request: ForecastRequest, priority: InferencePriority = .interactive
    ) throws -> QueueForecaster {
        let model = try catalogue.model(request.model, version: request.version)
        return try QueueForecaster(model, mode: request.decode ?? .recursive, queue: queue, priority: priority)
    }
}
