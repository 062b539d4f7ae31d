import Ledger
import Market

/// The definition of a paper match: strategies that start with the same simulated cash on the same day, pay the same fee and trade the
/// same coins. Everything that happens in a match follows from its definition, the stored closes and the model.
package struct PaperMatch: Equatable, Sendable {
    /// 1 to ``mostCoins`` coins, each once.
    package let coins: [AssetID]
    /// The first day on which the strategies may trade. If a coin has no close on it, they begin on the next day that all coins
    /// have one.
    package let start: Day
    /// The last day; nil if the match goes on as closes arrive.
    package let end: Day?
    /// The starting cash of each strategy, in US dollars.
    package let cash: FixedDecimal
    /// The fee as a share of what is traded: 0.001 is 0.1 %.
    package let feeRate: FixedDecimal
    /// In the order of `Strategy.allCases`; always includes ``Strategy/hold``, the one that the others are measured against.
    package let strategies: [Strategy]
    /// ``Strategy/followForecast`` holds coins whose chance to rise is above it.
    package let threshold: FixedDecimal
    /// The seed of sample paths and of the bootstrap.
    package let seed: UInt64

    /// Checks a definition. ``Strategy/hold`` is added if it is missing.
    ///
    /// - Throws: ``PaperMatchError``, for the first value that is wrong.
    package init(
        coins: [AssetID], start: Day, end: Day? = nil, cash: FixedDecimal = Self.standardCash,
        feeRate: FixedDecimal = Self.standardFeeRate, strategies: [Strategy] = Strategy.allCases,
        threshold: FixedDecimal = Self.standardThreshold, seed: UInt64 = 1
    ) throws(PaperMatchError) {
        guard (1...Self.mostCoins).contains(coins.count) else { throw .coinCount(coins.count) }
        if let twice = coins.first(where: { coin in coins.count { $0 == coin } > 1 }) { throw .coinTwice(twice) }
        if let cash = coins.first(where: { $0 == .usd }) { throw .noCoin(cash) }
        guard start >= Self.firstDay else { throw .startTooEarly(start) }
        if let end, end <= start { throw .endBeforeStart(start: start, end: end) }
        if let end, end - start > Self.mostDays { throw .tooLong(days: end - start) }
        guard cash >= Self.leastCash, cash <= Self.mostCash else { throw .cashOutOfRange(cash) }
        guard feeRate >= .zero, feeRate <= Self.largestFeeRate else { throw .feeOutOfRange(feeRate) }
        guard !strategies.isEmpty else { throw .noStrategy }
        guard threshold >= .zero, threshold < .one else { throw .thresholdOutOfRange(threshold) }
        guard seed <= Self.largestSeed else { throw .seedTooLarge(seed) }
        (self.coins, self.start, self.end, self.cash, self.feeRate) = (coins, start, end, cash, feeRate)
        (self.threshold, self.seed) = (threshold, seed)
        self.strategies = Set(strategies + [.hold]).sorted()
    }
}

extension PaperMatch {
    /// A chart cannot show more coins clearly, and a page's forecast cannot compute more in time.
    package static let mostCoins = 10
    /// About 20 years.
    package static let mostDays = 7305
    /// 1 US dollar.
    package static let leastCash = FixedDecimal.one
    /// A billion US dollars.
    package static let mostCash = FixedDecimal(1_000_000_000)
    /// 10 %.
    package static let largestFeeRate = FixedDecimal(units: 100_000_000_000_000_000)
    /// 2^53 - 1, the largest number that every JSON reader reads exactly.
    package static let largestSeed: UInt64 = 9_007_199_254_740_991
    /// No coin had a price before.
    package static let firstDay = Day(year: 2009, month: 1, day: 3)!
    /// 10,000 US dollars.
    package static let standardCash = FixedDecimal(10_000)
    /// 0.1 %.
    package static let standardFeeRate = FixedDecimal(units: 1_000_000_000_000_000)
    /// 50 %.
    package static let standardThreshold = FixedDecimal(units: 500_000_000_000_000_000)

    /// The last day that the match can have.
    package var finalDay: Day { end ?? start + Self.mostDays }

    /// The last day whose closes count, of those that have ended.
    ///
    /// - Parameter today: the first day that has not ended.
    package func lastDay(today: Day) -> Day { min(finalDay, today - 1) }

    /// Whether closes that arrive from now on belong to the match.
    package func isRunning(today: Day) -> Bool { finalDay >= today }

    /// Whether the first day of the match has not ended.
    package func isWaiting(today: Day) -> Bool { start >= today }

    /// Whether a result through a day is the final one.
    package func isOver(on day: Day) -> Bool { day >= finalDay }

    /// Whether a forecast is needed.
    package var followsForecast: Bool { strategies.contains(.followForecast) }
}
