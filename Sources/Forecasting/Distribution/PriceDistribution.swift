/// The distribution of an asset's closes after a cutoff, as one marginal distribution for each step.
public protocol PriceDistribution: Sendable {
    /// The number of days; steps are 1 to `horizon`.
    var horizon: Int { get }

    /// Returns the close that is not exceeded with probability `level`.
    ///
    /// - Parameters:
    ///   - level: between 0 and 1, both excluded.
    ///   - step: days after the cutoff, from 1.
    /// - Returns: a price in quote currency per coin; positive, finite, and never lower for a higher level. For a wallet's
    ///   total: an amount in quote currency, negative if more is owed than held.
    func quantile(_ level: Double, step: Int) -> Double

    /// Returns the probability that the close of a step is `price` or less: the inverse of ``quantile(_:step:)``.
    func probability(atMost price: Double, step: Int) -> Double

    /// Returns the quantiles of some steps at the levels (i + 1/2) / count, in ascending order, shape `[steps, count]`.
    func evenQuantiles(_ count: Int, steps: ClosedRange<Int>) -> [Double]
}

extension PriceDistribution {
    /// Returns the quantiles of some steps at the levels (i + 1/2) / count, in ascending order, shape `[steps, count]`.
    public func evenQuantiles(_ count: Int, steps: ClosedRange<Int>) -> [Double] { interpolated(count, steps: steps) }

    /// Returns ``evenQuantiles(_:steps:)`` one by one.
    func interpolated(_ count: Int, steps: ClosedRange<Int>) -> [Double] {
        steps.flatMap { step in (0..<count).map { quantile((Double($0) + 0.5) / Double(count), step: step) } }
    }

    /// Returns the median close of a step.
    public func median(step: Int) -> Double { quantile(0.5, step: step) }

    /// Returns the central interval that contains the close of a step with probability `coverage`: 0.8 gives the 0.1 and 0.9
    /// quantiles.
    public func interval(_ coverage: Double, step: Int) -> ClosedRange<Double> {
        let low = quantile((1 - coverage) / 2, step: step)
        return low...max(low, quantile((1 + coverage) / 2, step: step))
    }
}
