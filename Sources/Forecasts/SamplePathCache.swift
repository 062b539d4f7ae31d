import Forecasting
import Market
import Platform
import Synchronization

/// Coins' forecasts with all of their sample paths, from which wallets' forecasts are made. The most recently used are kept,
/// because drawing a coin's paths takes fifty times as long as joining them.
package final class SamplePathCache: Sendable {
    /// Everything that a forecast depends on.
    private struct Key: Hashable, Sendable {
        let ticker: Ticker
        /// The hash of the closes that the model reads and of the day of the last one.
        let inputSHA256: String
        let modelRevision: UInt64
        let options: ForecastOptions
    }

    /// How often forecasts were found in the cache.
    package struct Counts: Equatable, Sendable {
        package var hits = 0, misses = 0

        package init(hits: Int = 0, misses: Int = 0) { (self.hits, self.misses) = (hits, misses) }
    }

    /// The kind of caller. Interactive requests never wait for background work.
    package enum Lane: Hashable, Sendable {
        case interactive, background
    }

    private struct Flight: Hashable, Sendable {
        let keys: [Key]
        let lane: Lane
    }

    private struct State {
        var kept: BoundedCache<Key, Forecast>
        var counts = Counts()
    }

    private let state: Mutex<State>
    private let computations = SingleFlight<Flight, [Result<Forecast, ForecastError>]>()
    private let maximumBytes: Int

    /// - Parameter maximumBytes: the limit for all sample paths together; 1,000 paths of a coin take 1.5 MB.
    package init(maximumBytes: Int) {
        self.maximumBytes = maximumBytes
        state = Mutex(State(kept: BoundedCache(maximumBytes: maximumBytes)))
    }

    /// The counts for metrics.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Returns how many forecasts with these options fit into three quarters of the cache, which leaves room for other options.
    func room(for options: ForecastOptions, horizon: Int) -> Int {
        maximumBytes / 4 * 3 / Self.bytes(paths: options.paths, days: options.days ?? horizon)
    }

    /// Returns a forecaster that computes only what is not in the cache.
    package func caching(_ forecaster: some CoinForecaster, lane: Lane = .interactive) -> any CoinForecaster {
        CachingForecaster(cache: self, base: forecaster, lane: lane)
    }

    private struct CachingForecaster<Base: CoinForecaster>: CoinForecaster {
        let cache: SamplePathCache
        let base: Base
        let lane: Lane

        var model: Forecaster { base.model }
        var version: String { base.version }
        var revision: UInt64 { base.revision }

        func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) async throws -> [Result<Forecast, ForecastError>] {
            try await cache.forecasts(of: histories, options, lane, base)
        }

        func compute<Output: Sendable>(
            values: Int, _ body: @escaping @Sendable () throws -> Output
        ) async throws -> Output {
            try await base.compute(values: values, body)
        }
    }

    private func forecasts(
        of histories: [PriceHistory], _ options: ForecastOptions, _ lane: Lane, _ base: some CoinForecaster
    ) async throws -> [Result<Forecast, ForecastError>] {
        let keys = histories.map { history in
            Key(
                ticker: history.ticker, inputSHA256: InputHash.of(base.model.inputs(of: history)), modelRevision: base.revision,
                options: options)
        }
        var results: [Result<Forecast, ForecastError>?] = state.withLock { state in
            let known: [Result<Forecast, ForecastError>?] = keys.map { state.kept.value(for: $0).map { .success($0) } }
            let misses = known.count { $0 == nil }
            state.counts.hits += known.count - misses
            state.counts.misses += misses
            return known
        }
        let missing = results.indices.filter { results[$0] == nil }
        if !missing.isEmpty {
            let computed = try await computations.value(Flight(keys: missing.map { keys[$0] }, lane: lane)) { [self] in
                let computed = try await base.forecasts(of: missing.map { histories[$0] }, options)
                for (index, result) in zip(missing, computed) {
                    if case .success(let forecast) = result { keep(forecast, keys[index]) }
                }
                return computed
            }
            for (index, result) in zip(missing, computed) { results[index] = result }
        }
        return results.map { $0! }
    }

    private func keep(_ forecast: Forecast, _ key: Key) {
        let bytes = Self.bytes(paths: forecast.paths?.count ?? 1, days: forecast.horizon)
        state.withLock { $0.kept.insert(forecast, for: key, bytes: bytes) }
    }

    /// Each path is stored twice: in the order of drawing, and sorted by close. A forecast without paths holds its closes.
    private static func bytes(paths: Int, days: Int) -> Int { 8192 + 16 * days * paths }
}
