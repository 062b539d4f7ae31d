import Documents
import Market
import NIOCore
import Synchronization

/// Answers of forecasts of stored assets, ready to be sent.
///
/// An answer belongs to exact closes, model and settings (``Key``), so it is never wrong. What a request asks for (``ForecastQuery``)
/// is remembered with the answer that it got and the moment of which that held: at the same moment it is answered without a look at
/// the store.
package final class ForecastCache: Sendable {
    /// All that an answer depends on.
    struct Key: Hashable, Sendable {
        let asset: AssetID
        let ticker: Ticker
        /// Of the closes that the model read, and the day of the last one.
        let inputSHA256: String
        let origin: ClosesOrigin
        let modelRevision: UInt64
        let settings: ForecastSettings
    }

    /// What may change which answer a query gets.
    struct Moment: Hashable, Sendable {
        let today: Day
        let storeVersion: Int
        let modelRevision: UInt64
    }

    /// An answer's bytes and entity tag.
    struct Answer: Sendable {
        let body: ByteBuffer
        let tag: String
    }

    /// How often answers were there already.
    package struct Counts: Equatable, Sendable {
        package var hits = 0, misses = 0
        package var answers = 0, bytes = 0
    }

    fileprivate struct Kept {
        let answer: Answer
        var lastUse: UInt64
    }

    fileprivate struct State {
        var answers: [Key: Kept] = [:]
        var queries: [ForecastQuery: (moment: Moment, key: Key)] = [:]
        var uses: UInt64 = 0
        var counts = Counts()
    }

    /// The memory of an answer beside its bytes, roughly.
    private static let overhead = 1024
    private static let maximumQueries = 10_000

    private let state = Mutex(State())
    private let maximumBytes: Int
    /// Requests for the same at the same moment are one.
    let lookups = SingleFlight<LookUp, Answer>()
    /// Different requests may still mean the same forecast.
    let computations = SingleFlight<Key, Answer>()

    struct LookUp: Hashable, Sendable {
        let query: ForecastQuery
        let moment: Moment
    }

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// For the metrics.
    package var counts: Counts { state.withLock { $0.counts } }

    /// The answer that a query got, where nothing has changed since.
    func answer(to query: ForecastQuery, at moment: Moment) -> Answer? {
        state.withLock { state in
            guard let known = state.queries[query], known.moment == moment, let answer = state.use(known.key) else { return nil }
            state.counts.hits += 1
            return answer
        }
    }

    /// The answer of a key, which the query gets from now on.
    func answer(of key: Key, to query: ForecastQuery, at moment: Moment) -> Answer? {
        state.withLock { state in
            guard let answer = state.use(key) else { return nil }
            state.counts.hits += 1
            state.remember(query, moment, key, limit: Self.maximumQueries)
            return answer
        }
    }

    /// Keeps an answer, which the query gets from now on.
    func keep(_ answer: Answer, of key: Key, to query: ForecastQuery, at moment: Moment) {
        let bytes = answer.body.readableBytes + Self.overhead
        guard bytes <= maximumBytes else { return }
        state.withLock { state in
            state.uses += 1
            if state.answers.updateValue(Kept(answer: answer, lastUse: state.uses), forKey: key) == nil {
                state.counts.answers += 1
                state.counts.bytes += bytes
            }
            state.remember(query, moment, key, limit: Self.maximumQueries)
            if state.counts.bytes > maximumBytes { state.forget(downTo: maximumBytes / 4 * 3, overhead: Self.overhead) }
        }
    }

    /// Takes note of a forecast that had to be computed.
    func noteMiss() { state.withLock { $0.counts.misses += 1 } }
}

extension ForecastCache.State {
    mutating func use(_ key: ForecastCache.Key) -> ForecastCache.Answer? {
        uses += 1
        answers[key]?.lastUse = uses
        return answers[key]?.answer
    }

    mutating func remember(_ query: ForecastQuery, _ moment: ForecastCache.Moment, _ key: ForecastCache.Key, limit: Int) {
        // Queries are cheap to look up anew: what they mean is forgotten all at once.
        if queries.count >= limit, queries[query] == nil { queries.removeAll(keepingCapacity: true) }
        queries[query] = (moment, key)
    }

    /// Drops what was not used for longest.
    mutating func forget(downTo bytes: Int, overhead: Int) {
        for (key, kept) in answers.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard counts.bytes > bytes else { return }
            answers[key] = nil
            counts.answers -= 1
            counts.bytes -= kept.answer.body.readableBytes + overhead
        }
    }
}
