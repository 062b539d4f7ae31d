import Forecasting
import Market
import MarketData
import Platform
import Synchronization

/// A forecast of a stored asset, as a client asks for it.
package struct ForecastQuery: Hashable, Sendable {
    /// A ticker or an id, as it was written.
    package let asset: String
    /// What is asked for.
    package let request: ForecastRequest

    package init(asset: String, request: ForecastRequest) { (self.asset, self.request) = (asset, request) }
}

/// Answers to forecasts of stored assets, ready to be sent.
///
/// An answer belongs to exact closes, model and settings (``Key``), so it is never wrong. What a request asks for (``ForecastQuery``)
/// is remembered with the answer that it got and the ``Version`` of everything that may change it: at the same version the query is
/// answered without a look at the store.
package final class ForecastCache<Answer: Sendable>: Sendable {
    /// Everything that an answer depends on.
    struct Key: Hashable, Sendable {
        let asset: AssetID
        let ticker: Ticker
        /// Of the closes that the model read, and the day of the last one.
        let inputSHA256: String
        let origin: ClosesOrigin
        let modelRevision: UInt64
        let request: ForecastRequest
    }

    /// What may change which answer a query gets.
    typealias Version = ForecastInputsVersion

    /// How often answers were found in the cache, and what they take.
    package struct Counts: Equatable, Sendable {
        package var hits = 0, misses = 0
        package var answers = 0, bytes = 0
    }

    fileprivate struct State {
        var answers: BoundedCache<Key, Answer>
        var queries: [ForecastQuery: (version: Version, key: Key)] = [:]
        var hits = 0, misses = 0
    }

    /// What an answer takes beside its bytes, roughly.
    private static var overhead: Int { 1024 }
    private static var maximumQueries: Int { 10_000 }

    private let state: Mutex<State>
    private let size: @Sendable (Answer) -> Int
    /// Requests for the same at the same version are one.
    let lookups = SingleFlight<LookUp, Answer>()
    /// Different requests may still mean the same forecast.
    let computations = SingleFlight<Key, Answer>()

    struct LookUp: Hashable, Sendable {
        let query: ForecastQuery
        let version: Version
    }

    /// - Parameters:
    ///   - maximumBytes: what the answers may take together.
    ///   - size: how many bytes an answer takes.
    package init(maximumBytes: Int, size: @escaping @Sendable (Answer) -> Int) {
        state = Mutex(State(answers: BoundedCache(maximumBytes: maximumBytes)))
        self.size = size
    }

    /// For the metrics.
    package var counts: Counts {
        state.withLock { Counts(hits: $0.hits, misses: $0.misses, answers: $0.answers.count, bytes: $0.answers.bytes) }
    }

    /// Returns the answer that a query got, if nothing has changed since.
    func answer(to query: ForecastQuery, at version: Version) -> Answer? {
        state.withLock { state in
            guard let known = state.queries[query], known.version == version, let answer = state.answers.value(for: known.key)
            else { return nil }
            state.hits += 1
            return answer
        }
    }

    /// Returns the answer of a key, which the query gets from now on.
    func answer(of key: Key, to query: ForecastQuery, at version: Version) -> Answer? {
        state.withLock { state in
            guard let answer = state.answers.value(for: key) else { return nil }
            state.hits += 1
            state.remember(query, version, key, limit: Self.maximumQueries)
            return answer
        }
    }

    /// Keeps an answer, which the query gets from now on.
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

/// What may change which answer a query gets.
struct ForecastInputsVersion: Hashable, Sendable {
    let today: Day
    let store: Int
    let model: UInt64
}

extension ForecastCache.State {
    mutating func remember(_ query: ForecastQuery, _ version: ForecastInputsVersion, _ key: ForecastCache.Key, limit: Int) {
        // Queries are cheap to look up again: all of them are forgotten at once.
        if queries.count >= limit, queries[query] == nil { queries.removeAll(keepingCapacity: true) }
        queries[query] = (version, key)
    }
}
