import Glibc
import Market

/// Sample paths of a zero-mean GARCH(1,1) with Student-t innovations, fitted to the context by maximum likelihood.
///
/// Bollerslev 1987, doi:10.2307/1925546. ``GARCHFit`` does the fitting. No simulated day has a standard deviation above 10
/// times that of the context's returns.
package struct GARCHBaseline: ForecastMethod {
    package let name = Baseline.garch.rawValue

    package init() {}

    package func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        MethodForecast(medianOf: self.paths(after: context.closes[...], days: days, paths: paths, seed: seed))
    }

    /// Returns the sample paths; those of a constant context do not move.
    package func paths(after context: ArraySlice<Double>, days: Int, paths: Int, seed: UInt64) -> SamplePaths {
        let returns = LogReturns(context)
        let greatest = Baseline.greatestRelativeDeviation * returns.deviation(about: 0)
        let logReturns =
            GARCHFit(returns.values)?.simulate(
                after: returns.values, days: days, paths: paths, greatestVariance: greatest * greatest,
                random: SeededGenerator(seed: seed))
            ?? Array(repeating: 0, count: paths * days)
        return SamplePaths(logReturns: logReturns, count: paths, after: returns.lastClose)
    }

    package func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        let all = LogReturns(closes).values
        let future = LogReturns.ofLast(last, in: closes)
        guard let fit = GARCHFit(Array(all.dropLast(last))) else {
            return future.map { Normal.logDensity($0 / Baseline.leastDeviation) - log(Baseline.leastDeviation) }
        }
        return zip(future, fit.variances(of: all).dropLast().suffix(last)).map { fit.logDensity($0, variance: $1) }
    }
}

extension GARCHFit {
    /// Simulates daily log-returns after those of the fit, shape `[paths, days]`.
    fileprivate func simulate(
        after returns: [Double], days: Int, paths: Int, greatestVariance: Double, random: SeededGenerator
    ) -> [Double] {
        var random = random
        let first = min(variances(of: returns).last!, greatestVariance)
        // A Student-t variable has variance ν / (ν - 2).
        let unit = ((degrees - 2) / degrees).squareRoot()
        var logReturns: [Double] = []
        logReturns.reserveCapacity(paths * days)
        for _ in 0..<paths {
            var variance = first
            for _ in 0..<days {
                let shock = unit * StudentT.draw(degrees: degrees, radius: random.uniform(), angle: random.uniform())
                let value = variance.squareRoot() * shock
                logReturns.append(value)
                variance = min(omega + alpha * value * value + beta * variance, greatestVariance)
            }
        }
        return logReturns
    }
}
