import Market

/// What a backtest found: losses, ratios and coverages by steps and by coin.
///
/// A ratio is, per coin, the ratio of sums over origins, then the mean over coins; its interval comes from a bootstrap over coins
/// and 90-day blocks of origins, since horizons overlap and coins move together; with fewer than three blocks, or six of coins and
/// blocks, there is none. Origins whose days any entrant was trained or
/// calibrated on are left out for all of them.
public struct BacktestReport: Sendable {
    /// What was forecast from where.
    public let plan: Backtest.Plan
    /// Names, in the order given; the first is what ratios are to.
    public let entrants: [String]
    /// All cases, shape `[origins, entrants]`, those that prove nothing included.
    public let cases: [[BacktestCase]]
    /// The cases that count.
    private let scored: [[BacktestCase]]

    init(plan: Backtest.Plan, entrants: [String], cases: [[BacktestCase]]) {
        (self.plan, self.entrants, self.cases) = (plan, entrants, cases)
        scored = cases.filter { !$0.contains(where: \.hasSeen) }
    }

    /// Groups of steps, all steps last.
    public var groups: [StepGroup] { StepGroup.all(horizon: plan.horizon) }
    /// Coins with a case that counts, in the order given.
    public var coins: [Ticker] { distinct(scored.map { $0[0].ticker }) }
    /// Cutoffs with a case that counts, ascending.
    public var cutoffs: [Day] { Set(scored.map { $0[0].cutoff }).sorted() }
    /// Forecasts of days that an entrant was trained or calibrated on, which do not count.
    public var seenCount: Int { cases.count - scored.count }
    /// Whether anything counts.
    public var isEmpty: Bool { scored.isEmpty }

    // MARK: Losses

    /// The mean over coins of a loss; see ``Loss`` for its unit.
    ///
    /// - Parameters:
    ///   - entrant, group: places in ``entrants`` and ``groups``.
    ///   - coin: one coin alone; nil for all.
    public func value(_ loss: Loss, entrant: Int, group: Int, coin: Ticker? = nil) -> Double {
        let values = (coin.map { [$0] } ?? coins).map { coin in
            let scores = scored.filter { $0[0].ticker == coin }.map { $0[entrant].groups[group] }
            return scores.reduce(0) { $0 + $1.losses[loss.rawValue] } / scores.reduce(0) { $0 + $1.divisor(loss) }
        }
        return values.reduce(0, +) / Double(values.count)
    }

    /// A loss over that of another entrant.
    ///
    /// - Parameters:
    ///   - entrant, other: places in ``entrants``.
    ///   - group: a place in ``groups``.
    ///   - coin: one coin alone; nil for all.
    public func ratio(_ loss: Loss, entrant: Int, to other: Int = 0, group: Int, coin: Ticker? = nil) -> Estimate {
        interval(of: counted(coin)) { cases in
            (cases[entrant].groups[group].losses[loss.rawValue], cases[other].groups[group].losses[loss.rawValue])
        }
    }

    /// The baseline with the least CRPS over all steps, beside the first one; its place in ``entrants``.
    ///
    /// - Parameter candidates: places in ``entrants``, at least one.
    public func best(of candidates: [Int]) -> Int {
        let group = groups.count - 1
        func crps(_ entrant: Int) -> Double { ratio(.crps, entrant: entrant, group: group).value }
        return candidates.min { crps($0) < crps($1) }!
    }

    // MARK: Distributions

    /// The share of closes inside each central band of ``BacktestCase/coverages``: the mean over coins.
    public func coverage(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.inside.map { Double($0) / Double(scores.count) } }
    }

    /// The mean width of each central band of ``BacktestCase/coverages``, over the last close.
    public func width(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.widths.map { $0 / Double(scores.count) } }
    }

    /// The share of closes in each tenth of its distribution: 0.1 each for a calibrated one.
    public func tenths(entrant: Int, group: Int, coin: Ticker? = nil) -> [Double] {
        mean(entrant, group, coin) { scores in scores.tenths.map { Double($0) / Double(scores.count) } }
    }

    /// The mean over coins of the log density of a day's return, one day ahead, in nats; nil for an entrant without a density.
    public func logScore(entrant: Int, coin: Ticker? = nil) -> Double? {
        let counted = counted(coin)
        guard !counted.isEmpty, !counted.contains(where: { $0[entrant].logScore == nil }) else { return nil }
        return interval(of: counted) { ($0[entrant].logScore!, 1) }.value
    }

    /// That of an entrant minus that of another, in nats; nil where one of them has none.
    public func logScoreDifference(entrant: Int, to other: Int, coin: Ticker? = nil) -> Estimate? {
        let counted = counted(coin)
        guard !counted.contains(where: { $0[entrant].logScore == nil || $0[other].logScore == nil }) else { return nil }
        return interval(of: counted) { cases in (cases[entrant].logScore! - cases[other].logScore!, 1) }
    }

    // MARK: Parts

    private func interval(
        of cases: [[BacktestCase]], _ share: ([BacktestCase]) -> (numerator: Double, denominator: Double)
    ) -> Estimate {
        // By name, so that the draws do not depend on the order in which the coins were given.
        let names = coins.map(\.description).sorted()
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let entries = cases.map { cases in
            let (numerator, denominator) = share(cases)
            return BlockBootstrap.Entry(
                coin: places[cases[0].ticker.description]!, day: cases[0].cutoff.daysSince1970, numerator: numerator,
                denominator: denominator)
        }
        // Nothing to be better than: a coin that never moved.
        guard let found = BlockBootstrap().interval(of: entries) else { return Estimate(1, low: .nan, high: .nan) }
        // Resamples of a few blocks are so alike that their interval is far too narrow.
        let blocks = BlockBootstrap().blockCount(of: entries)
        let isEnough = blocks >= 3 && blocks * Set(entries.map(\.coin)).count >= 6
        return isEnough ? found : Estimate(found.value, low: .nan, high: .nan)
    }

    private func counted(_ coin: Ticker?) -> [[BacktestCase]] {
        guard let coin else { return scored }
        return scored.filter { $0[0].ticker == coin }
    }

    /// The mean over coins of the mean over their origins.
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
