import APIKit
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import Market
import MarketData
import Records
import Services

/// The skill of the default model on the stored closes of one coin, over HTTP and for assistants.
package struct BacktestOperations: Sendable {
    package let measure: TypedOperation<AssetReference, CoinMeasurement>

    package init(_ market: MarketData, _ models: ServedModels) {
        let measurements = OwnerComputations<AssetID, CoinMeasurement>(.backtests)
        measure = TypedOperation(
            .get, "/v1/assets/{asset}/backtest", id: "getBacktest", tag: "Forecasts",
            "Measures the default model on the stored closes of one asset: forecasts from every 15th day that it was not fitted to, "
                + "compared with the last price and GARCH-t. Takes about 0.1 s a forecast.", need: .scope(.read),
            refusals: [422: "Nothing can be measured, such as without closes after the days that the model was fitted to."],
            answer: .document(200, "The measured skill.", MeasurementDocuments.measurement)
        ) { input, call in
            let asset = try await market.directory.namedAsset(input.asset)
            guard let model = try models.catalogue.model().forecaster else { throw Self.noForecaster }
            return try await ForecastProblem.mapping {
                try await measurements.value(asset.id, of: call.caller.owner) {
                    let backtest = try await CoinBacktest(of: asset, by: model, in: market)
                    let cost = min(Double(backtest.count) * InferenceQueue.bodyCost, InferenceQueue.largestRequest)
                    return try await models.queue.compute(cost: cost, priority: .background) {
                        try backtest.run(isCancelled: { false }) { _ in }
                    }
                }
            }
        }
    }

    package func add(to api: inout API) { api.add(measure) }

    private static let noForecaster = Problem(
        .unprocessableContent, "reads-no-prices", "the default model does not forecast prices", field: "model")
}

extension ComputationLimits {
    /// One backtest of an owner at a time leaves forecasts and others their turn; more waiting ones would not end in time.
    fileprivate static var backtests: Self {
        var limits = Self()
        (limits.atOnce, limits.atOnceOfOwner, limits.keysOfOwner) = (4, 1, 4)
        return limits
    }
}

extension CoinBacktestError: ProblemConvertible {
    package var problem: Problem { Problem(.unprocessableContent, "not-measurable", description, field: "asset") }
}
