import Forecasting
import Forecasts
import Market
import Platform
import Synchronization

/// A cache of computed chances to rise. A match is computed anew each time it is viewed, and a forecast takes a thousand times as
/// long as everything else.
package final class PaperOdds: Sendable {
    /// Everything that a chance depends on.
    private struct Key: Hashable, Sendable {
        /// The hash of the closes that the model reads and of the day of the last one.
        let inputSHA256: String
        let modelRevision: UInt64
        let options: ForecastOptions
    }

    /// A chance; nil if the model cannot forecast the closes.
    private let kept: Mutex<BoundedCache<Key, Double?>>

    /// - Parameter maximumCount: the number of chances to keep.
    package init(maximumCount: Int = 100_000) { kept = Mutex(BoundedCache(maximumBytes: maximumCount)) }

    /// Returns, for each history, the chance that the close on the last day of the forecast is above its last close; nil where the
    /// model cannot forecast it.
    ///
    /// - Parameter forecaster: its model must have bands.
    func chances(
        of histories: [PriceHistory], _ options: ForecastOptions, by forecaster: some CoinForecaster
    ) async throws -> [Double?] {
        let keys = histories.map {
            Key(inputSHA256: InputHash.of(forecaster.model.inputs(of: $0)), modelRevision: forecaster.revision, options: options)
        }
        var chances: [Double??] = kept.withLock { kept in keys.map { kept.value(for: $0) } }
        let missing = chances.indices.filter { chances[$0] == nil }
        guard !missing.isEmpty else { return chances.map { $0! } }
        let forecasts = try await forecaster.forecasts(of: missing.map { histories[$0] }, options)
        let computed = try await forecaster.compute(values: forecasts.count * options.paths) {
            forecasts.map { (try? $0.get()).flatMap { $0.probabilityOfRise(step: $0.horizon) } }
        }
        kept.withLock { kept in
            for (index, chance) in zip(missing, computed) { kept.insert(chance, for: keys[index], bytes: 1) }
        }
        for (index, chance) in zip(missing, computed) { chances[index] = .some(chance) }
        return chances.map { $0! }
    }
}
