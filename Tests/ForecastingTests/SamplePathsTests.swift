import Forecasting
import Foundation
import Market
import Testing

/// Paths whose closes are far apart, close together and often the same.
private func randomPaths(_ seed: UInt64) -> SamplePaths {
    var random = SeededGenerator(seed: seed)
    let (count, horizon) = (1 + random.index(below: 40), 1 + random.index(below: 4))
    let closes = (0..<count * horizon).map { _ in
        random.uniform() < 0.3 ? Double(1 + random.index(below: 3)) : exp(5 * random.normal())
    }
    return SamplePaths(closes: closes, count: count)
}

/// 0.001 to 0.999.
let levels999 = (1...999).map { Double($0) / 1000 }

@Suite struct SamplePathsTests {
    /// Closes of day 1 are 4, 1, 3 and 2, of day 2 ten times as much.
    private static let four = SamplePaths(closes: [4, 40, 1, 10, 3, 30, 2, 20], count: 4)

    @Test func theClosesAreThoseOfThePaths() {
        #expect((Self.four.count, Self.four.horizon) == (4, 2))
        #expect(Self.four.closes == [4, 40, 1, 10, 3, 30, 2, 20])
    }

    @Test(arguments: [
        (0.001, 1), (0.125, 1), (0.25, 1.5), (0.375, 2), (0.5, 2.5), (0.625, 3), (0.85, 3.9), (0.875, 4), (0.999, 4),
    ])
    func pathIOfNIsAtTheLevelIAndAHalfOverN(level: Double, close: Double) {
        #expect(abs(Self.four.quantile(level, step: 1) - close) < 1e-12)
        #expect(abs(Self.four.quantile(level, step: 2) - 10 * close) < 1e-11)
    }

    @Test(arguments: [
        (0.5, 0.125), (1, 0.125), (1.5, 0.25), (2, 0.375), (2.5, 0.5), (3.9, 0.85), (4, 0.875), (1e300, 0.875), (-1, 0.125),
    ])
    func theProbabilityIsTheShareOfPathsAndNever0Or1(price: Double, share: Double) {
        #expect(abs(Self.four.probability(atMost: price, step: 1) - share) < 1e-12)
        #expect(abs(Self.four.probability(atMost: 10 * price, step: 2) - share) < 1e-12)
    }

    @Test func equalClosesShareTheirLevels() {
        let tied = SamplePaths(closes: [5, 1, 1, 1], count: 4)
        #expect(tied.probability(atMost: 1, step: 1) == 0.375)
        #expect(tied.probability(atMost: 0.9, step: 1) == 0.125)
        #expect(tied.quantile(0.6, step: 1) == 1)
        #expect(abs(tied.quantile(0.75, step: 1) - 3) < 1e-12)
        #expect(abs(tied.probability(atMost: 3, step: 1) - 0.75) < 1e-12)
    }

    @Test func onePathIsAllQuantiles() {
        let one = SamplePaths(closes: [7, 8], count: 1)
        for level in levels999 { #expect(one.quantile(level, step: 1) == 7 && one.quantile(level, step: 2) == 8) }
        #expect([6, 7, 9].map { one.probability(atMost: $0, step: 1) } == [0.5, 0.5, 0.5])
        #expect(one.interval(0.8, step: 2) == 8...8)
    }

    /// The definition, without a shortcut: Hazen's quantile of sorted closes.
    @Test(arguments: 0..<40 as Range<UInt64>) func quantilesAreHazens(seed: UInt64) {
        let paths = randomPaths(seed)
        for step in 1...paths.horizon {
            let ascending = paths.closes(step: step).sorted()
            for level in stride(from: 0.01, to: 1, by: 0.013) {
                let place = min(max(level * Double(ascending.count) - 0.5, 0), Double(ascending.count - 1))
                let (low, high) = (ascending[Int(place.rounded(.down))], ascending[Int(place.rounded(.up))])
                let expected = low + (place - place.rounded(.down)) * (high - low)
                #expect(abs(paths.quantile(level, step: step) - expected) <= 1e-12 * expected, "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func quantilesNeverCrossAndStayWithinThePaths(seed: UInt64) {
        let paths = randomPaths(seed)
        for step in 1...paths.horizon {
            let (quantiles, closes) = (levels999.map { paths.quantile($0, step: step) }, paths.closes(step: step))
            #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
            #expect(quantiles.first! >= closes.min()! && quantiles.last! <= closes.max()!, "seed \(seed)")
            for coverage in [0.001, 0.5, 0.8, 0.95, 0.999] {
                #expect(paths.interval(coverage, step: step).contains(paths.median(step: step)), "seed \(seed)")
            }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func theProbabilityInvertsTheQuantile(seed: UInt64) {
        let paths = randomPaths(seed)
        let ends = 0.5 / Double(paths.count)
        for step in 1...paths.horizon {
            let closes = paths.closes(step: step)
            for level in levels999 where level > ends && level < 1 - ends {
                let quantile = paths.quantile(level, step: step)
                let found = paths.probability(atMost: quantile, step: step)
                // Equal closes share one quantile for all their levels, and it has one of these levels.
                let ties = closes.count { abs($0 / quantile - 1) < 1e-12 }
                #expect(abs(found - level) <= 1e-9 + Double(ties) / Double(paths.count) / 2, "seed \(seed), level \(level)")
            }
            for price in closes.flatMap({ [$0, $0 * 0.9, $0 * 1.1] }) {
                let level = paths.probability(atMost: price, step: step)
                #expect(level > 0 && level < 1, "seed \(seed)")
                guard price >= closes.min()!, price <= closes.max()! else { continue }
                #expect(abs(paths.quantile(level, step: step) / price - 1) < 1e-9, "seed \(seed), price \(price)")
            }
        }
    }

    @Test func extremeDoublesAreAccepted() {
        let closes = [Double.leastNonzeroMagnitude, 1e-300, 1, 1e300, .greatestFiniteMagnitude]
        let paths = SamplePaths(closes: closes, count: 5)
        let quantiles = levels999.map { paths.quantile($0, step: 1) }
        #expect(quantiles.allSatisfy { $0 > 0 && $0.isFinite })
        #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(closes.map { paths.probability(atMost: $0, step: 1) } == [0.1, 0.3, 0.5, 0.7, 0.9])
    }

    @Test func aConditionHasTheShareOfPathsThatMeetIt() {
        #expect(Self.four.probability { $0.first! > 1.5 } == 0.75)
        #expect(Self.four.probability { $0.first! + $0.last! == 33 } == 0.25)
        #expect(Self.four.probability { $0.count == 2 } == 1)
        #expect(Self.four.probability { _ in false } == 0)
    }
}
