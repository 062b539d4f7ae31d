/// Scores for price distributions, compared with the actual closes.
package enum DistributionMetric {
    /// Returns the pinball (quantile) loss of a quantile q: level · (y - q) if y ≥ q, else (1 - level) · (q - y).
    ///
    /// The unit is that of the price. The mean loss is lowest for the true quantile. Koenker and Bassett 1978, doi:10.2307/1913643.
    @inline(__always)
    package static func pinballLoss(_ quantile: Double, actual: Double, level: Double) -> Double {
        max(level * (actual - quantile), (level - 1) * (actual - quantile))
    }

    /// Returns the weighted quantile loss: 2 Σ pinball loss / Σ |y| over the steps, averaged over the levels. A ratio; 0 is
    /// perfect.
    ///
    /// Defined as by GluonTS and AutoGluon, https://auto.gluon.ai/stable/tutorials/timeseries/forecasting-metrics.html.
    ///
    /// - Parameters:
    ///   - actuals: closes, shape `[distribution.horizon]`, starting with the day after the cutoff.
    ///   - levels: at least one, each between 0 and 1.
    package static func wql(_ distribution: some PriceDistribution, actuals: [Double], levels: [Double]) -> Double {
        precondition(actuals.count == distribution.horizon, "a close for each of the \(distribution.horizon) steps is needed")
        precondition(!levels.isEmpty, "a loss over no levels")
        let losses = actuals.enumerated().map { index, actual in
            quantileLoss(distribution, actual: actual, step: index + 1, levels: levels)
        }
        return losses.reduce(0, +) / actuals.reduce(0) { $0 + abs($1) }
    }

    /// Returns twice the mean pinball loss of one step over several levels, in quote currency per coin: a summand of
    /// ``wql(_:actuals:levels:)``.
    package static func quantileLoss(
        _ distribution: some PriceDistribution, actual: Double, step: Int, levels: [Double]
    ) -> Double {
        let sum = levels.reduce(0) { $0 + pinballLoss(distribution.quantile($1, step: step), actual: actual, level: $1) }
        return 2 * sum / Double(levels.count)
    }

    /// The number of quantiles that approximate the distribution in ``crps(_:actual:step:)``: levels k / 200 for k from 1 to 199.
    package static let crpsLevels = 199

    /// Returns the continuous ranked probability score of one step, as twice the mean pinball loss at 199 levels.
    ///
    /// The unit is quote currency per coin. For a certain price it is the absolute error. Gneiting and Raftery 2007,
    /// doi:10.1198/016214506000001437; for the quantile form Laio and Tamea 2007, doi:10.5194/hess-11-1267-2007.
    package static func crps(_ distribution: some PriceDistribution, actual: Double, step: Int) -> Double {
        var sum = 0.0
        for k in 1...crpsLevels {
            let level = Double(k) / Double(crpsLevels + 1)
            sum += pinballLoss(distribution.quantile(level, step: step), actual: actual, level: level)
        }
        return 2 * sum / Double(crpsLevels)
    }

    /// Returns true if the central interval of probability `coverage` contains the close; its ends are included.
    package static func covers(_ distribution: some PriceDistribution, coverage: Double, actual: Double, step: Int) -> Bool {
        distribution.interval(coverage, step: step).contains(actual)
    }

    /// Returns the width of that interval in quote currency per coin. Of two calibrated intervals, the narrower is better.
    package static func width(_ distribution: some PriceDistribution, coverage: Double, step: Int) -> Double {
        let interval = distribution.interval(coverage, step: step)
        return interval.upperBound - interval.lowerBound
    }

    /// Returns the tenth, 0 to 9, of the probability integral transform P(price ≤ y). For calibrated forecasts all tenths are
    /// equally frequent.
    ///
    /// Dawid 1984, doi:10.2307/2981683; Diebold, Gunther and Tay 1998, doi:10.2307/2527342.
    package static func tenth(_ distribution: some PriceDistribution, actual: Double, step: Int) -> Int {
        min(max(Int(10 * distribution.probability(atMost: actual, step: step)), 0), 9)
    }
}
