import Glibc
import Market

/// The last close, with the quantiles of a Gaussian random walk: ln price ~ N(ln last close, σ² h).
///
/// σ is the standard deviation of the context's daily log-returns about zero, √(Σ r² / 499) for 500 closes, as statsforecast's
/// `Naive` estimates it on log prices. Hyndman and Athanasopoulos, Forecasting: Principles and Practice,
/// https://otexts.com/fpp3/prediction-intervals.html
package struct NaiveBaseline: ForecastMethod {
    package let name = Baseline.naive.rawValue

    package init() {}

    /// Computes exact quantiles: `paths` and `seed` have no effect.
    package func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        let returns = LogReturns(context.closes[...])
        let deviation = returns.deviation(about: 0)
        return MethodForecast(
            medianOf: GaussianWalk(
                lastClose: returns.lastClose, locations: Array(repeating: 0, count: days),
                scales: (1...days).map { deviation * Double($0).squareRoot() }))
    }

    package func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        let future = LogReturns.ofLast(last, in: closes)
        let deviation = max(LogReturns(closes.dropLast(last)).deviation(about: 0), Baseline.leastDeviation)
        return future.map { Normal.logDensity($0 / deviation) - log(deviation) }
    }
}
