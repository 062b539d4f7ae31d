import Market

/// The closes that a model expects after a cutoff, and how far they may stray.
public struct Forecast: Sendable {
    /// The asset whose closes these are.
    public let ticker: Ticker
    /// The last day that the model saw.
    public let cutoff: Day
    /// The close of that day, in quote currency per coin: the naive forecast.
    public let lastClose: Double
    /// What the model's configuration calls it.
    public let modelName: String
    /// The hash of the model's weights, 64 hexadecimal digits.
    public let modelSHA256: String
    /// Expected closes in quote currency per coin; element 0 is the day after the cutoff.
    public let points: [Double]
    /// What the closes may be; nil for a model of points that was not calibrated.
    public let distribution: (any PriceDistribution)?

    package init(
        ticker: Ticker, cutoff: Day, lastClose: Double, modelName: String, modelSHA256: String, points: [Double],
        distribution: (any PriceDistribution)?
    ) {
        (self.ticker, self.cutoff, self.lastClose) = (ticker, cutoff, lastClose)
        (self.modelName, self.modelSHA256, self.points, self.distribution) = (modelName, modelSHA256, points, distribution)
    }

    /// How many days are forecast.
    public var horizon: Int { points.count }

    /// The sample paths that the distribution consists of, where the model draws them.
    public var paths: SamplePaths? { distribution as? SamplePaths }

    /// The forecast's first days.
    ///
    /// - Parameter days: at least 1; a forecast of fewer days stays as it is.
    package func prefix(_ days: Int) -> Forecast {
        Forecast(
            ticker: ticker, cutoff: cutoff, lastClose: lastClose, modelName: modelName, modelSHA256: modelSHA256,
            points: Array(points.prefix(days)), distribution: distribution)
    }

    /// The day of step h, from 1.
    public func day(_ step: Int) -> Day { cutoff + step }
}

/// How sample paths are drawn.
public struct Sampling: Equatable, Sendable {
    /// The most paths of a series.
    public static let maximumPaths = 100_000
    /// How many paths a series gets unless a caller asks for another number.
    public static let standardPaths = 1000
    /// The seed that is used unless a caller asks for another one.
    public static let standardSeed: UInt64 = 1

    /// How many paths a series gets.
    public let paths: Int
    /// The same seed gives the same paths.
    public let seed: UInt64

    /// - Parameter paths: 1 to ``maximumPaths``. The quantiles of fewer than 1,000 are rough: 100 paths cost 1 % of accuracy.
    public init(paths: Int = Self.standardPaths, seed: UInt64 = Self.standardSeed) {
        precondition((1...Self.maximumPaths).contains(paths), "paths must be 1 to \(Self.maximumPaths), not \(paths)")
        (self.paths, self.seed) = (paths, seed)
    }
}
