import Market

extension Lineup {
    /// The last day that any entrant was fitted to; nil if none was fitted.
    package var lastFittedDay: Day? { entrants.compactMap(\.lastFittedDay).max() }

    /// Returns why a history cannot be measured; nil if it can.
    package func obstacle(to history: PriceHistory) -> BacktestObstacle? {
        guard history.count >= contextLength + horizon else { return .tooShort(have: history.count, need: contextLength + horizon) }
        let wild = history.closes.first { !BacktestObstacle.scorableCloses.contains($0) }
        return wild.map { .unscorable(close: $0) }
    }
}

/// Why a history cannot be measured.
package enum BacktestObstacle: Error, Equatable, Sendable {
    /// Fewer closes in a row than a forecast reads and scores together.
    case tooShort(have: Int, need: Int)
    /// A close so large or small that scores overflow.
    case unscorable(close: Double)

    /// Closes whose squares and ratios are finite.
    package static let scorableCloses = 1e-200...1e200
}

extension Backtest.Plan {
    /// Plans all cutoffs that histories allow.
    ///
    /// - Parameters:
    ///   - histories: at least one.
    ///   - since: the first cutoff; nil for the first whose days no entrant was fitted to.
    ///   - until: the last cutoff at most; nil for the last with a full horizon of closes after it.
    package init(
        _ lineup: Lineup, _ histories: [PriceHistory], since: Day? = nil, until: Day? = nil, every: Int = 15,
        sampling: Sampling = Sampling()
    ) {
        let firstPossible = histories.map { $0.firstDay + lineup.contextLength - 1 }.min()!
        let lastPossible = histories.map { $0.lastDay - lineup.horizon }.max()!
        let first = since ?? lineup.lastFittedDay.map { max($0 + 1, firstPossible) } ?? firstPossible
        let last = min(until ?? lastPossible, lastPossible)
        self.init(
            contextLength: lineup.contextLength, horizon: lineup.horizon, periods: first <= last ? [first...last] : [],
            every: every,
            sampling: sampling)
    }
}
