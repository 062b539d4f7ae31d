import Glibc

/// Split-conformal bands around the last close: as wide as past closes moved away from it, scaled by current volatility.
public struct ConformalBands: PriceDistribution {
    /// The last close, the centre of all bands, in quote currency per coin.
    public let lastClose: Double
    /// The exponentially weighted standard deviation of daily log-returns.
    public let volatility: Double
    /// The number of days.
    public let horizon: Int
    private let calibration: Calibration

    /// Creates the bands.
    ///
    /// - Parameters:
    ///   - context: closes up to the cutoff, positive and finite; at least 2.
    ///   - days: at most the number of rows of the calibration.
    ///   - calibration: of kind `conformal`.
    init(context: ArraySlice<Double>, days: Int, calibration: Calibration) {
        guard case .conformal(let decay) = calibration.kind else { preconditionFailure("conformal bands need conformal scores") }
        volatility = LogReturns(context).volatility(decay: decay)
        lastClose = context.last!
        horizon = days
        self.calibration = calibration
    }

    /// Returns the close that is not exceeded with probability `level`.
    public func quantile(_ level: Double, step: Int) -> Double {
        // A level very close to 0 or 1 must not request a coverage of 1, whose score is infinite.
        let coverage = min(abs(2 * level - 1), 1 - 0x1p-53)
        let score = calibration.value(coverage: coverage, step: step)
        return PriceRange.close(after: lastClose, logReturn: (level < 0.5 ? -score : score) * unit(step))
    }

    /// Returns the probability that the close of a step is `price` or less.
    public func probability(atMost price: Double, step: Int) -> Double {
        guard price > 0 else { return 0 }
        let change = log(price / lastClose)
        guard change != 0 else { return 0.5 }
        let unit = unit(step)
        let coverage = unit > 0 ? calibration.coverage(score: abs(change) / unit, step: step) : 1
        return 0.5 + (change < 0 ? -coverage : coverage) / 2
    }

    /// The log-return that corresponds to a score of 1.
    private func unit(_ step: Int) -> Double { volatility * Double(step).squareRoot() }
}
