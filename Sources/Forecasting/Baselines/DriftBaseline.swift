import Glibc
import Market

/// A Gaussian random walk of log prices that continues the context's mean daily log-return.
///
/// With μ the mean and σ the standard deviation about it, √(Σ (r - μ)² / n) over the context's n returns, ln price ~ N(ln last
/// close + h μ, σ² h (1 + h / n)). The last term is the uncertainty of μ itself. This equals statsforecast's
/// `RandomWalkWithDrift` on log prices. Hyndman and Athanasopoulos, https://otexts.com/fpp3/prediction-intervals.html
package struct DriftBaseline: ForecastMethod {
    package let name = Baseline.drift.rawValue

    package init() {}

    /// Computes exact quantiles: `paths` and `seed` have no effect.
    package func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        let returns = LogReturns(context.closes[...])
        let mean = returns.mean
        let deviation = returns.deviation(about: mean)
        return MethodForecast(
            medianOf: GaussianWalk(
                lastClose: returns.lastClose, locations: (1...days).map { Double($0) * mean },
                scales: (1...days).map { Self.scale(deviation, count: returns.values.count, step: $0) }))
    }

    package func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        let future = LogReturns.ofLast(last, in: closes)
        let returns = LogReturns(closes.dropLast(last))
        let mean = returns.mean
        let scale = Self.scale(
            max(returns.deviation(about: mean), Baseline.leastDeviation), count: returns.values.count, step: 1)
        return future.map { Normal.logDensity(($0 - mean) / scale) - log(scale) }
    }

    private static func scale(_ deviation: Double, count: Int, step: Int) -> Double {
        deviation * (Double(step) * (1 + Double(step) / Double(count))).squareRoot()
    }
}
