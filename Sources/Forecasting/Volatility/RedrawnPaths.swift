import Market
import Synchronization

/// Sample paths for a distribution without any, made when they are first asked for: each path redraws past days of the coin, which order
/// the closes of each step. So the closes of a day are exactly the distribution's, and only their order comes from the past (filtered
/// historical simulation, see ``EWMABaseline``).
package final class RedrawnPaths: Sendable {
    private let distribution: any PriceDistribution
    private let context: PriceHistory
    private let sampling: Sampling
    private let made = Mutex<SamplePaths?>(nil)

    init(of distribution: any PriceDistribution, after context: PriceHistory, _ sampling: Sampling) {
        (self.distribution, self.context, self.sampling) = (distribution, context, sampling)
    }

    /// The paths; nil if the context has fewer returns than ``CommonDays/fewest``.
    package var paths: SamplePaths? {
        made.withLock { made in
            if made == nil, let days = try? CommonDays([context], cutoff: context.lastDay) { made = draw(days) }
            return made
        }
    }

    private func draw(_ days: CommonDays) -> SamplePaths {
        let drawn = DrawnDays(days, horizon: distribution.horizon, paths: sampling.paths, seed: sampling.seed)
        return JointTotals.sum(
            [JointTotals.Coin(distribution, amount: 1)], cash: 0, horizon: distribution.horizon, paths: sampling.paths,
            shocks: drawn)
    }
}
