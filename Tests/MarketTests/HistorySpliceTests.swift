import Market
import Testing

/// New closes compared with stored ones.
@Suite struct HistorySpliceTests {
    private static let first = Day(iso: "2024-01-01")!

    private func candles(_ closes: [Double], from first: Day = first) -> [Candle] {
        closes.enumerated().map { Candle(day: first + $0, close: $1) }
    }

    /// A random walk with daily changes of about three percent.
    private func walk(_ count: Int, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var close = 100.0
        return (0..<count).map { _ in
            close *= 1 + Double.random(in: -0.05...0.05, using: &random)
            return close
        }
    }

    @Test(arguments: 0..<16 as Range<UInt64>) func aFileThatIsADayOffIsFound(seed: UInt64) {
        let closes = walk(60, seed: seed)
        for days in [1, -1] {
            let splice = HistorySplice(candles(closes, from: Self.first - days), onto: candles(Array(closes.dropLast(5))))
            #expect(splice.disagreement?.guess == .moved(days: days), "seed \(seed)")
        }
    }

    @Test(arguments: 0..<16 as Range<UInt64>) func anotherCoinIsFoundByItsCloses(seed: UInt64) throws {
        let (mine, other) = (walk(60, seed: seed), walk(60, seed: seed + 1000).map { $0 * 3 })
        let splice = HistorySplice(candles(other), onto: candles(Array(mine.dropLast(5))))
        let found = try #require(splice.disagreement, "seed \(seed)")
        #expect(found.of == 55 && found.guess == .unknown, "seed \(seed)")
        #expect(splice.distance(to: candles(other), beside: found) == 0, "seed \(seed)")
        #expect(splice.distance(to: candles(walk(60, seed: seed + 2000)), beside: found) == nil, "seed \(seed)")
    }

    @Test func anotherCurrencyIsFoundByItsFactor() throws {
        let closes = walk(60, seed: 7)
        let euros = closes.enumerated().map { $1 * (0.92 + 0.0001 * Double($0 % 7)) }
        guard case .factor(let factor)? = HistorySplice(candles(euros), onto: candles(closes)).disagreement?.guess else {
            Issue.record("not found")
            return
        }
        #expect(abs(factor - 0.92) < 0.01)
    }

    @Test(arguments: 0..<16 as Range<UInt64>) func anotherExchangeAgrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let closes = walk(60, seed: seed)
        let other = closes.map { $0 * (1 + Double.random(in: -0.003...0.003, using: &random)) }
        #expect(HistorySplice(candles(other), onto: candles(closes)).disagreement == nil, "seed \(seed)")
    }

    @Test func aPeggedCoinIsNeverADayOff() {
        var random = SeededGenerator(seed: 3)
        let closes = (0..<60).map { _ in 1 + Double.random(in: -0.001...0.001, using: &random) }
        #expect(HistorySplice(candles(closes, from: Self.first + 1), onto: candles(closes)).disagreement == nil)
    }

    @Test func aCorrectionOfADayAgrees() {
        #expect(HistorySplice(candles([110]), onto: candles([100, 101])).disagreement == nil)
        #expect(HistorySplice(candles([2800]), onto: candles([172])).disagreement != nil)
        var closes = walk(60, seed: 1)
        let stored = candles(closes)
        for index in 0..<10 { closes[index * 6] *= 1.1 }
        #expect(HistorySplice(candles(closes), onto: stored).disagreement == nil)
    }

    @Test func anAppendedCloseThatJumpsIsFound() {
        let stored = candles([170, 172.71])
        let jump = HistorySplice(candles([0.01], from: Self.first + 2), onto: stored).firstJump
        #expect(jump?.from == 172.71 && jump?.to == 0.01 && jump?.toDay == Self.first + 2)
        for days in [5, 60, 2000] {
            let late = candles([0.01], from: Self.first + days)
            #expect(HistorySplice(late, onto: stored).firstJump != nil, "over a gap of \(days) days")
        }
        #expect(HistorySplice(candles([160, 0.01], from: Self.first + 2), onto: stored).firstJump != nil, "on the second day")
        #expect(HistorySplice(candles([5000], from: Self.first - 1), onto: stored).firstJump != nil, "before the first")
        #expect(HistorySplice(candles([172.71 * 19.9], from: Self.first + 2), onto: stored).firstJump == nil)
        #expect(HistorySplice(candles([1, 5000]), onto: []).firstJump == nil, "a whole history may have jumps")
    }

    @Test(arguments: 0..<8 as Range<UInt64>) func aFileInAnotherUnitAfterTheStoredClosesIsFound(seed: UInt64) {
        let closes = walk(90, seed: seed)
        let stored = candles(Array(closes.prefix(60)))
        for (count, factor) in [(30, 15.0), (30, 4), (3, 15), (1, 15)] {
            let lower = closes[60..<60 + count].map { $0 / factor }
            #expect(
                HistorySplice(candles(lower, from: Self.first + 60), onto: stored).firstJump?.toDay == Self.first + 60,
                "seed \(seed), \(count) days at 1 / \(factor)")
        }
        #expect(HistorySplice(candles(Array(closes.dropFirst(60)), from: Self.first + 60), onto: stored).firstJump == nil)
        #expect(
            HistorySplice(candles(closes.dropFirst(60).map { $0 / 6 }, from: Self.first + 700), onto: stored).firstJump == nil,
            "a market may fall to a sixth in two years")
    }

    @Test func twoCommonDaysThatAreOffAlikeAreAnotherCurrency() {
        let closes = walk(12, seed: 5)
        func guess(_ factors: [Double]) -> HistorySplice.Guess? {
            HistorySplice(candles(zip(closes.suffix(2), factors).map { $0 * $1 }, from: Self.first + 10), onto: candles(closes))
                .disagreement?.guess
        }
        guard case .factor(let factor)? = guess([0.92, 0.921]) else {
            Issue.record("not found")
            return
        }
        #expect(abs(factor - 0.92) < 0.002)
        #expect(guess([0.92, 0.97]) == nil, "corrections of two days")
        #expect(guess([1.005, 1.005]) == nil, "another exchange")
    }

    @Test func gapsLieBetweenStoredAndNewDays() {
        let stored = candles([1, 2, 3], from: Self.first + 10)
        func gaps(_ days: [Int]) -> [ClosedRange<Day>] {
            HistorySplice(days.map { Candle(day: Self.first + $0, close: 2) }, onto: stored).gaps
        }
        #expect(gaps([13, 14]) == [] && gaps([9]) == [] && gaps([11]) == [])
        #expect(gaps([5, 7, 20]) == [Self.first + 8...Self.first + 9, Self.first + 13...Self.first + 19])
        #expect(HistorySplice(candles([1]), onto: []).gaps == [])
    }
}
