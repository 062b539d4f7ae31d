import Market
import Synchronization

/// Sample paths for a distribution without any, drawn only if a question needs them. Each path draws past days of the coin at random; at
/// each step, the path with the n-th lowest sum of their shocks gets the n-th lowest quantile. So the closes of a day are exactly the
/// distribution's, and only their order comes from the past (filtered historical simulation, see ``EWMABaseline``).
package final class RedrawnPaths: Sendable {
    private let distribution: any PriceDistribution
    private let context: PriceHistory
    private let sampling: Sampling
    /// The last answer: a price, and the probability of reaching it by each step. Paths are not kept, as they take megabytes.
    private let touched = Mutex<(price: Double, probabilities: [Double])?>(nil)

    init(of distribution: any PriceDistribution, after context: PriceHistory, _ sampling: Sampling) {
        (self.distribution, self.context, self.sampling) = (distribution, context.withoutDetails, sampling)
    }

    /// Returns the probability that one of the first `steps` closes reaches a price.
    func probability(touching price: Double, within steps: Int) -> Double {
        touched.withLock { touched in
            if let touched, touched.price == price { return touched.probabilities[steps - 1] }
            let probabilities = paths().probabilities(touching: price, from: context.lastClose)
            touched = (price, probabilities)
            return probabilities[steps - 1]
        }
    }

    /// Draws the paths.
    package func paths() -> SamplePaths {
        let drawn = DrawnDays(CommonDays(of: context), horizon: distribution.horizon, paths: sampling.paths, seed: sampling.seed)
        return JointTotals.sum(
            [JointTotals.Coin(distribution, amount: 1)], cash: 0, horizon: distribution.horizon, paths: sampling.paths,
            shocks: drawn)
    }
}
