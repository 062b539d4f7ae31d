import Glibc

/// The closes after a cutoff, whose log-returns have one scale and one shape for each step: all quantiles without a sample path.
package struct VolatilityDistribution: PriceDistribution {
    /// The close at the cutoff, in quote currency per coin.
    let lastClose: Double
    /// The log-return since the cutoff that a standardised change of 1 stands for, for each step; 0 for a constant history.
    package let units: [Double]
    let shape: QuantileShape
    /// What it was made from.
    package let variant: VolatilityVariant

    package var horizon: Int { units.count }

    package func quantile(_ level: Double, step: Int) -> Double {
        PriceRange.close(after: lastClose, logReturn: unit(step) * shape.value(at: shape.place(of: level), step: step))
    }

    package func probability(atMost price: Double, step: Int) -> Double {
        guard price > 0 else { return 0 }
        let (change, unit) = (log(price / lastClose), unit(step))
        guard unit > 0 else { return change < 0 ? 0 : change > 0 ? 1 : 0.5 }
        return shape.level(of: change / unit, step: step)
    }

    package func evenQuantiles(_ count: Int, steps: ClosedRange<Int>) -> [Double] {
        logReturns(paths: count, steps: steps).map { PriceRange.close(after: lastClose, logReturn: $0) }
    }

    /// Returns log-returns since the cutoff at the levels (i + 1/2) / count, ascending, shape `[steps, count]`.
    func logReturns(paths count: Int, steps: ClosedRange<Int>) -> [Double] {
        let places = (0..<count).map { shape.place(of: (Double($0) + 0.5) / Double(count)) }
        return steps.flatMap { step in places.map { unit(step) * shape.value(at: $0, step: step) } }
    }

    private func unit(_ step: Int) -> Double { units[step - 1] }
}
