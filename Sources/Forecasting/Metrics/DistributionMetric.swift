/// How well a distribution of prices foresaw the closes that came.
package enum DistributionMetric {
    /// The pinball or quantile loss of one quantile q: level · (y - q) where y ≥ q, (1 - level) · (q - y) elsewhere.
    ///
    /// In the unit of the price; its mean is least for the true quantile. Koenker and Bassett 1978, doi:10.2307/1913643.
    @inline(__always)
    package static func pinballLoss(_ quantile: Double, actual: Double, level: Double) -> Double {
        max(level * (actual - quantile), (level - 1) * (actual - quantile))
    }

    /// The weighted quantile loss: 2 Σ pinball loss / Σ |y| over the steps, then the mean over the levels. A ratio; 0 is perfect.
    ///
    /// As GluonTS and AutoGluon define it, https://auto.gluon.ai/stable/tutorials/timeseries/forecasting-metrics.html.
    ///
    /// - Parameters:
    ///   - actuals: closes, shape `[distribution.horizon]`, the day after the cutoff first.
    ///   - levels: each between 0 and 1, at least one.
    package static func wql(_ distribution: some PriceDistribution, actuals: [Double], levels: [Double]) -> Double {
        precondition(actuals.count == distribution.horizon, "a close for each of the \(distribution.horizon) steps is needed")
        precondition(!levels.isEmpty, "a loss over no levels")
        let losses = actuals.enumerated().map { index, actual in
            quantileLoss(distribution, actual: actual, step: index + 1, levels: levels)
        }
        return losses.reduce(0, +) / actuals.reduce(0) { $0 + abs($1) }
    }

    /// Twice the mean pinball loss of one step at several levels, in quote currency per coin: what ``wql(_:actuals:levels:)`` adds up.
    package static func quantileLoss(
        _ distribution: some PriceDistribution, actual: Double, step: Int, levels: [Double]
    ) -> Double {
        let sum = levels.reduce(0) { $0 + pinballLoss(distribution.quantile($1, step: step), actual: actual, level: $1) }
        return 2 * sum / Double(levels.count)
    }

    /// How many quantiles stand for the distribution in ``crps(_:actual:step:)``: the levels k / 200 for k from 1 to 199.
    package static let crpsLevels = 199

    /// The continuous ranked probability score of one step, as twice the mean pinball loss at 199 levels.
    ///
    /// In quote currency per coin; of a certain price it is the absolute error. Gneiting and Raftery 2007,
    /// doi:10.1198/016214506000001437; the form in quantiles is Laio and Tamea 2007, doi:10.5194/hess-11-1267-2007.
    package static func crps(_ distribution: some PriceDistribution, actual: Double, step: Int) -> Double {
        var sum = 0.0
        for k in 1...crpsLevels {
            let level = Double(k) / Double(crpsLevels + 1)
            sum += pinballLoss(distribution.quantile(level, step: step), actual: actual, level: level)
        }
        return 2 * sum / Double(crpsLevels)
    }

    /// Whether the central interval that should hold a close with probability `coverage` does; the ends belong to it.
    package static func covers(_ distribution: some PriceDistribution, coverage: Double, actual: Double, step: Int) -> Bool {
        distribution.interval(coverage, step: step).contains(actual)
    }

    /// The width of that interval in quote currency per coin: of two that cover as often as they say, the narrower is the better.
    package static func width(_ distribution: some PriceDistribution, coverage: Double, step: Int) -> Double {
        let interval = distribution.interval(coverage, step: step)
        return interval.upperBound - interval.lowerBound
    }

    /// The tenth, 0 to 9, of the probability integral transform P(price ≤ y): over many closes of calibrated forecasts all are as common.
    ///
    /// Dawid 1984, doi:10.2307/2981683; Diebold, Gunther and Tay 1998, doi:10.2307/2527342.
    package static func tenth(_ distribution: some PriceDistribution, actual: Double, step: Int) -> Int {
        min(max(Int(10 * distribution.probability(atMost: actual, step: step)), 0), 9)
    }
}
