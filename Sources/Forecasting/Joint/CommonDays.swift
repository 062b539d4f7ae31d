import Market

/// The days that all coins of a wallet have in common, and how unusual each day's return was for each coin.
package struct CommonDays: Equatable, Sendable {
    /// The most closes of each coin that are used: the length of a model's context.
    package static let longest = 500
    /// The fewest common daily returns from which a dependence is learned.
    package static let fewest = 60

    /// The day of the first return.
    package let firstDay: Day
    /// Normal scores of the standardised returns, shape `[coins, days]`.
    ///
    /// A day's log-return is divided by the volatility expected for that day, so that wild months do not outweigh calm ones.
    /// Only the ranks of the quotients are kept, so that a coin's wildest day does not hide all others.
    package let scores: [[Double]]

    /// The number of common returns.
    package var count: Int { scores[0].count }
    /// The day of the last common return.
    package var lastDay: Day { firstDay + (count - 1) }

    /// Finds the common days of histories up to a cutoff.
    ///
    /// - Parameters:
    ///   - histories: at least one. Closes after `cutoff` are ignored.
    ///   - cutoff: no history may start after it.
    /// - Throws: ``WalletForecastError/tooFewCommonDays(ticker:days:need:)``.
    package init(_ histories: [PriceHistory], cutoff: Day) throws(WalletForecastError) {
        let cut = histories.map { $0.withoutDetails.through(min($0.lastDay, cutoff)).suffix(Self.longest) }
        let youngest = cut.max { $0.firstDay < $1.firstDay }!
        let firstDay = youngest.firstDay + 1
        let count = cut.map(\.lastDay).min()! - firstDay + 1
        guard count >= Self.fewest else {
            throw .tooFewCommonDays(ticker: youngest.ticker, days: max(0, count), need: Self.fewest)
        }
        self.init(cut, firstDay: firstDay, count: count)
    }

    /// The days of one coin.
    init(of history: PriceHistory) {
        let newest = history.withoutDetails.suffix(Self.longest)
        self.init([newest], firstDay: newest.firstDay + 1, count: newest.count - 1)
    }

    private init(_ histories: [PriceHistory], firstDay: Day, count: Int) {
        self.firstDay = firstDay
        scores = histories.map { history in
            let filter = EWMAFilter(LogReturns(history.closes[...]).values, decay: EWMABaseline.decay)
            return normalScores(filter.residuals[(firstDay - history.firstDay - 1)...].prefix(count))
        }
    }
}

/// Returns the normal quantile of each value's rank. Equal values share the middle of their ranks.
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
