import Forecasting
import Inference
import Market
import Portfolio
import Synchronization

/// Forecasts of coins with all of their sample paths, of which the forecasts of wallets are made. Those that were used last are kept:
/// to draw a coin's paths takes fifty times as long as to join them.
package final class CoinForecasts: Sendable {
    /// All that a forecast depends on.
    private struct Key: Hashable, Sendable {
        let ticker: Ticker
        /// Of the closes that the model reads, and the day of the last one.
        let inputSHA256: String
        let modelRevision: UInt64
        let options: ForecastOptions
    }

    /// How often forecasts were there already.
    package struct Counts: Equatable, Sendable {
        package var hits = 0, misses = 0

        package init(hits: Int = 0, misses: Int = 0) { (self.hits, self.misses) = (hits, misses) }
    }

    private struct Kept {
        let forecast: Forecast
        var lastUse: UInt64
    }

    private struct State {
        var kept: [Key: Kept] = [:]
        var bytes = 0
        var uses: UInt64 = 0
        var counts = Counts()

        mutating func use(_ key: Key) -> Forecast? {
            uses += 1
            kept[key]?.lastUse = uses
            return kept[key]?.forecast
        }
    }

    /// Who asks does not wait for what is computed in the background's turn.
    private struct Flight: Hashable, Sendable {
        let keys: [Key]
        let priority: InferencePriority
    }

    private let state = Mutex(State())
    private let computations = SingleFlight<Flight, [Result<Forecast, ForecastError>]>()
    private let maximumBytes: Int

    /// - Parameter maximumBytes: of the sample paths that are kept; those of a coin with 1,000 paths take 1.5 MB.
    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// For the metrics.
    package var counts: Counts { state.withLock { $0.counts } }

    /// How many forecasts with these settings are kept together, with room for some of other settings.
    func room(for options: ForecastOptions, horizon: Int) -> Int {
        maximumBytes / 4 * 3 / Self.bytes(paths: options.paths, days: options.days ?? horizon)
    }

    /// The forecasts of histories, in their order, as the queue gives them.
    ///
    /// - Throws: `InferenceError`.
    func forecasts(
        of histories: [PriceHistory], _ options: ForecastOptions, with model: LoadedModel, need: Int, queue: InferenceQueue,
        priority: InferencePriority = .interactive
    ) async throws -> [Result<Forecast, ForecastError>] {
        let keys = histories.map { history in
            Key(
                ticker: history.ticker, inputSHA256: InputHash.of(history.suffix(need)), modelRevision: model.revision,
                options: options
            )
        }
        let known = state.withLock { state in
            let known = keys.map { state.use($0) }
            let misses = known.count { $0 == nil }
            state.counts.hits += known.count - misses
            state.counts.misses += misses
            return known
        }
        let missing = known.indices.filter { known[$0] == nil }
        guard !missing.isEmpty else { return known.compactMap { $0.map(Result.success) } }
        let computed = try await computations.value(Flight(keys: missing.map { keys[$0] }, priority: priority)) { [self] in
            let results = try await queue.forecasts(missing.map { histories[$0] }, options, with: model, priority: priority)
            for (index, result) in zip(missing, results) { if case .success(let forecast) = result { keep(forecast, keys[index]) } }
            return results
        }
        var rest = computed[...]
        return known.map { forecast in forecast.map(Result.success) ?? rest.removeFirst() }
    }

    private func keep(_ forecast: Forecast, _ key: Key) {
        let bytes = Self.bytes(of: forecast)
        guard bytes <= maximumBytes else { return }
        state.withLock { state in
            state.uses += 1
            if state.kept.updateValue(Kept(forecast: forecast, lastUse: state.uses), forKey: key) == nil { state.bytes += bytes }
            guard state.bytes > maximumBytes else { return }
            for (old, kept) in state.kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                guard state.bytes > maximumBytes / 4 * 3 else { return }
                state.kept[old] = nil
                state.bytes -= Self.bytes(of: kept.forecast)
            }
        }
    }

    /// Paths are there in their own order and in that of the closes.
    private static func bytes(of forecast: Forecast) -> Int { bytes(paths: forecast.paths?.count ?? 1, days: forecast.horizon) }

    private static func bytes(paths: Int, days: Int) -> Int { 4096 + 16 * days * paths }
}
