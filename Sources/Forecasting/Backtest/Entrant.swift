import Market

/// What takes part in a backtest: a baseline, a model, or one recipe trained anew before each era.
public struct Entrant: Sendable {
    /// What tables call it.
    public let name: String
    private let versions: [Version]

    private struct Version: Sendable {
        let method: any ForecastMethod
        /// The last day it was trained on; nil for what is fitted to the context alone.
        let through: Day?
        let calibration: Calibration?

        func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
            if let through, through > cutoff { return true }
            return calibration?.knows(daysFrom: cutoff + 1, through: cutoff + horizon) ?? false
        }
    }

    /// A baseline.
    public init(_ baseline: any ForecastMethod) {
        name = baseline.name
        versions = [Version(method: baseline, through: nil, calibration: nil)]
    }

    /// A model, or several versions of it: each cutoff is forecast by the newest one that has not seen the days after it.
    ///
    /// - Parameter forecasters: at least one, of the same context and horizon.
    public init(name: String, _ forecasters: [Forecaster]) {
        precondition(!forecasters.isEmpty, "an entrant has at least one model")
        self.name = name
        versions = forecasters.map {
            Version(
                method: ModelMethod($0), through: $0.configuration.trainedThrough, calibration: $0.configuration.calibration)
        }.sorted { ($0.through ?? .distantPast) < ($1.through ?? .distantPast) }
    }

    /// The last day that any version was trained or calibrated on; nil where nothing is fitted.
    public var lastFittedDay: Day? {
        versions.compactMap { version in
            ([version.through] + (version.calibration?.fittedOn.map(\.through) ?? [])).compactMap { $0 }.max()
        }.max()
    }

    /// What forecasts the days after a cutoff.
    func method(at cutoff: Day, horizon: Int) -> any ForecastMethod { version(at: cutoff, horizon: horizon).method }

    /// Whether any of the days after a cutoff was used to train or to calibrate what forecasts them.
    func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
        version(at: cutoff, horizon: horizon).hasSeen(daysAfter: cutoff, horizon: horizon)
    }

    /// The newest version that has not seen the days; if all have, the first one.
    private func version(at cutoff: Day, horizon: Int) -> Version {
        versions.last { !$0.hasSeen(daysAfter: cutoff, horizon: horizon) } ?? versions[0]
    }
}

extension Day {
    fileprivate static let distantPast = Day(daysSince1970: .min)
}
