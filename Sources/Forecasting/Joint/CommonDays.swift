import Market

/// The days that all coins of a wallet have, and how unusual each day's return was for each coin.
package struct CommonDays: Equatable, Sendable {
    /// Closes before the last so many say nothing: a model's context.
    package static let longest = 500
    /// Daily returns that a dependence takes at least.
    package static let fewest = 60

    /// The day of the first return.
    package let firstDay: Day
    /// Normal scores of the days' standardised returns, shape `[coins, days]`.
    ///
    /// A day's log-return is divided by the volatility that was expected for the day, so that a wild month does not count for more
    /// than a calm one; of the quotients only their order is kept, so that one coin's wildest day does not hide all others.
    package let scores: [[Double]]

    /// How many returns.
    package var count: Int { scores[0].count }
    /// The day of the last return.
    package var lastDay: Day { firstDay + (count - 1) }

    /// The days of histories up to a cutoff.
    ///
    /// - Parameters:
    ///   - histories: at least one; closes after `cutoff` are ignored.
    ///   - cutoff: no history begins after it.
    /// - Throws: ``WalletForecastError/tooFewCommonDays(ticker:days:need:)``.
    package init(_ histories: [PriceHistory], cutoff: Day) throws(WalletForecastError) {
        let cut = histories.map { $0.newest(Self.longest, through: cutoff) }
        let youngest = cut.max { $0.firstDay < $1.firstDay }!
        let firstDay = youngest.firstDay + 1
        let count = cut.map(\.lastDay).min()! - firstDay + 1
        guard count >= Self.fewest else {
            throw .tooFewCommonDays(ticker: youngest.ticker, days: max(0, count), need: Self.fewest)
        }
        self.firstDay = firstDay
        scores = cut.map { history in
            let filter = EWMAFilter(LogReturns(history.closes[...]).values, decay: EWMABaseline.decay)
            return normalScores(filter.residuals[(firstDay - history.firstDay - 1)...].prefix(count))
        }
    }
}

extension PriceHistory {
    /// The last `count` closes up to a day that is not before the first one.
    fileprivate func newest(_ count: Int, through cutoff: Day) -> PriceHistory {
        let kept = closes[...(min(lastDay, cutoff) - firstDay)].suffix(count)
        return PriceHistory(ticker: ticker, firstDay: firstDay + kept.startIndex, closes: Array(kept))
    }
}

/// The normal quantile of each value's rank; equal values share the middle of theirs.
private func normalScores(_ values: ArraySlice<Double>) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var scores = [Double](repeating: 0, count: values.count)
    var first = 0
    while first < order.count {
        let value = values[order[first]]
        let end = order[first...].firstIndex { values[$0] != value } ?? order.count
        let score = Normal.quantile(Double(first + end) / Double(2 * order.count))
        for place in first..<end { scores[order[place] - values.startIndex] = score }
        first = end
    }
    return scores
}
