import Glibc

/// A Gaussian random walk of log prices: normal log prices with a location and a scale for each step.
package struct GaussianWalk: PriceDistribution, Equatable {
    /// The last close of the context, in quote currency per coin.
    package let lastClose: Double
    /// The expected log-return since the last close, shape `[horizon]`.
    package let locations: [Double]
    /// The standard deviation of the log-return since the last close, shape `[horizon]`; 0 for a certain price.
    package let scales: [Double]

    package var horizon: Int { locations.count }

    package init(lastClose: Double, locations: [Double], scales: [Double]) {
        precondition(!locations.isEmpty && locations.count == scales.count, "locations and scales must have the same days")
        self.lastClose = lastClose
        self.locations = locations
        self.scales = scales
    }

    package func quantile(_ level: Double, step: Int) -> Double {
        PriceRange.close(after: lastClose, logReturn: locations[step - 1] + scales[step - 1] * Normal.quantile(level))
    }

    package func probability(atMost price: Double, step: Int) -> Double {
        guard price > 0 else { return 0 }
        let excess = log(price) - log(lastClose) - locations[step - 1]
        // A certain price: a step function.
        guard scales[step - 1] > 0 else { return excess < 0 ? 0 : excess > 0 ? 1 : 0.5 }
        return Normal.cumulative(excess / scales[step - 1])
    }
}
