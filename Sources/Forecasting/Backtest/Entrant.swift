import Market

/// A participant of a backtest: a baseline, a model, or several versions of a model trained before successive eras.
public struct Entrant: Sendable {
    /// The name in tables.
    public let name: String
    private let versions: [Version]

    private struct Version: Sendable {
        let method: any ForecastMethod
        /// Nil for methods that are fitted to the context alone.
        let configuration: ModelConfiguration?

        func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
            configuration?.hasSeen(daysAfter: cutoff, horizon: horizon) ?? false
        }
    }

    /// Creates an entrant from a baseline.
    public init(_ baseline: any ForecastMethod) {
        name = baseline.name
        versions = [Version(method: baseline, configuration: nil)]
    }

    /// Creates an entrant from a model or several versions of it. Each cutoff is forecast by the newest version that has not
    /// seen the following days.
    ///
    /// - Parameter forecasters: at least one, all with the same context length and horizon.
    public init(name: String, _ forecasters: [Forecaster]) {
        precondition(!forecasters.isEmpty, "an entrant has at least one model")
        self.name = name
        func through(_ forecaster: Forecaster) -> Day { forecaster.configuration.trainedThrough ?? .distantPast }
        versions = forecasters.sorted { through($0) < through($1) }.map {
            Version(method: ModelMethod($0), configuration: $0.configuration)
        }
    }

    /// The last day that any version was trained, validated or calibrated on; nil if nothing was fitted.
    public var lastFittedDay: Day? {
        versions.compactMap { $0.configuration?.lastFittedDay }.max()
    }

    /// Returns the version that forecasts the days after a cutoff.
    func method(at cutoff: Day, horizon: Int) -> any ForecastMethod { version(at: cutoff, horizon: horizon).method }

    /// Returns true if that version was trained, validated or calibrated on any of the days after the cutoff.
    func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
        version(at: cutoff, horizon: horizon).hasSeen(daysAfter: cutoff, horizon: horizon)
    }

    /// Returns the newest version that has not seen the days, or the oldest version if all have.
    private func version(at cutoff: Day, horizon: Int) -> Version {
        versions.last { !$0.hasSeen(daysAfter: cutoff, horizon: horizon) } ?? versions[0]
    }
}

extension Day {
    fileprivate static let distantPast = Day(daysSince1970: .min)
}
