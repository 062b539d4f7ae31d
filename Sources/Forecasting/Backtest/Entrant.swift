import Market

/// A participant of a backtest: a baseline, a model, or several versions of a model trained before successive eras.
public struct Entrant: Sendable {
    /// The name in tables.
    public let name: String
    private let versions: [Version]

    /// What forecasts the days after a cutoff.
    enum Version: Sendable {
        case baseline(any ForecastMethod)
        case model(ModelMethod)

        /// Nil for a baseline, which is fitted to the context alone.
        var configuration: ModelConfiguration? {
            if case .model(let method) = self { method.forecaster.configuration } else { nil }
        }

        func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
            configuration?.hasSeen(daysAfter: cutoff, horizon: horizon) ?? false
        }

        func forecast(
            after context: PriceHistory, days: Int, paths: Int, seed: UInt64
        ) throws(ForecastError) -> MethodForecast {
            switch self {
            case .baseline(let method): method.forecast(after: context, days: days, paths: paths, seed: seed)
            case .model(let method): try method.forecast(after: context, days: days, paths: paths, seed: seed)
            }
        }

        func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
            switch self {
            case .baseline(let method): method.logDensities(ofLast: last, in: closes)
            case .model(let method): method.logDensities(ofLast: last, in: closes)
            }
        }
    }

    /// Creates an entrant from a baseline.
    public init(_ baseline: any ForecastMethod) {
        name = baseline.name
        versions = [.baseline(baseline)]
    }

    /// Creates an entrant from a model or several versions of it. Each cutoff is forecast by the newest version that has not
    /// seen the following days.
    ///
    /// - Parameter forecasters: at least one, all with the same context length and horizon.
    public init(name: String, _ forecasters: [Forecaster]) {
        precondition(!forecasters.isEmpty, "an entrant has at least one model")
        self.name = name
        func through(_ forecaster: Forecaster) -> Day { forecaster.configuration.trainedThrough ?? .distantPast }
        versions = forecasters.sorted { through($0) < through($1) }.map { .model(ModelMethod($0)) }
    }

    /// The last day that any version was trained, validated or calibrated on; nil if nothing was fitted.
    public var lastFittedDay: Day? {
        versions.compactMap { $0.configuration?.lastFittedDay }.max()
    }

    /// Returns true if the version that forecasts the `horizon` days after a cutoff was trained, validated or calibrated on any of them.
    func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
        version(at: cutoff, horizon: horizon).hasSeen(daysAfter: cutoff, horizon: horizon)
    }

    /// Returns the newest version that has not seen the days, or the oldest version if all have.
    func version(at cutoff: Day, horizon: Int) -> Version {
        versions.last { !$0.hasSeen(daysAfter: cutoff, horizon: horizon) } ?? versions[0]
    }
}

extension Day {
    fileprivate static let distantPast = Day(daysSince1970: .min)
}
