import Market

/// What takes part in a backtest: a baseline, a model, or one recipe trained anew before each era.
public struct Entrant: Sendable {
    /// What tables call it.
    public let name: String
    private let versions: [Version]

    private struct Version: Sendable {
        let method: any ForecastMethod
        /// Nil for what is fitted to the context alone.
        let configuration: ModelConfiguration?

        func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
            configuration?.hasSeen(daysAfter: cutoff, horizon: horizon) ?? false
        }
    }

    /// A baseline.
    public init(_ baseline: any ForecastMethod) {
        name = baseline.name
        versions = [Version(method: baseline, configuration: nil)]
    }

    /// A model, or several versions of it: each cutoff is forecast by the newest one that has not seen the days after it.
    ///
    /// - Parameter forecasters: at least one, of the same context and horizon.
    public init(name: String, _ forecasters: [Forecaster]) {
        precondition(!forecasters.isEmpty, "an entrant has at least one model")
        self.name = name
        func through(_ forecaster: Forecaster) -> Day { forecaster.configuration.trainedThrough ?? .distantPast }
        versions = forecasters.sorted { through($0) < through($1) }.map {
            Version(method: ModelMethod($0), configuration: $0.configuration)
        }
    }

    /// The last day that any version was trained, validated or calibrated on; nil where nothing is fitted.
    public var lastFittedDay: Day? {
        versions.compactMap { $0.configuration?.lastFittedDay }.max()
    }

    /// What forecasts the days after a cutoff.
    func method(at cutoff: Day, horizon: Int) -> any ForecastMethod { version(at: cutoff, horizon: horizon).method }

    /// Whether any of the days after a cutoff chose anything of what forecasts them.
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
