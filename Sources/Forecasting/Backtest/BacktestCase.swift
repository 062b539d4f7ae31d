import Market

/// A loss that a backtest reports, as a value and as a ratio to the naive forecast's.
public enum Loss: Int, CaseIterable, Sendable {
    /// Absolute error of the point; as a value, over the closes' sum.
    case pointError
    /// Mean absolute error over the mean absolute one-day change of the context.
    case mase
    /// Root of the mean squared error over the root of the mean squared one-day change of the context.
    case rmsse
    /// Symmetric mean absolute percentage error.
    case smape
    /// Weighted quantile loss at the nine deciles.
    case wql
    /// Continuous ranked probability score; as a value, over the closes' sum.
    case crps

    /// What programs call it.
    public var name: String {
        switch self {
        case .pointError: "point_error"
        case .mase: "mase"
        case .rmsse: "rmsse"
        case .smape: "smape"
        case .wql: "wql"
        case .crps: "crps"
        }
    }
}

/// A range of steps that is reported together.
public struct StepGroup: Hashable, Sendable {
    /// Days ahead, from 1.
    public let steps: ClosedRange<Int>

    /// `1-7`.
    public var name: String { "\(steps.lowerBound)-\(steps.upperBound)" }

    /// The first week, the rest of the first month, what comes after it, and all of them; fewer where the horizon is shorter.
    public static func all(horizon: Int) -> [StepGroup] {
        let parts = [1...7, 8...30, 31...max(31, horizon)].filter { $0.lowerBound <= horizon }
            .map { StepGroup(steps: $0.lowerBound...min($0.upperBound, horizon)) }
        return parts.count > 1 ? parts + [StepGroup(steps: 1...horizon)] : parts
    }
}

/// The scores of one forecast: of one coin from one cutoff by one entrant.
public struct BacktestCase: Sendable {
    /// The coin.
    public let ticker: Ticker
    /// The last day that the forecast saw.
    public let cutoff: Day
    /// Whether what made it was trained or calibrated on any of the days that it forecasts: its scores prove nothing.
    public let hasSeen: Bool
    /// By group, as ``StepGroup/all(horizon:)`` has them.
    public let groups: [Scores]
    /// The probability integral transform of each step's close.
    public let transforms: [Double]
    /// Mean logarithm of the density of each day's return until the next cutoff, one day ahead, in nats.
    public let logScore: Double?

    /// The central bands that are checked.
    public static let coverages = [0.5, 0.8, 0.95]

    /// Sums over the steps of a group.
    public struct Scores: Sendable {
        /// How many steps.
        public let count: Int
        /// Of the closes, in quote currency per coin.
        let closesSum: Double
        /// By ``Loss/rawValue``; of RMSSE, which is a root of a mean, the value itself.
        let losses: [Double]
        /// Steps whose close is in the band, for each of ``coverages``.
        let inside: [Int]
        /// Sums of the bands' widths over the last close, for each of ``coverages``.
        let widths: [Double]
        /// Steps whose close fell into each tenth of its distribution.
        let tenths: [Int]

        /// A loss of this forecast alone, as a mean over the steps: prices for the point error, WQL and CRPS.
        public func mean(_ loss: Loss) -> Double { losses[loss.rawValue] / (loss == .rmsse ? 1 : Double(count)) }

        /// What a sum of such losses is divided by for the unit that ``Loss`` tells.
        func divisor(_ loss: Loss) -> Double {
            switch loss {
            case .pointError, .wql, .crps: closesSum
            case .mase, .smape: Double(count)
            case .rmsse: 1
            }
        }
    }

    init(_ origin: Backtest.Origin, _ forecast: MethodForecast, hasSeen: Bool, logDensities: [Double]?) {
        (ticker, cutoff, self.hasSeen) = (origin.ticker, origin.cutoff, hasSeen)
        let steps = origin.outcomes.enumerated().map { index, outcome in
            StepScores(forecast.distribution, step: index + 1, outcome: outcome, lastClose: origin.context.last!)
        }
        transforms = steps.map(\.transform)
        groups = StepGroup.all(horizon: steps.count).map { group in
            let places = group.steps.lowerBound - 1..<group.steps.upperBound
            return Scores(
                steps[places], points: Array(forecast.points[places]), outcomes: Array(Array(origin.outcomes)[places]),
                context: origin.context)
        }
        logScore = logDensities.map { $0.reduce(0, +) / Double($0.count) }
    }
}

extension BacktestCase.Scores {
    fileprivate init(_ steps: ArraySlice<StepScores>, points: [Double], outcomes: [Double], context: ArraySlice<Double>) {
        count = steps.count
        closesSum = outcomes.reduce(0, +)
        // A context that never moved has no scale, and its errors are 0 of it or without measure: they weigh nothing.
        let mase = PointMetric.mase(points, outcomes, context: context) ?? 0
        let rmsse = PointMetric.rmsse(points, outcomes, context: context) ?? 0
        losses = Loss.allCases.map { loss in
            switch loss {
            case .pointError: PointMetric.absoluteErrors(points, outcomes).reduce(0, +)
            case .mase: mase * Double(outcomes.count)
            case .rmsse: rmsse
            case .smape: PointMetric.smape(points, outcomes) * Double(outcomes.count)
            case .wql: steps.reduce(0) { $0 + $1.quantileLoss }
            case .crps: steps.reduce(0) { $0 + $1.crps }
            }
        }
        let bands = BacktestCase.coverages.indices
        inside = bands.map { band in steps.count { $0.isInside[band] } }
        widths = bands.map { band in steps.reduce(0) { $0 + $1.widths[band] } }
        tenths = (0..<10).map { tenth in steps.count { $0.tenth == tenth } }
    }
}

/// What one close says of its distribution.
private struct StepScores {
    let crps: Double
    /// Twice the mean pinball loss at the nine deciles.
    let quantileLoss: Double
    /// For each of ``BacktestCase/coverages``.
    let isInside: [Bool]
    /// Over the last close.
    let widths: [Double]
    let tenth: Int
    let transform: Double

    private static let deciles = (1...9).map { Double($0) / 10 }

    init(_ distribution: some PriceDistribution, step: Int, outcome: Double, lastClose: Double) {
        crps = DistributionMetric.crps(distribution, actual: outcome, step: step)
        quantileLoss = DistributionMetric.quantileLoss(distribution, actual: outcome, step: step, levels: Self.deciles)
        isInside = BacktestCase.coverages.map {
            DistributionMetric.covers(distribution, coverage: $0, actual: outcome, step: step)
        }
        widths = BacktestCase.coverages.map { DistributionMetric.width(distribution, coverage: $0, step: step) / lastClose }
        tenth = DistributionMetric.tenth(distribution, actual: outcome, step: step)
        transform = distribution.probability(atMost: outcome, step: step)
    }
}
