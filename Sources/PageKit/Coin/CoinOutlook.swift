import APIKit
import Charts
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import Market
import Services
import Synchronization

/// The part of a coin's forecast that pages show: its bands and probabilities, without the sample paths.
package struct CoinOutlook: Sendable {
    let asset: Asset
    package let cutoff: Day
    package let lastClose: Double
    let modelName: String
    let modelSHA256: String
    /// Expected closes in quote currency per coin, shape `[horizon]`.
    let middle: [Double]
    /// The bands of 95, 80 and 50 %, widest first; each has `[horizon]` edges.
    let bands: [ChartBand]
    /// The probability that the close of a step is above the last close, shape `[horizon]`.
    let rise: [Double]
    /// The model's measured skill; empty if the model was not measured.
    let skill: [Skill]
    /// Why the measured skill does not apply to this coin; empty for most.
    let caveats: [ForecastCaveat]

    package var horizon: Int { middle.count }
    package var fan: ChartFan { ChartFan(cutoff: cutoff, lastValue: lastClose, middle: middle, bands: bands) }

    package func band(_ level: Int) -> ChartBand? { bands.first { $0.level == level } }

    static let levels = [95, 80, 50]

    /// - Complexity: sorts the closes of each day of all paths, some milliseconds; not for an event loop.
    init(_ issued: IssuedForecast, _ plan: ForecastPlan) { self.init(issued.forecast, of: issued.asset, skill: plan.skill) }

    /// - Parameter asset: the forecast asset; for a file, only its name for the coin is known.
    /// - Complexity: as ``init(_:_:)``.
    package init(_ forecast: Forecast, of asset: Asset, skill: [Skill]) {
        (self.asset, cutoff, lastClose) = (asset, forecast.cutoff, forecast.lastClose)
        (modelName, modelSHA256, self.skill) = (forecast.modelName, forecast.modelSHA256, skill)
        caveats = forecast.caveats
        middle = forecast.points.map(Self.rounded)
        let steps = 1...forecast.horizon
        guard let distribution = forecast.distribution else {
            (bands, rise) = ([], [])
            return
        }
        bands = Self.levels.map { level in
            let edges = steps.map { distribution.interval(Double(level) / 100, step: $0) }
            return ChartBand(
                level: level, low: edges.map { Self.rounded($0.lowerBound) }, high: edges.map { Self.rounded($0.upperBound) })
        }
        rise = steps.map { 1 - distribution.probability(atMost: forecast.lastClose, step: $0) }
    }

    /// Seven digits: more than a forecast has. Pictures drawn by the server and by scripts use the same digits.
    private static func rounded(_ price: Double) -> Double { PriceText.rounded(price, digits: 7) }
}

/// The outlooks of stored coins: computed once for all visitors, and recorded in the diary like every forecast of a stored coin.
package struct CoinOutlooks: Sendable {
    private let forecasts: AssetForecasts<CoinOutlook>
    private let models: ServedModels
    private let known = KnownOutlooks()

    /// - Parameter forecasts: with a cache of ``makeCache()``.
    init(_ forecasts: AssetForecasts<CoinOutlook>, _ models: ServedModels) {
        (self.forecasts, self.models) = (forecasts, models)
    }

    static func makeCache() -> ForecastCache<CoinOutlook> {
        // About 8 bytes for each edge, middle and probability of a day.
        ForecastCache(maximumBytes: 16 << 20) { 64 * $0.horizon + 1000 }
    }

    /// Returns the outlook of a coin for as many days as the model forecasts.
    ///
    /// - Throws: a ``Problem`` if it cannot be forecast.
    func outlook(of asset: Asset, priority: InferencePriority = .interactive) async throws -> CoinOutlook {
        try await ForecastProblem.mapping { try await answer(for: asset, priority) }
    }

    /// Returns the outlook of a coin, or why there is none.
    ///
    /// - Throws: only errors that concern neither the coin's closes nor the queue.
    package func attempt(_ asset: Asset) async throws -> Result<CoinOutlook, NoForecast> {
        do {
            return .success(try await answer(for: asset, .interactive))
        } catch AssetForecastError.noCloses {
            return .failure(.noCloses)
        } catch AssetForecastError.unusableCloses(_, let error) {
            return .failure(.closes(error.faults))
        } catch let error as CatalogueError {
            return .failure(.noModel("\(error)"))
        } catch InferenceError.queueFull {
            return .failure(.busy)
        }
    }

    private func answer(for asset: Asset, _ priority: InferencePriority) async throws -> CoinOutlook {
        let query = ForecastQuery(asset: "\(asset.id)", request: ForecastRequest())
        let outlook = try await forecasts.answer(
            to: query, of: asset, by: try models.forecaster(for: query.request, priority: priority),
            limits: ForecastParameters.limits
        ) { CoinOutlook($0, $1) }
        known.note(outlook)
        return outlook
    }

    /// Returns the last computed outlook, if it uses a coin's newest close and the present model.
    package func known(of asset: Asset, cutoff: Day) -> CoinOutlook? {
        known.outlook(of: asset, cutoff: cutoff).flatMap { $0.modelSHA256 == modelSHA256 ? $0 : nil }
    }

    /// The hash of the current model; nil without one.
    var modelSHA256: String? { try? models.catalogue.model().sha256 }
}

/// The last computed outlooks, for lists of coins, which do not wait for forecasts.
private final class KnownOutlooks: Sendable {
    private let outlooks = Mutex<[AssetID: CoinOutlook]>([:])
    private static let most = 2000

    func note(_ outlook: CoinOutlook) {
        outlooks.withLock { outlooks in
            if outlooks.count >= Self.most { outlooks.removeAll() }
            outlooks[outlook.asset.id] = outlook
        }
    }

    func outlook(of asset: Asset, cutoff: Day) -> CoinOutlook? {
        outlooks.withLock { $0[asset.id] }.flatMap { $0.cutoff == cutoff ? $0 : nil }
    }
}
