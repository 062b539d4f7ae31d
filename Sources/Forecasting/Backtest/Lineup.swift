/// The entrants of a backtest: the naive forecast first, the reference of all ratios, then the other baselines, then the models.
package struct Lineup: Sendable {
    /// All entrants, in that order.
    package let entrants: [Entrant]
    private let bands: [Bool]
    /// Indices of the baselines and of the models in ``entrants``.
    package let baselines: Range<Int>, models: Range<Int>
    /// Closes that every model reads. All models must share one context length and one horizon.
    package let contextLength: Int
    /// Days that every model forecasts.
    package let horizon: Int

    /// A model that takes part, under a unique name.
    package struct Model: Sendable {
        package let title: String
        /// The model, or several versions of it, trained before successive eras; at least one.
        package let versions: [Forecaster]

        package init(title: String, versions: [Forecaster]) { (self.title, self.versions) = (title, versions) }
    }

    /// - Parameter wanted: the baselines; the naive one takes part in any case.
    /// - Throws: ``LineupError``.
    package init(baselines wanted: [Baseline], models: [Model]) throws(LineupError) {
        let baselines = ([.naive] + wanted.filter { $0 != .naive }).map { Entrant($0.method) }
        let all = models.flatMap(\.versions)
        guard let shape = all.first else { throw .noModel }
        if let other = all.first(where: { $0.contextLength != shape.contextLength || $0.horizon != shape.horizon }) {
            throw .differentShapes(shape.configuration.name, other.configuration.name)
        }
        entrants = baselines + models.map { Entrant(name: $0.title, $0.versions) }
        bands = baselines.map { _ in true } + models.map { $0.versions[0].hasDistribution }
        (self.baselines, self.models) = (0..<baselines.count, baselines.count..<entrants.count)
        (contextLength, horizon) = (shape.contextLength, shape.horizon)
    }

    /// The name that a report gives to its ceiling; no entrant may have it.
    package static let ceilingName = VolatilityCeiling.name

    /// The index of GARCH-t in ``entrants``; nil if it does not take part.
    package var garch: Int? { baselines.first { entrants[$0].name == Baseline.garch.rawValue } }

    /// Whether an entrant forecasts a distribution and not only points.
    package func hasBands(_ entrant: Int) -> Bool { bands[entrant] }
}

/// Why models cannot be measured together.
package enum LineupError: Error, Equatable, Sendable {
    /// None of the models forecasts prices.
    case noModel
    /// Two models, given by name, read or forecast different numbers of closes.
    case differentShapes(String, String)
}
