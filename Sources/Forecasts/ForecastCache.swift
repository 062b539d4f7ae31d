import Forecasting
import Market
import MarketData
import Platform
import Synchronization

/// A client's request for the forecast of a stored asset.
package struct ForecastQuery: Hashable, Sendable {
    /// The ticker or id, as the client wrote it.
    package let asset: String
    /// The requested forecast.
    package let request: ForecastRequest

    package init(asset: String, request: ForecastRequest) { (self.asset, self.request) = (asset, request) }
}

/// Encoded answers to forecasts of stored assets.
///
/// An answer belongs to exact closes, a model and settings (``Key``), so it never becomes wrong. Each query (``ForecastQuery``) is
/// remembered with its answer and the ``Version`` of everything that may change the answer: while the version is the same, the
/// query is answered without reading the store.
package final class ForecastCache<Answer: Sendable>: Sendable {
    /// Everything that an answer depends on.
    struct Key: Hashable, Sendable {
        let asset: AssetID
        let ticker: Ticker
        /// The hash of the closes that the model read and of the day of the last one.
        let inputSHA256: String
        let origin: ClosesOrigin
        let modelRevision: UInt64
        let request: ForecastRequest
    }

    /// The version of everything that may change a query's answer.
    typealias Version = ForecastInputsVersion

    /// How often answers were found in the cache, and how much memory they take.
    package struct Counts: Equatable, Sendable {
        package var hits = 0, misses = 0
        package var answers = 0, bytes = 0
    }

    fileprivate struct State {
        var answers: BoundedCache<Key, Answer>
        var queries: [ForecastQuery: (version: Version, key: Key)] = [:]
        var hits = 0, misses = 0
    }

    /// The approximate memory of an answer besides its bytes.
    private static var overhead: Int { 1024 }
    private static var maximumQueries: Int { 10_000 }

    private let state: Mutex<State>
    private let size: @Sendable (Answer) -> Int
    /// Concurrent requests for the same query at the same version share one lookup.
    let lookups = SingleFlight<LookUp, Answer>()
    /// Different queries may still need the same forecast.
    let computations = SingleFlight<Key, Answer>()

    struct LookUp: Hashable, Sendable {
        let query: ForecastQuery
        let version: Version
    }

    /// - Parameters:
    ///   - maximumBytes: the limit for all answers together.
    ///   - size: returns the size of an answer in bytes.
    package init(maximumBytes: Int, size: @escaping @Sendable (Answer) -> Int) {
        state = Mutex(State(answers: BoundedCache(maximumBytes: maximumBytes)))
        self.size = size
    }

    /// The counts for metrics.
    package var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, answers: $0.answers.count, bytes: $0.answers.bytes) }
    }

    /// Returns the last answer to a query, if nothing has changed since.
    func answer(to query: ForecastQuery, at version: Version) -> Answer? {
        state.withLock { state in
            guard let known = state.queries[query], known.version == version, let answer = state.answers.value(for: known.key)
            else { return nil }
            state.hits += 1
            return answer
        }
    }

    /// Returns the answer of a key, if cached, and remembers it for the query.
    func answer(of key: Key, to query: ForecastQuery, at version: Version) -> Answer? {
        state.withLock { state in
            guard let answer = state.answers.value(for: key) else { return nil }
            state.hits += 1
            state.remember(query, version, key, limit: Self.maximumQueries)
            return answer
        }
    }

    /// Stores an answer and remembers it for the query.
    func keep(_ answer: Answer, of key: Key, to query: ForecastQuery, at version: Version) {
        let bytes = size(answer) + Self.overhead
        state.withLock { state in
            state.answers.insert(answer, for: key, bytes: bytes)
            state.remember(query, version, key, limit: Self.maximumQueries)
        }
    }

    /// Counts a forecast that had to be computed.
    func noteMiss() { state.withLock { $0.misses += 1 } }
}

/// The version of everything that may change a query's answer.
struct ForecastInputsVersion: Hashable, Sendable {
    let today: Day
    let store: Int
    let model: UInt64
}

extension ForecastCache.State {
    mutating func remember(_ query: ForecastQuery, _ version: ForecastInputsVersion, _ key: ForecastCache.Key, limit: Int) {
        // Looking a query up again is cheap, so all of them are forgotten at once.
        if queries.count >= limit, queries[query] == nil { queries.removeAll(keepingCapacity: true) }
        queries[query] = (version, key)
    }
}
