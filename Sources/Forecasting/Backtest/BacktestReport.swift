import Market

/// The results of a backtest: losses, ratios and coverages by group of steps and by coin.
///
/// A ratio is computed for each coin from sums over origins, then averaged over coins. Its interval comes from a bootstrap over
/// coins and 90-day blocks of origins, because horizons overlap and coins move together. With fewer than three blocks, or fewer
/// than six combinations of coin and block, there is no interval. Origins whose days any entrant was trained or calibrated on
/// are excluded for all entrants.
public struct BacktestReport: Sendable {
    /// The plan of the backtest.
    public let plan: Backtest.Plan
    /// The entrants' names, in the given order. The first is the reference of ratios. The ceiling, if there is one, comes last.
    public let entrants: [String]
    /// The index in ``entrants`` of what daily closes could tell at most; nil if it was not scored. It knows the closes that it is
    /// scored against, so it is not a forecast and must not be compared as one.
    public let ceiling: Int?
    /// All cases, shape `[origins, entrants]`, including those that do not count.
    public let cases: [[BacktestCase]]
    /// The cases that count.
    private let scored: [[BacktestCase]]

    init(plan: Backtest.Plan, entrants: [String], hasCeiling: Bool, cases: [[BacktestCase]]) {
        (self.plan, self.cases) = (plan, cases)
        self.entrants = entrants + (hasCeiling ? [VolatilityCeiling.name] : [])
        ceiling = hasCeiling ? entrants.count : nil
        scored = cases.filter { !$0.contains(where: \.hasSeen) }
    }

    /// The groups of steps; all steps last.
    public var groups: [StepGroup] { StepGroup.all(horizon: plan.horizon) }
    /// The coins that have cases that count, in the given order.
    public var coins: [Ticker] { distinct(scored.map { $0[0].ticker }) }
    /// The cutoffs that have cases that count, ascending.
    public var cutoffs: [Day] { Set(scored.map { $0[0].cutoff }).sorted() }
    /// The number of origins that do not count, because an entrant was trained or calibrated on their days.
    public var seenCount: Int { cases.count - scored.count }
    /// Whether no case counts.
    public var isEmpty: Bool { scored.isEmpty }

    // MARK: Losses

    /// Returns a loss, averaged over coins. See ``Loss`` for its unit.
    ///
    /// - Parameters:
    ///   - entrant, group: indices into ``entrants`` and ``groups``.
    ///   - coin: a single coin; nil for all.
    public func value(_ loss: Loss, entrant: Int, group: Int, coin: Ticker? = nil) -> Double {
        let values = (coin.map { [$0] } ?? coins).map { coin in
            let scores = scored.filter { $0[0].ticker == coin }.map { $0[entrant].groups[group] }
            return scores.reduce(0) { $0 + $1.losses[loss.rawValue] } / scores.reduce(0) { $0 + $1.divisor(loss) }
        }
        return values.reduce(0, +) / Double(values.count)
    }

    /// Returns an entrant's loss divided by another entrant's.
    ///
    /// - Parameters:
    ///   - entrant, other: indices into ``entrants``.
    ///   - group: an index into ``groups``.
    ///   - coin: a single coin; nil for all.
    public func ratio(_ loss: Loss, entrant: Int, to other: Int = 0, group: Int, coin: Ticker? = nil) -> Estimate {
        interval(of: counted(coin)) { cases in
            (cases[entrant].groups[group].losses[loss.rawValue], cases[other].groups[group].losses[loss.rawValue])
        }
    }

    /// Returns the candidate with the lowest CRPS over all steps, as an index into ``entrants``.
    ///
    /// - Parameter candidates: indices into ``entrants``; at least one.
    public func best(of candidates: [Int]) -> Int {
        let group = groups.count - 1
        func crps(_ entrant: Int) -> Double { ratio(.crps, entrant: entrant, group: group).value }
        return candidates.min { crps($0) < crps($1) }!
    }

    /// Returns the share of the ceiling's gain over the naive forecast that an entrant reaches: (1 - ratio) / (1 - ceiling), both
    /// of CRPS to the naive forecast's. The interval is that of the ratio; the ceiling counts as exact.
    ///
    /// - Returns: nil without a ceiling, or if the ceiling is no better than the naive forecast.
    package func shareOfCeiling(entrant: Int, group: Int) -> Estimate? {
        guard let ceiling else { return nil }
        let possible = 1 - ratio(.crps, entrant: ceiling, group: group).value
        guard possible > 0 else { return nil }
        let reached = ratio(.crps, entrant: entrant, group: group)
        return Estimate(
            (1 - reached.value) / possible, low: (1 - reached.high) / possible, high: (1 - reached.low) / possible)
    }

    /// Returns the loss of an entrant's probabilities that a price is reached within the days up to a group's last one, divided by
    /// another entrant's; nil if either has none or they were not scored.
    package func touchRatio(entrant: Int, to other: Int, group: Int) -> Estimate? {
        func losses(_ cases: [BacktestCase]) -> (Double, Double)? {
            guard let loss = cases[entrant].groups[group].touchLoss, let of = cases[other].groups[group].touchLoss else {
                return nil
            }
            return (loss, of)
        }
        guard !isEmpty, scored.allSatisfy({ losses($0) != nil }) else { return nil }
        return interval(of: scored) { losses($0) ?? (0, 0) }
    }

    // MARK: Distributions

    /// Returns the share of closes inside each central band of ``BacktestCase/coverages``, averaged over coins.
    public func coverage(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.inside.map { Double($0) / Double(scores.count) } }
    }

    /// Returns the mean width of each central band of ``BacktestCase/coverages``, divided by the last close.
    public func width(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.widths.map { $0 / Double(scores.count) } }
    }

    /// Returns the share of closes in each tenth of its distribution: 0.1 each if calibrated.
    public func tenths(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.tenths.map { Double($0) / Double(scores.count) } }
    }

    /// Returns the mean log density of a daily return, one day ahead, in nats, averaged over coins; nil for an entrant without
    /// a density.
    public func logScore(entrant: Int, coin: Ticker? = nil) -> Double? {
        let counted = counted(coin)
        guard !counted.isEmpty, !counted.contains(where: { $0[entrant].logScore == nil }) else { return nil }
        return interval(of: counted) { ($0[entrant].logScore!, 1) }.value
    }

    /// Returns the log score of an entrant minus another's, in nats; nil if either has no density.
    public func logScoreDifference(entrant: Int, to other: Int, coin: Ticker? = nil) -> Estimate? {
        let counted = counted(coin)
        guard !counted.contains(where: { $0[entrant].logScore == nil || $0[other].logScore == nil }) else { return nil }
        return interval(of: counted) { cases in (cases[entrant].logScore! - cases[other].logScore!, 1) }
    }

    // MARK: Parts

    private func interval(
        of cases: [[BacktestCase]], _ share: ([BacktestCase]) -> (numerator: Double, denominator: Double)
    ) -> Estimate {
        // Sorted by name, so that the bootstrap draws do not depend on the order of coins.
        let names = coins.map(\.description).sorted()
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let entries = cases.map { cases in
            let (numerator, denominator) = share(cases)
            return BlockBootstrap.Entry(
                coin: places[cases[0].ticker.description]!, day: cases[0].cutoff.daysSince1970, numerator: numerator,
                denominator: denominator)
        }
        // The reference loss is 0: the coins never moved.
        guard let found = BlockBootstrap().interval(of: entries) else { return Estimate(1, low: .nan, high: .nan) }
        // Resamples of few blocks are so similar that their interval would be far too narrow.
        let blocks = BlockBootstrap().blockCount(of: entries)
        let isEnough = blocks >= 3 && blocks * Set(entries.map(\.coin)).count >= 6
        return isEnough ? found : Estimate(found.value, low: .nan, high: .nan)
    }

    private func counted(_ coin: Ticker?) -> [[BacktestCase]] {
        guard let coin else { return scored }
        return scored.filter { $0[0].ticker == coin }
    }

    /// Averages over each coin's origins, then over coins.
    private func mean(
        _ entrant: Int, _ group: Int, _ coin: Ticker?, _ shares: (BacktestCase.Scores) -> [Double]
    ) -> [Double] {
        let coins = coin.map { [$0] } ?? coins
        var sums: [Double] = []
        for coin in coins {
            let cases = counted(coin)
            for values in cases.map({ shares($0[entrant].groups[group]) }) {
                if sums.isEmpty { sums = Array(repeating: 0, count: values.count) }
                for index in values.indices { sums[index] += values[index] / Double(cases.count * coins.count) }
            }
        }
        return sums
    }

    private func distinct(_ tickers: [Ticker]) -> [Ticker] {
        var seen: Set<Ticker> = []
        return tickers.filter { seen.insert($0).inserted }
    }
}
