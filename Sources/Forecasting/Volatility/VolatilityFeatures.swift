import Glibc
import Market

/// What the log-volatility model knows of a day: volatilities over different times, each as its logarithm relative to the volatility of the
/// whole context.
///
/// A day's variance is divided by its weekday's factor first, so that a quiet Sunday does not look like a calm market.
struct VolatilityFeatures: Equatable {
    /// The root mean square of the context's log-returns, weekdays left in; 0 for constant closes.
    let scale: Double
    /// In the order of the variant's weights.
    let values: [Double]

    /// A day without a range counts as one with this logarithm of it.
    private static let leastRange = 1e-5

    /// Computes the features of a variant.
    ///
    /// - Parameters:
    ///   - context: closes and, for other variants than `closes`, the whole candles of all days.
    ///   - deviations: the factor of each of the context's returns by weekday, by which its size is divided.
    init(_ variant: VolatilityVariant, of context: PriceHistory, deviations: [Double], averages: VolatilityAverages) {
        let returns = LogReturns(context.closes[...])
        let scale = returns.deviation(about: 0)
        self.scale = scale
        guard scale > 0 else {
            values = []
            return
        }
        values =
            switch variant {
            case .closes: Self.returns(returns.values, scale, deviations, averages)
            case .ohlc: Self.ranges(context, deviations, averages)
            case .ohlcv: Self.ranges(context, deviations, averages) + Self.volumes(context, averages)
            }
    }

    // MARK: Closes

    private static func returns(_ returns: [Double], _ scale: Double, _ deviations: [Double], _ averages: VolatilityAverages)
        -> [Double]
    {
        let sizes = zip(returns, deviations).map { abs($0) / $1 }
        let last = log(sizes[sizes.count - 1] / scale + 0.1)
        let absolute = averages.absolute.map { log(weightedMean(sizes, decay: $0) / scale + 0.001) }
        let squares = sizes.map { ($0 / scale) * ($0 / scale) }
        return [last] + absolute + averages.squared.map { 0.5 * log(weightedMean(squares, decay: $0) + 0.001) }
    }

    // MARK: Candles

    private static func ranges(_ context: PriceHistory, _ deviations: [Double], _ averages: VolatilityAverages) -> [Double] {
        // Parkinson's variance, doi:10.1086/296071, whose constant cancels out; the first day has no return and is left out here too.
        var squares = 0.0
        let logs = deviations.indices.map { index -> Double in
            let range = max(context.logRange(index + 1), leastRange) / deviations[index]
            squares += range * range
            return log(range)
        }
        let whole = 0.5 * log(squares / Double(logs.count))
        return [logs[logs.count - 1] - whole] + averages.ranges.map { weightedMean(logs, decay: $0) - whole }
    }

    // MARK: Volume

    private static func volumes(_ context: PriceHistory, _ averages: VolatilityAverages) -> [Double] {
        let logs = context.details.suffix(averages.volumeDays).map { log($0.volume!) }
        func mean(_ days: Int) -> Double { logs.suffix(days).reduce(0, +) / Double(days) }
        return averages.volumes.map { min(max(mean($0[0]) - mean($0[1]), -3), 3) }
    }

    /// Returns the exponentially weighted mean, in which each day weighs `decay` times as much as the next.
    private static func weightedMean(_ values: [Double], decay: Double) -> Double {
        var (sum, weights) = (0.0, 0.0)
        for value in values {
            sum = decay * sum + value
            weights = decay * weights + 1
        }
        return sum / weights
    }
}

extension PriceHistory {
    /// The logarithm of a day's highest price over its lowest. Open and close count too, as sources round each value separately.
    fileprivate func logRange(_ place: Int) -> Double {
        let (day, close) = (details[place], closes[place])
        return log(max(day.high!, day.open!, close)) - log(min(day.low!, day.open!, close))
    }
}
