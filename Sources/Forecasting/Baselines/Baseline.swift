/// The methods that a model must beat before it may claim skill.
///
/// All are fitted to the context alone, work on log prices, and use the median as the point forecast.
package enum Baseline: String, CaseIterable, Sendable {
    /// ``NaiveBaseline``
    case naive
    /// ``DriftBaseline``
    case drift
    /// ``BootstrapBaseline``
    case bootstrap
    /// ``EWMABaseline``
    case ewma
    /// ``GARCHBaseline``
    case garch

    /// The method of this baseline.
    package var method: any ForecastMethod {
        switch self {
        case .naive: NaiveBaseline()
        case .drift: DriftBaseline()
        case .bootstrap: BootstrapBaseline()
        case .ewma: EWMABaseline()
        case .garch: GARCHBaseline()
        }
    }

    /// The least daily standard deviation used for densities, because a constant context has none of its own.
    static let leastDeviation = 1e-6

    /// The greatest standard deviation of a simulated day, as a multiple of that of the context's returns about zero.
    ///
    /// Without this limit, single paths of a variance near a unit root reach any price. On the GARCH fits of the golden tests,
    /// one path in 200 reaches it within 96 days: the 0.025 and 0.1 quantiles move by less than 0.1 %, and the variance falls
    /// by up to 13 %.
    static let greatestRelativeDeviation = 10.0
}

extension MethodForecast {
    /// Creates a forecast whose points are the medians of its distribution.
    init(medianOf distribution: some PriceDistribution) {
        self.init(points: (1...distribution.horizon).map { distribution.median(step: $0) }, distribution: distribution)
    }
}
