import Market

/// A baseline: a forecasting method that is fitted to the context alone. Models are measured as ``ModelMethod``.
public protocol ForecastMethod: Sendable {
    /// The name in tables.
    var name: String { get }

    /// Forecasts the closes after a context.
    ///
    /// - Parameters:
    ///   - context: the days up to the cutoff. The method must not use anything later.
    ///   - days: the number of days to forecast.
    ///   - paths: the number of sample paths, if the method draws any.
    ///   - seed: the same seed gives the same paths.
    func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast

    /// Returns the one-day-ahead log density of each of the last daily log-returns, or nil for a method without a density.
    ///
    /// Parameters are fitted to the context alone. Filtered quantities, such as a variance, use all days before each return.
    ///
    /// - Parameters:
    ///   - closes: a context, followed by later closes.
    ///   - last: the number of returns to score: those after the context.
    /// - Returns: `last` values, in nats.
    func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]?
}

extension ForecastMethod {
    /// Forecasts the closes after others whose days are unknown.
    public func forecast(after closes: ArraySlice<Double>, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        forecast(after: PriceHistory(undated: closes), days: days, paths: paths, seed: seed)
    }
}

/// A method's forecast of the closes after a cutoff.
public struct MethodForecast: Sendable {
    /// One close a day, starting with the day after the cutoff.
    public let points: [Double]
    /// The distribution of the closes.
    public let distribution: any PriceDistribution
    /// The source of sample paths, for a method that draws none.
    let redrawn: RedrawnPaths?

    /// Creates a forecast of `points.count` days.
    public init(points: [Double], distribution: any PriceDistribution) {
        self.init(points: points, distribution: distribution, redrawn: nil)
    }

    init(points: [Double], distribution: any PriceDistribution, redrawn: RedrawnPaths?) {
        precondition(points.count == distribution.horizon, "points and distribution must have the same days")
        (self.points, self.distribution, self.redrawn) = (points, distribution, redrawn)
    }

    /// The sample paths of the distribution, drawn from past days if the method draws none; nil for a method without either. A single
    /// path is a point forecast and no distribution of paths.
    var paths: SamplePaths? {
        guard let paths = distribution as? SamplePaths ?? redrawn?.paths(), paths.count > 1 else { return nil }
        return paths
    }
}
