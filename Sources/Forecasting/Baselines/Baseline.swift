/// The methods that a model has to beat before it may claim skill.
///
/// All are fitted to the context alone, work on log prices and take the median as their point.
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

    /// The method of this name.
    package var method: any ForecastMethod {
        switch self {
        case .naive: NaiveBaseline()
        case .drift: DriftBaseline()
        case .bootstrap: BootstrapBaseline()
        case .ewma: EWMABaseline()
        case .garch: GARCHBaseline()
        }
    }

    /// The least daily standard deviation that a density is computed with: a context without a move has none of its own.
    static let leastDeviation = 1e-6

    /// No simulated day has a standard deviation above this many times that of the context's returns about zero.
    ///
    /// Without it, single paths of a variance near a unit root reach any price. One path in 200 meets it within 96 days on the GARCH
    /// fits of the golden tests: the quantiles 0.025 and 0.1 move by less than 0.1 %, the variance is up to 13 % less.
    static let greatestRelativeDeviation = 10.0
}

extension MethodForecast {
    /// The forecast whose points are the medians of its distribution.
    init(medianOf distribution: some PriceDistribution) {
        self.init(points: (1...distribution.horizon).map { distribution.median(step: $0) }, distribution: distribution)
    }
}
