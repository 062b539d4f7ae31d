import Digests
import Dispatch
import Market
import Synchronization

/// Forecasts from rolling origins, scored by what came after.
///
/// The protocol: contexts of the same length for everyone, the same outcomes for everyone, the same number of sample paths for
/// everyone who draws them, and weights that know nothing after a cutoff. A calibration may be of other, later days than those scored.
public struct Backtest: Sendable {
    /// What is forecast from where.
    public struct Plan: Sendable {
        /// Daily closes that a forecast may see.
        public var contextLength: Int
        /// Days that are forecast and scored.
        public var horizon: Int
        /// From the first cutoff to the last one at most; ascending, and apart.
        public var periods: [ClosedRange<Day>]
        /// Days from one cutoff to the next.
        public var every: Int
        /// Paths and seed; each coin and cutoff has a seed of its own made of it.
        public var sampling: Sampling

        /// A plan of cutoffs.
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

    /// One coin's closes at one cutoff.
    struct Origin: Sendable {
        let coin: Int
        let ticker: Ticker
        let cutoff: Day
        let context: ArraySlice<Double>
        /// As many as the horizon.
        let outcomes: ArraySlice<Double>
        /// The context and the days until the next cutoff.
        let scoredDays: ArraySlice<Double>
        let seed: UInt64
    }

    private let plan: Plan
    private let entrants: [Entrant]
    let origins: [Origin]

    /// A backtest of `entrants` on `histories`.
    ///
    /// - Parameters:
    ///   - histories: of different tickers. Cutoffs without a whole context before or a whole horizon after them are left out.
    ///   - entrants: the first one is what the others' ratios are to: the naive baseline.
    public init(_ plan: Plan, histories: [PriceHistory], entrants: [Entrant]) {
        self.plan = plan
        self.entrants = entrants
        origins = histories.enumerated().flatMap { coin, history in plan.origins(of: history, coin: coin) }
    }

    /// How many origins there are, each to be forecast by every entrant.
    public var originCount: Int { origins.count }

    /// How many of them are of days that no entrant has seen: those that count.
    public var unseenCount: Int {
        origins.count { origin in
            !entrants.contains { $0.hasSeen(daysAfter: origin.cutoff, horizon: plan.horizon) }
        }
    }

    /// Makes and scores all forecasts, on up to `threads` threads.
    ///
    /// - Parameter progress: gets how many origins are done; called by all threads, one at a time.
    public func run(threads: Int, progress: @Sendable (Int) -> Void = { _ in }) -> BacktestReport {
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        let next = Atomic(0)
        let done = Mutex(0)
        var cases = [[BacktestCase]?](repeating: nil, count: origins.count)
        cases.withUnsafeMutableBufferPointer { cases in
            // Each origin writes to a place of its own.
            nonisolated(unsafe) let places = cases
            DispatchQueue.concurrentPerform(iterations: min(threads, max(1, origins.count))) { _ in
                while true {
                    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard index < origins.count else { return }
                    places[index] = entrants.map { score($0, at: origins[index]) }
                    done.withLock { done in
                        done += 1
                        progress(done)
                    }
                }
            }
        }
        return BacktestReport(plan: plan, entrants: entrants.map(\.name), cases: cases.map { $0! })
    }

    private func score(_ entrant: Entrant, at origin: Origin) -> BacktestCase {
        let method = entrant.method(at: origin.cutoff, horizon: plan.horizon)
        let forecast = method.forecast(
            after: origin.context, days: plan.horizon, paths: plan.sampling.paths, seed: origin.seed)
        return BacktestCase(
            origin, forecast, hasSeen: entrant.hasSeen(daysAfter: origin.cutoff, horizon: plan.horizon),
            logDensities: method.logDensities(
                ofLast: origin.scoredDays.count - origin.context.count, in: origin.scoredDays))
    }
}

extension Backtest.Plan {
    fileprivate func origins(of history: PriceHistory, coin: Int) -> [Backtest.Origin] {
        cutoffs.compactMap { cutoff in
            let end = cutoff - history.firstDay + 1
            guard end >= contextLength, end + horizon <= history.count else { return nil }
            return Backtest.Origin(
                coin: coin, ticker: history.ticker, cutoff: cutoff, context: history.closes[end - contextLength..<end],
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

    /// Coins and cutoffs must not share their sampling errors, and the order of the coins must not matter.
    private func seed(_ ticker: Ticker, _ cutoff: Day) -> UInt64 {
        FNV1a.hash("\(ticker) \(cutoff)".utf8, basis: FNV1a.offsetBasis ^ sampling.seed)
    }
}
