import Market
import Testing

/// Closes that do not occur in markets, judged by the volatility of the days around them.
@Suite struct OddCloseTests {
    static let first = Day(iso: "2023-01-01")!

    /// A random walk with daily changes of about three percent, and now and then a change of ten.
    static func walk(_ count: Int, seed: UInt64) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var close = 100.0
        return (0..<count).map { _ in
            let size = Int.random(in: 0..<30, using: &random) == 0 ? 0.1 : 0.03
            close *= 1 + Double.random(in: -size...size, using: &random)
            return close
        }
    }

    private func odd(_ closes: [Double]) -> [OddClose] {
        OddClose.all(days: closes.indices.map { Self.first + $0 }, closes: closes)
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func aMarketHasNone(seed: UInt64) {
        #expect(odd(Self.walk(1000, seed: seed)) == [], "seed \(seed)")
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func aRedenominationIsAShift(seed: UInt64) {
        for factor in [0.1, 1.0 / 15, 10, 15, 100] {
            var closes = Self.walk(300, seed: seed)
            for index in 200..<300 { closes[index] *= factor }
            let found = odd(closes)
            #expect(found.map(\.indices) == [200..<201], "seed \(seed), \(factor)")
            #expect(found.allSatisfy { $0.shape == .shift && $0.isCertain }, "seed \(seed), \(factor)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func aFewWrongClosesAreASpike(seed: UInt64) {
        for (days, factor) in [(1, 1.0 / 13), (1, 4e8), (1, 6), (3, 0.1), (7, 13)] as [(Int, Double)] {
            var closes = Self.walk(300, seed: seed)
            for index in 200..<200 + days { closes[index] *= factor }
            let found = odd(closes)
            #expect(found.map(\.indices) == [200..<200 + days], "seed \(seed), \(factor)")
            #expect(found.allSatisfy { $0.shape == .spike && $0.isCertain && $0.before == 199 }, "seed \(seed), \(factor)")
        }
    }

    @Test func aCrashAmidTurbulentDaysIsOnlyWorthANote() {
        var closes = Self.walk(300, seed: 1)
        for index in 200..<300 { closes[index] *= 0.1 * (index % 2 == 0 ? 1.3 : 0.8) }
        let found = odd(closes)
        #expect(found.map(\.indices) == [200..<201])
        #expect(found.first?.isCertain == false && found.first?.shape == .shift)
    }

    @Test func aTurbulentRiseOfAMemeCoinIsAMarket() {
        // Changes like the largest daily rise among sixteen coins in ten years, by a factor of 4.56.
        let changes = [1.15, 0.93, 1.08, 4.56, 1.36, 0.6, 1.33, 0.94, 0.89, 1.19, 1.44, 0.9, 1.33, 0.95, 1.37, 0.9]
        let rise = changes.reduce(into: Self.walk(100, seed: 2)) { $0.append($0[$0.count - 1] * $1) }
        #expect(odd(rise) == [])
    }

    @Test func theLastCloseIsOnlyWorthANoteUnlessNoMarketMovesSoFar() {
        let closes = Self.walk(100, seed: 3)
        let low = odd(closes + [closes[99] / 13])
        #expect(low.map(\.shape) == [.last] && low.first?.isCertain == false)
        #expect(odd(closes + [closes[99] / 30]).first?.isCertain == true)
        #expect(odd(closes + [closes[99] * 1.9]) == [])
    }

    @Test func aChangeOverAGapMayBeLarger() {
        let closes = Self.walk(200, seed: 4)
        let fallen = closes.enumerated().map { $0 < 100 ? $1 : $1 / 4 }
        func found(gap: Int) -> [OddClose] {
            OddClose.all(days: closes.indices.map { Self.first + $0 + ($0 < 100 ? 0 : gap) }, closes: fallen)
        }
        #expect(found(gap: 0).first?.isCertain == true)
        #expect(found(gap: 400) == [])
    }

    @Test func aCoarselyRoundedPriceHasNone() {
        let closes: [Double] = [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 2, 4, 2, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4]
        #expect(odd(closes) == [])
    }

    @Test func constantClosesAndShortSeriesAreNoTrap() {
        #expect(odd([]) == [] && odd([1]) == [] && odd([1, 1]) == [])
        #expect(odd(Array(repeating: 1, count: 50)) == [])
        #expect(odd([1, 1e300]).map(\.shape) == [.last])
        #expect(odd([1e-300, 1e300, 1e-300]).map(\.shape) == [.spike])
        #expect(odd(Array(repeating: 1, count: 50) + Array(repeating: 4, count: 50)).map(\.isCertain) == [true])
    }
}
