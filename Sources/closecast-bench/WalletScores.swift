import Forecasting
import Market

/// The scores of one forecast of a wallet's total, summed over the steps of each group.
struct WalletScores: Sendable {
    static let coverages = [0.5, 0.8, 0.95]
    /// The level of ``lowLoss``, at which the lower tail counts most.
    static let lowLevel = 0.05

    var steps: Double = 0
    var crps: Double = 0
    var lowLoss: Double = 0
    var below: Double = 0
    var inside = [0.0, 0.0, 0.0]
    /// Divided by the total at the cutoff.
    var widths = [0.0, 0.0, 0.0]

    /// Returns the scores by group of steps.
    static func all(_ distribution: some PriceDistribution, actuals: [Double], totalNow: Double) -> [WalletScores] {
        let groups = StepGroup.all(horizon: actuals.count)
        var scores = groups.map { _ in WalletScores() }
        for (index, actual) in actuals.enumerated() {
            let one = WalletScores(distribution, actual: actual, step: index + 1, totalNow: totalNow)
            for (place, group) in groups.enumerated() where group.steps.contains(index + 1) { scores[place].add(one) }
        }
        return scores
    }

    private init() {}

    private init(_ distribution: some PriceDistribution, actual: Double, step: Int, totalNow: Double) {
        steps = 1
        crps = DistributionMetric.crps(distribution, actual: actual, step: step) / totalNow
        lowLoss =
            DistributionMetric.pinballLoss(
                distribution.quantile(Self.lowLevel, step: step), actual: actual, level: Self.lowLevel) / totalNow
        for (place, coverage) in Self.coverages.enumerated() {
            let band = distribution.interval(coverage, step: step)
            inside[place] = band.contains(actual) ? 1 : 0
            widths[place] = (band.upperBound - band.lowerBound) / totalNow
            if place == Self.coverages.count - 1 { below = actual < band.lowerBound ? 1 : 0 }
        }
    }

    private mutating func add(_ other: WalletScores) {
        steps += other.steps
        crps += other.crps
        lowLoss += other.lowLoss
        below += other.below
        for place in inside.indices {
            inside[place] += other.inside[place]
            widths[place] += other.widths[place]
        }
    }
}
