import Glibc
import LSTMEngine
import Market

/// A model in a backtest.
public struct ModelMethod: Sendable {
    /// The forecaster with the model.
    public let forecaster: Forecaster

    /// Creates a method from a model.
    public init(_ forecaster: Forecaster) {
        self.forecaster = forecaster
    }

    /// The model's name.
    public var name: String { forecaster.configuration.name }

    /// Forecasts on the calling thread. A point model without calibration gets a distribution with no spread.
    public func forecast(
        after context: PriceHistory, days: Int, paths: Int, seed: UInt64
    ) throws(ForecastError) -> MethodForecast {
        let sampling = Sampling(paths: paths, seed: seed)
        let forecast = try forecaster.forecast([context], days: days, sampling: sampling, threads: 1)[0].get()
        return MethodForecast(
            points: forecast.points, distribution: forecast.distribution ?? SamplePaths(closes: forecast.points, count: 1),
            redrawn: forecast.redrawn)
    }

    /// Returns the densities of a Student-t head, before calibration. Each day is forecast from the context that ends the day
    /// before, so the network's state and the context's scale follow the days. Nil for other heads.
    public func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        let configuration = forecaster.configuration
        guard case .network(let form) = configuration.kind, form.head == .studentT, let network = forecaster.network else {
            return nil
        }
        let encoded = (0..<last).map { day in
            let end = closes.endIndex - last + day
            return form.transform.encode(closes[end - configuration.context..<end])
        }
        guard let outputs = try? network.forecast(encoded.map(\.inputs), steps: 1, threads: 1) else { return nil }
        let returns = LogReturns(closes.suffix(last + 1)).values
        return (0..<last).map { day in
            let head = StudentTHead(outputs[day][0], outputs[day][1], outputs[day][2])
            // A constant context has no scale of its own.
            let scale = max(encoded[day].scale, Baseline.leastDeviation)
            return head.logDensity(returns[day] / scale) - log(scale)
        }
    }
}
