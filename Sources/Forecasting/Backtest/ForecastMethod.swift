/// A way to forecast that a backtest can measure: a model or a baseline.
public protocol ForecastMethod: Sendable {
    /// What tables call it.
    var name: String { get }

    /// Forecasts the closes after a context.
    ///
    /// - Parameters:
    ///   - context: closes up to the cutoff, positive and finite, oldest first; nothing after it may be known.
    ///   - days: how many to forecast.
    ///   - paths: how many sample paths to draw, where the method draws any.
    ///   - seed: the same seed gives the same paths.
    func forecast(after context: ArraySlice<Double>, days: Int, paths: Int, seed: UInt64) -> MethodForecast

    /// The logarithm of the density, one day ahead, of each of the last daily log-returns; nil for a method without a density.
    ///
    /// What is fitted is fitted to the context alone; what is filtered, such as a variance, knows the days before each return.
    ///
    /// - Parameters:
    ///   - closes: a context and the closes after it.
    ///   - last: how many returns to score; they are those after the context.
    /// - Returns: `last` values, in nats.
    func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]?
}

/// What a method says of the closes after a cutoff.
public struct MethodForecast: Sendable {
    /// One close a day, the day after the cutoff first.
    public let points: [Double]
    /// The distribution around them.
    public let distribution: any PriceDistribution

    /// A forecast of `points.count` days.
    public init(points: [Double], distribution: any PriceDistribution) {
        precondition(points.count == distribution.horizon, "points and distribution must have the same days")
        self.points = points
        self.distribution = distribution
    }
}
