import Market

/// Filtered historical simulation. Returns are divided by their EWMA volatility, drawn with replacement, and multiplied by a
/// volatility that each path continues.
///
/// The variance is that of RiskMetrics, v_{t+1} = λ v_t + (1 - λ) r_t² with λ = 0.97. The standardised residuals are demeaned,
/// so that the forecast has no drift from the context, and divided by their root mean square, so that the expected variance of
/// every day ahead equals that of the first. There is no density: the draws are discrete.
/// Barone-Adesi, Giannopoulos and Vosper 1999, doi:10.1002/(SICI)1096-9934(199908)19:5<583::AID-FUT5>3.0.CO;2-S;
/// J.P. Morgan and Reuters, RiskMetrics Technical Document, 1996.
package struct EWMABaseline: ForecastMethod {
    package let name = Baseline.ewma.rawValue
    /// λ, the share of a day's variance that the next day keeps.
    package static let decay = 0.97

    package init() {}

    package func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        let returns = LogReturns(context.closes[...])
        let filter = EWMAFilter(returns.values, decay: Self.decay)
        let greatest = Baseline.greatestRelativeDeviation * returns.deviation(about: 0)
        let logReturns = filter.simulate(
            days: days, paths: paths, greatestVariance: greatest * greatest, random: SeededGenerator(seed: seed))
        return MethodForecast(medianOf: SamplePaths(logReturns: logReturns, count: paths, after: returns.lastClose))
    }

    package func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? { nil }
}

/// Exponentially weighted variances of returns, and the standardised returns.
package struct EWMAFilter: Equatable {
    /// The share of a day's variance that the next day keeps.
    package let decay: Double
    /// The variance of each day before its return is known; the last element is that of the day after the returns. One more
    /// than returns.
    package let variances: [Double]
    /// The standardised returns, with mean 0 and mean square 1; all 0 if the returns are constant.
    package let residuals: [Double]

    /// Filters returns.
    ///
    /// - Parameters:
    ///   - returns: daily log-returns, oldest first; at least 1.
    ///   - decay: between 0 and 1, both excluded.
    package init(_ returns: [Double], decay: Double) {
        let least = Self.leastRelativeVariance * returns.reduce(0) { $0 + $1 * $1 } / Double(returns.count)
        var variances = [max(backcastVariance(returns), least)]
        for value in returns { variances.append(max(decay * variances.last! + (1 - decay) * value * value, least)) }
        self.decay = decay
        self.variances = variances
        residuals = standardised(zip(returns, variances).map { $1 > 0 ? $0 / $1.squareRoot() : 0 })
    }

    /// The least variance, as a fraction of the mean square of all returns. Otherwise the first move after a long flat stretch
    /// would outweigh all other returns together.
    private static let leastRelativeVariance = 1e-4

    /// Simulates daily log-returns, shape `[paths, days]`.
    func simulate(days: Int, paths: Int, greatestVariance: Double, random: SeededGenerator) -> [Double] {
        var random = random
        var logReturns: [Double] = []
        logReturns.reserveCapacity(paths * days)
        for _ in 0..<paths {
            var variance = variances.last!
            for _ in 0..<days {
                let value = variance.squareRoot() * residuals[random.index(below: residuals.count)]
                logReturns.append(value)
                variance = min(decay * variance + (1 - decay) * value * value, greatestVariance)
            }
        }
        return logReturns
    }
}

/// Returns the variance before the first day: the weighted mean square of the first 75 returns, with weights that fall by 0.94
/// a day. The package arch does the same, so that likelihoods are comparable
/// (https://arch.readthedocs.io/en/latest/univariate/volatility.html).
func backcastVariance(_ returns: [Double]) -> Double {
    var (sum, weights, weight) = (0.0, 0.0, 1.0)
    for value in returns.prefix(75) {
        sum += weight * value * value
        weights += weight
        weight *= 0.94
    }
    return sum / weights
}

/// Standardises values to mean 0 and mean square 1; all 0 if they differ only by rounding.
private func standardised(_ values: [Double]) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    let demeaned = values.map { $0 - mean }
    let root = (demeaned.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    return root > 1e-9 ? demeaned.map { $0 / root } : demeaned.map { _ in 0 }
}
