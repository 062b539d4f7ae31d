import Forecasting
import Market
import Testing

private typealias Entry = BlockBootstrap.Entry

/// Coins that share a shock a block and have one of their own, an origin every 15 days.
private func randomEntries(coins: Int, days: Int, seed: UInt64, shared: Double = 0.2) -> [Entry] {
    var random = SeededGenerator(seed: seed)
    let shocks = (0...days / 90).map { _ in shared * random.normal() }
    return (0..<coins).flatMap { coin in
        stride(from: 0, to: days, by: 15).map { day in
            let naive = 1 + random.uniform()
            return Entry(
                coin: coin, day: 19_000 + day, numerator: naive * (1 + shocks[day / 90] + 0.1 * random.normal()), denominator: naive
            )
        }
    }
}

@Suite struct BlockBootstrapTests {
    @Test func theFigureIsTheMeanOverCoinsOfRatiosOfSums() throws {
        let entries = [
            Entry(coin: 7, day: 0, numerator: 1, denominator: 2), Entry(coin: 7, day: 95, numerator: 5, denominator: 4),
            Entry(coin: 3, day: 10, numerator: 3, denominator: 1),
        ]
        // Coin 7: (1 + 5) / (2 + 4); coin 3: 3.
        let estimate = try #require(BlockBootstrap().interval(of: entries))
        #expect(estimate.value == 2)
        // The extremes: coin 7 twice in the first block, coin 3 alone.
        #expect(estimate.low == 0.5 && estimate.high == 3)
    }

    @Test func theNaiveForecastScoresOneAgainstItself() throws {
        let entries = randomEntries(coins: 5, days: 400, seed: 1).map {
            Entry(coin: $0.coin, day: $0.day, numerator: $0.denominator, denominator: $0.denominator)
        }
        #expect(BlockBootstrap().interval(of: entries) == Estimate(1, low: 1, high: 1))
    }

    @Test func aPerfectForecastScoresZero() {
        let entries = (0..<4).map { Entry(coin: $0, day: 40 * $0, numerator: 0, denominator: 3) }
        #expect(BlockBootstrap().interval(of: entries) == Estimate(0, low: 0, high: 0))
    }

    @Test func aMeanIsARatioWithDenominatorsOfOne() throws {
        let entries = [
            Entry(coin: 0, day: 0, numerator: 1, denominator: 1), Entry(coin: 0, day: 1, numerator: 3, denominator: 1),
            Entry(coin: 1, day: 0, numerator: -4, denominator: 1),
        ]
        #expect(try #require(BlockBootstrap().interval(of: entries)).value == -1)
    }

    /// Drawn entry by entry instead of from sums of blocks, with the same random numbers.
    @Test(arguments: 0..<6 as Range<UInt64>) func theDrawsAreTheDefinition(seed: UInt64) throws {
        let entries = randomEntries(coins: 4, days: 500, seed: seed).filter { ($0.day / 15 + $0.coin) % 3 > 0 }
        let firstDay = entries.map(\.day).min()!
        let blocks = Set(entries.map { ($0.day - firstDay) / 90 }).sorted()
        var random = SeededGenerator(seed: 9)
        let figures = (0..<200).map { _ in
            let coins = (0..<4).map { _ in random.index(below: 4) }
            let drawn = blocks.indices.map { _ in blocks[random.index(below: blocks.count)] }
            let ratios = coins.compactMap { coin -> Double? in
                let picked = drawn.flatMap { block in
                    entries.filter { $0.coin == coin && ($0.day - firstDay) / 90 == block }
                }
                guard !picked.isEmpty else { return nil }
                return picked.map(\.numerator).reduce(0, +) / picked.map(\.denominator).reduce(0, +)
            }
            return ratios.reduce(0, +) / Double(ratios.count)
        }.sorted()
        let estimate = try #require(BlockBootstrap(draws: 200, seed: 9).interval(of: entries))
        // numpy's percentile: at (200 - 1) * 0.025 = 4.975 and (200 - 1) * 0.975 = 194.025.
        #expect(abs(estimate.low - (0.025 * figures[4] + 0.975 * figures[5])) < 1e-12, "seed \(seed)")
        #expect(abs(estimate.high - (0.975 * figures[194] + 0.025 * figures[195])) < 1e-12, "seed \(seed)")
    }

    @Test func theSameSeedGivesTheSameIntervalInAnyOrder() {
        let entries = randomEntries(coins: 6, days: 300, seed: 2)
        let estimate = BlockBootstrap(seed: 4).interval(of: entries)
        #expect(estimate == BlockBootstrap(seed: 4).interval(of: entries))
        #expect(estimate != BlockBootstrap(seed: 5).interval(of: entries))
        let reversed = BlockBootstrap(seed: 4).interval(of: entries.reversed())
        #expect(abs((reversed?.low ?? 0) - (estimate?.low ?? 1)) < 1e-12)
    }

    @Test func theFirstDayMayBeAny() {
        let entries = randomEntries(coins: 3, days: 300, seed: 3)
        let moved = entries.map { Entry(coin: $0.coin, day: $0.day - 40_000, numerator: $0.numerator, denominator: $0.denominator) }
        #expect(BlockBootstrap().interval(of: entries) == BlockBootstrap().interval(of: moved))
    }

    /// Coins that move together count as one: twenty of them hardly narrow the interval if they share a block's shock.
    @Test func commonShocksKeepTheIntervalWide() throws {
        let width = { (shared: Double) in
            let estimate = try #require(BlockBootstrap().interval(of: randomEntries(coins: 20, days: 720, seed: 6, shared: shared)))
            #expect(estimate.low < estimate.value && estimate.value < estimate.high)
            return estimate.high - estimate.low
        }
        #expect(try width(0.2) > 4 * width(0))
    }

    @Test func aCoinWithoutOriginsInTheDrawnBlocksIsLeftOut() throws {
        // Coin 1 has origins in one of two blocks only; no draw may be infinite or not a number.
        let entries = [
            Entry(coin: 0, day: 0, numerator: 1, denominator: 1), Entry(coin: 0, day: 100, numerator: 1, denominator: 1),
            Entry(coin: 1, day: 100, numerator: 2, denominator: 1),
        ]
        let estimate = try #require(BlockBootstrap().interval(of: entries))
        #expect(estimate == Estimate(1.5, low: 1, high: 2))
    }

    @Test func nothingHasNoInterval() {
        #expect(BlockBootstrap().interval(of: []) == nil)
        #expect(BlockBootstrap().interval(of: [Entry(coin: 0, day: 0, numerator: 1, denominator: 0)]) == nil)
    }
}
