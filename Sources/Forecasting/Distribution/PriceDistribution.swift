/// The distribution of an asset's closes after a cutoff, one marginal a step.
public protocol PriceDistribution: Sendable {
    /// How many days it has; steps are 1 to `horizon`.
    var horizon: Int { get }

    /// The close that is not exceeded with probability `level`.
    ///
    /// - Parameters:
    ///   - level: between 0 and 1, both excluded.
    ///   - step: days after the cutoff, from 1.
    /// - Returns: quote currency per coin; positive, finite, and never lower for a higher level. Of a wallet's total, quote currency,
    ///   and negative where more is owed than held.
    func quantile(_ level: Double, step: Int) -> Double

    /// The probability that the close of a step is `price` or less: the inverse of ``quantile(_:step:)``.
    func probability(atMost price: Double, step: Int) -> Double
}

extension PriceDistribution {
    /// The close that is as likely to be exceeded as not.
    public func median(step: Int) -> Double { quantile(0.5, step: step) }

    /// The central interval that holds the close of a step with probability `coverage`, e.g. 0.8 for the quantiles 0.1 and 0.9.
    public func interval(_ coverage: Double, step: Int) -> ClosedRange<Double> {
        let low = quantile((1 - coverage) / 2, step: step)
        return low...max(low, quantile((1 + coverage) / 2, step: step))
    }
}
