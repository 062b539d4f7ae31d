import Market

/// A loss that a backtest reports, both as a value and as a ratio to the naive forecast's.
public enum Loss: Int, CaseIterable, Sendable {
    /// Absolute error of the point forecast; as a value, divided by the sum of the closes.
    case pointError
    /// MASE: mean absolute error divided by the mean absolute one-day change of the context.
    case mase
    /// RMSSE: root mean squared error divided by the root mean squared one-day change of the context.
    case rmsse
    /// sMAPE: symmetric mean absolute percentage error.
    case smape
    /// wQL: weighted quantile loss at the nine deciles.
    case wql
    /// CRPS: continuous ranked probability score; as a value, divided by the sum of the closes.
    case crps

    /// The name in machine-readable output.
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

/// A range of steps whose scores are reported together.
public struct StepGroup: Hashable, Sendable {
    /// The steps, in days ahead from 1.
    public let steps: ClosedRange<Int>

    /// The range as text: `1-7`.
    public var name: String { "\(steps.lowerBound)-\(steps.upperBound)" }

    /// Returns the first week, the rest of the first month, the days after it, and all steps; fewer groups for a shorter horizon.
    public static func all(horizon: Int) -> [StepGroup] {
        let parts = [1...7, 8...30, 31...max(31, horizon)].filter { $0.lowerBound <= horizon }
            .map { StepGroup(steps: $0.lowerBound...min($0.upperBound, horizon)) }
        return parts.count > 1 ? parts + [StepGroup(steps: 1...horizon)] : parts
    }
}

/// The scores of one forecast: one coin, one cutoff, one entrant.
public struct BacktestCase: Sendable {
    /// The coin's ticker.
    public let ticker: Ticker
    /// The last day that the forecast saw.
    public let cutoff: Day
    /// Whether the model was trained or calibrated on any of the forecast days. Such scores prove nothing.
    public let hasSeen: Bool
    /// The scores of each group of ``StepGroup/all(horizon:)``, in that order.
    public let groups: [Scores]
    /// The probability integral transform of each step's close.
    public let transforms: [Double]
    /// The mean log density of the daily returns until the next cutoff, each one day ahead, in nats; nil if the method has no
    /// density.
    public let logScore: Double?

    /// The central coverages that are checked.
    public static let coverages = [0.5, 0.8, 0.95]

    /// Sums over the steps of one group.
    public struct Scores: Sendable {
        /// The number of steps.
        public let count: Int
        /// The sum of the closes, in quote currency per coin.
        let closesSum: Double
        /// The sums of the losses, indexed by ``Loss/rawValue``. RMSSE, the root of a mean, holds its value instead.
        let losses: [Double]
        /// The number of steps whose close is inside the band, for each of ``coverages``.
        let inside: [Int]
        /// The sum of band widths divided by the last close, for each of ``coverages``.
        let widths: [Double]
        /// The number of steps whose close fell into each tenth of its distribution.
        let tenths: [Int]
        /// The sum of ``TouchLoss`` for the last day of the group; nil if it was not scored.
        let touchLoss: Double?

        /// Returns the mean loss over the steps: in prices for the point error, wQL and CRPS.
        public func mean(_ loss: Loss) -> Double { losses[loss.rawValue] / (loss == .rmsse ? 1 : Double(count)) }

        /// Returns the divisor that turns a sum of losses into the unit stated at ``Loss``.
        func divisor(_ loss: Loss) -> Double {
            switch loss {
            case .pointError, .wql, .crps: closesSum
            case .mase, .smape: Double(count)
            case .rmsse: 1
            }
        }
    }

    /// - Parameter paths: sample paths, to score the probabilities that a price is reached; nil for no such scores.
    init(_ origin: Backtest.Origin, _ forecast: MethodForecast, paths: SamplePaths?, hasSeen: Bool, logDensities: [Double]?) {
        (ticker, cutoff, self.hasSeen) = (origin.ticker, origin.cutoff, hasSeen)
        let context = origin.history.closes[origin.contextPlaces]
        let steps = origin.outcomes.enumerated().map { index, outcome in
            StepScores(forecast.distribution, step: index + 1, outcome: outcome, lastClose: context.last!)
        }
        transforms = steps.map(\.transform)
        groups = StepGroup.all(horizon: steps.count).map { group in
            let places = group.steps.lowerBound - 1..<group.steps.upperBound
            return Scores(
                steps[places], points: Array(forecast.points[places]), outcomes: Array(Array(origin.outcomes)[places]),
                context: context,
                touchLoss: paths.map {
                    TouchLoss.sum($0, context: context, outcomes: origin.outcomes, within: group.steps.upperBound)
                })
        }
        logScore = logDensities.map { $0.reduce(0, +) / Double($0.count) }
    }
}

extension BacktestCase.Scores {
    fileprivate init(
        _ steps: ArraySlice<StepScores>, points: [Double], outcomes: [Double], context: ArraySlice<Double>, touchLoss: Double?
    ) {
        self.touchLoss = touchLoss
        count = steps.count
        closesSum = outcomes.reduce(0, +)
        // A constant context has no scale, so its scaled errors are undefined; they count as 0.
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

/// The scores of a distribution against one close.
private struct StepScores {
    let crps: Double
    /// Twice the mean pinball loss at the nine deciles.
    let quantileLoss: Double
    /// Whether the close is inside the band, for each of ``BacktestCase/coverages``.
    let isInside: [Bool]
    /// The band widths divided by the last close.
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
