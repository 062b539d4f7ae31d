import Market

/// A model's forecast of the daily closes after a cutoff: points and, usually, a distribution.
public struct Forecast: Sendable {
    /// The asset's ticker.
    public let ticker: Ticker
    /// The last day that the model saw.
    public let cutoff: Day
    /// The close at the cutoff, in quote currency per coin: the naive forecast.
    public let lastClose: Double
    /// The model's name, from its configuration.
    public let modelName: String
    /// The SHA-256 of the model's weights, 64 hexadecimal digits.
    public let modelSHA256: String
    /// Expected closes in quote currency per coin, shape `[horizon]`; element 0 is the day after the cutoff.
    public let points: [Double]
    /// The distribution of the closes; nil for a point model without calibration.
    public let distribution: (any PriceDistribution)?
    /// What the volatility was read from; nil for a model of a network alone.
    public let variant: VolatilityVariant?
    /// The source of sample paths for questions about several days, if the model draws none.
    package let redrawn: RedrawnPaths?
    /// Why the model's measured accuracy does not hold for this series; empty for most.
    public let caveats: [ForecastCaveat]

    package init(
        ticker: Ticker, cutoff: Day, lastClose: Double, modelName: String, modelSHA256: String, points: [Double],
        distribution: (any PriceDistribution)?, redrawn: RedrawnPaths? = nil,
        variant: VolatilityVariant? = nil, caveats: [ForecastCaveat] = []
    ) {
        (self.ticker, self.cutoff, self.lastClose) = (ticker, cutoff, lastClose)
        (self.modelName, self.modelSHA256, self.points, self.distribution) = (modelName, modelSHA256, points, distribution)
        (self.redrawn, self.variant, self.caveats) = (redrawn, variant, caveats)
    }

    /// The number of forecast days.
    public var horizon: Int { points.count }

    /// The sample paths of the distribution; nil if the model draws none.
    public var paths: SamplePaths? { distribution as? SamplePaths }

    /// Returns the first days of the forecast.
    ///
    /// - Parameter days: at least 1. A shorter forecast is returned unchanged.
    package func prefix(_ days: Int) -> Forecast {
        Forecast(
            ticker: ticker, cutoff: cutoff, lastClose: lastClose, modelName: modelName, modelSHA256: modelSHA256,
            points: Array(points.prefix(days)), distribution: distribution, redrawn: redrawn,
            variant: variant, caveats: caveats)
    }

    /// Returns the day of a step, from 1.
    public func day(_ step: Int) -> Day { cutoff + step }
}

/// How many sample paths to draw, and their seed.
public struct Sampling: Equatable, Sendable {
    /// The most sample paths for each series.
    public static let maximumPaths = 100_000
    /// How many paths a series gets unless a caller asks for another number.
    public static let standardPaths = 1000
    /// The seed that is used unless a caller asks for another one.
    public static let standardSeed: UInt64 = 1

    /// The number of paths for each series.
    public let paths: Int
    /// The seed; the same seed gives the same paths.
    public let seed: UInt64

    /// - Parameter paths: 1 to ``maximumPaths``. The quantiles of fewer than 1,000 are rough: 100 paths cost 1 % of accuracy.
    public init(paths: Int = Self.standardPaths, seed: UInt64 = Self.standardSeed) {
        precondition((1...Self.maximumPaths).contains(paths), "paths must be 1 to \(Self.maximumPaths), not \(paths)")
        (self.paths, self.seed) = (paths, seed)
    }
}
