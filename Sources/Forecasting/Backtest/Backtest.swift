import Digests
import Dispatch
import Market
import Synchronization

/// Forecasts from rolling origins, and scores each forecast against the closes that followed.
///
/// All entrants get contexts of the same length, the same outcomes and, if they draw sample paths, the same number of paths. Their
/// weights use nothing after the cutoff. A calibration may come from other, later days than those it is scored on.
public struct Backtest: Sendable {
    /// Which days are forecast from which cutoffs.
    public struct Plan: Sendable {
        /// The number of daily closes that a forecast may see.
        public var contextLength: Int
        /// The number of days that are forecast and scored.
        public var horizon: Int
        /// The periods of cutoffs, from the first to (at most) the last; ascending and disjoint.
        public var periods: [ClosedRange<Day>]
        /// The number of days between cutoffs.
        public var every: Int
        /// The number of paths, and the seed. Each coin and cutoff derives its own seed from it.
        public var sampling: Sampling
        /// Whether the probabilities that a price is reached on the way are scored as well, see ``TouchLoss``. They need sample paths,
        /// which models without any then draw from past days.
        package var scoresTouch = false

        /// Creates a plan. `periods` must be ascending and disjoint.
        public init(
            contextLength: Int, horizon: Int, periods: [ClosedRange<Day>], every: Int = 15, sampling: Sampling = Sampling()
        ) {
            precondition(contextLength >= 2 && horizon >= 1 && every >= 1, "lengths must be positive")
            precondition(
                zip(periods, periods.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound },
                "periods must be ascending and apart")
            (self.contextLength, self.horizon, self.periods) = (contextLength, horizon, periods)
            (self.every, self.sampling) = (every, sampling)
        }
    }

    /// One coin at one cutoff.
    struct Origin: Sendable {
        let coin: Int
        let ticker: Ticker
        let cutoff: Day
        let history: PriceHistory
        /// The places of the context in the history.
        let contextPlaces: Range<Int>
        /// The closes after the cutoff; as many as the horizon has days.
        let outcomes: ArraySlice<Double>
        /// The context, followed by the days until the next cutoff.
        let scoredDays: ArraySlice<Double>
        let seed: UInt64

        /// The days that the forecast may see. Copied when needed, because a backtest has thousands of origins.
        var context: PriceHistory { history[contextPlaces] }
    }

    private let plan: Plan
    private let entrants: [Entrant]
    private let hasCeiling: Bool
    let origins: [Origin]

    /// Creates a backtest of `entrants` on `histories`.
    ///
    /// - Parameters:
    ///   - histories: one history for each ticker. Cutoffs without a full context before them or a full horizon after them are
    ///     skipped.
    ///   - entrants: at least one. The first is the reference of all ratios: the naive baseline.
    public init(_ plan: Plan, histories: [PriceHistory], entrants: [Entrant]) {
        self.init(plan, histories: histories, entrants: entrants, hasCeiling: false)
    }

    /// Creates a backtest as ``init(_:histories:entrants:)`` does.
    ///
    /// - Parameter hasCeiling: whether the report ends with what daily closes could tell at most. This is not a forecast: it knows
    ///   the closes that it is scored against.
    package init(_ plan: Plan, histories: [PriceHistory], entrants: [Entrant], hasCeiling: Bool) {
        self.plan = plan
        self.entrants = entrants
        self.hasCeiling = hasCeiling
        origins = histories.enumerated().flatMap { coin, history in plan.origins(of: history, coin: coin) }
    }

    /// The number of origins, each forecast by every entrant.
    public var originCount: Int { origins.count }

    /// The number of origins whose forecast days no entrant has seen. Only these count.
    public var unseenCount: Int {
        origins.count { origin in
            !entrants.contains { $0.hasSeen(daysAfter: origin.cutoff, horizon: plan.horizon) }
        }
    }

    /// Makes and scores all forecasts on up to `threads` threads.
    ///
    /// - Parameter progress: receives the number of finished origins. Called from all threads, one call at a time.
    /// - Throws: the error of a model whose forecast is not a price.
    public func run(threads: Int, progress: @Sendable (Int) -> Void = { _ in }) throws(ForecastError) -> BacktestReport {
        try run(threads: threads, isCancelled: { false }, progress: progress)!
    }

    /// Makes and scores all forecasts unless it is cancelled.
    ///
    /// - Parameters:
    ///   - isCancelled: asked on all threads before each forecast.
    ///   - progress: receives the number of finished origins. Called from all threads, one call at a time.
    /// - Returns: nil if it was cancelled.
    /// - Throws: the error of a model whose forecast is not a price.
    public func run(
        threads: Int, isCancelled: @Sendable () -> Bool, progress: @Sendable (Int) -> Void = { _ in }
    ) throws(ForecastError) -> BacktestReport? {
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        let next = Atomic(0)
        let done = Mutex(0)
        let failure = Mutex<ForecastError?>(nil)
        var cases = [[BacktestCase]?](repeating: nil, count: origins.count)
        cases.withUnsafeMutableBufferPointer { cases in
            // Safe: each origin writes only its own element.
            nonisolated(unsafe) let places = cases
            DispatchQueue.concurrentPerform(iterations: min(threads, max(1, origins.count))) { _ in
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < origins.count else { return }
                    do throws(ForecastError) {
                        guard let scored = try scores(at: origins[index], isCancelled) else { return }
                        places[index] = scored
                    } catch {
                        // No thread starts another origin.
                        next.store(origins.count, ordering: .relaxed)
                        return failure.withLock { $0 = error }
                    }
                    done.withLock { done in
                        done += 1
                        progress(done)
                    }
                }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        let scored = cases.compactMap(\.self)
        guard scored.count == cases.count else { return nil }
        return BacktestReport(plan: plan, entrants: entrants.map(\.name), hasCeiling: hasCeiling, cases: scored)
    }

    private func scores(at origin: Origin, _ isCancelled: () -> Bool) throws(ForecastError) -> [BacktestCase]? {
        var cases: [BacktestCase] = []
        for entrant in entrants {
            if isCancelled() { return nil }
            cases.append(try score(entrant, at: origin))
        }
        if hasCeiling { cases.append(ceiling(at: origin)) }
        return cases
    }

    private func score(_ entrant: Entrant, at origin: Origin) throws(ForecastError) -> BacktestCase {
        let version = entrant.version(at: origin.cutoff, horizon: plan.horizon)
        let forecast = try version.forecast(
            after: origin.context, days: plan.horizon, paths: plan.sampling.paths, seed: origin.seed)
        return BacktestCase(
            origin, forecast, paths: plan.scoresTouch ? forecast.paths : nil,
            hasSeen: version.hasSeen(daysAfter: origin.cutoff, horizon: plan.horizon),
            logDensities: version.logDensities(
                ofLast: origin.scoredDays.count - origin.contextPlaces.count, in: origin.scoredDays))
    }

    private func ceiling(at origin: Origin) -> BacktestCase {
        let distribution = VolatilityCeiling.distribution(of: origin.outcomes, after: origin.context)
        // It was not fitted to any days; that it knows the outcomes is what it is for.
        return BacktestCase(origin, MethodForecast(medianOf: distribution), paths: nil, hasSeen: false, logDensities: nil)
    }
}

extension Backtest.Plan {
    fileprivate func origins(of history: PriceHistory, coin: Int) -> [Backtest.Origin] {
        cutoffs.compactMap { cutoff in
            let end = cutoff - history.firstDay + 1
            guard end >= contextLength, end + horizon <= history.count else { return nil }
            return Backtest.Origin(
                coin: coin, ticker: history.ticker, cutoff: cutoff, history: history, contextPlaces: end - contextLength..<end,
                outcomes: history.closes[end..<end + horizon],
                scoredDays: history.closes[end - contextLength..<end + min(every, horizon)],
                seed: seed(history.ticker, cutoff))
        }
    }

    private var cutoffs: [Day] {
        periods.flatMap { period in
            stride(from: 0, through: period.upperBound - period.lowerBound, by: every).map { period.lowerBound + $0 }
        }
    }

    /// A seed for each coin and cutoff: they must not share sampling errors, and the order of coins must not matter.
    private func seed(_ ticker: Ticker, _ cutoff: Day) -> UInt64 {
        FNV1a.hash("\(ticker) \(cutoff)".utf8, basis: FNV1a.offsetBasis ^ sampling.seed)
    }
}
