import Market
import Testing

@Suite struct SeededGeneratorTests {
    @Test(arguments: [0, 1, 42, .max] as [UInt64])
    func theSameSeedGivesTheSameNumbers(seed: UInt64) {
        var (one, other) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
        for _ in 0..<1000 { #expect(one.next() == other.next(), "seed \(seed)") }
    }

    @Test func seedsAndStreamsDiffer() {
        var first: Set<UInt64> = []
        for seed in 0..<100 as Range<UInt64> {
            for stream in 0..<100 as Range<UInt64> {
                var random = SeededGenerator(seed: seed, stream: stream)
                first.insert(random.next())
            }
        }
        #expect(first.count == 10_000)
    }

    @Test func neighbouringStreamsAreNotCorrelated() {
        var (one, other) = (SeededGenerator(seed: 1, stream: 1), SeededGenerator(seed: 1, stream: 2))
        let pairs = (0..<20_000).map { _ in (one.normal(), other.normal()) }
        #expect(abs(correlation(pairs)) < 0.03)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func uniformNumbersHaveTheMomentsOfTheirLaw(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let values = (0..<100_000).map { _ in random.uniform() }
        #expect(values.allSatisfy { $0 > 0 && $0 < 1 }, "seed \(seed)")
        #expect(abs(mean(values) - 0.5) < 0.005, "seed \(seed)")
        #expect(abs(variance(values) - 1.0 / 12) < 0.002, "seed \(seed)")
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func normalNumbersHaveTheMomentsOfTheirLaw(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let values = (0..<100_000).map { _ in random.normal() }
        #expect(abs(mean(values)) < 0.015, "seed \(seed)")
        #expect(abs(variance(values) - 1) < 0.03, "seed \(seed)")
        #expect(abs(kurtosis(values) - 3) < 0.2, "seed \(seed)")
    }

    @Test(arguments: [3, 4, 10])
    func studentNumbersHaveVarianceOneAndFatTails(degrees: Int) {
        var random = SeededGenerator(seed: 7)
        let values = (0..<200_000).map { _ in random.studentT(degrees: degrees) }
        #expect(abs(mean(values)) < 0.02)
        // With 3 degrees the fourth moment is infinite: the sample's variance converges slowly.
        #expect(abs(variance(values) - 1) < (degrees == 3 ? 0.25 : 0.06))
        #expect(kurtosis(values) > 3.5)
    }
}

// MARK: Moments, the slow and obvious way

func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

func variance(_ values: [Double]) -> Double {
    let centre = mean(values)
    return mean(values.map { ($0 - centre) * ($0 - centre) })
}

func kurtosis(_ values: [Double]) -> Double {
    let centre = mean(values)
    let squares = values.map { ($0 - centre) * ($0 - centre) }
    return mean(squares.map { $0 * $0 }) / (mean(squares) * mean(squares))
}

func correlation(_ pairs: [(Double, Double)]) -> Double {
    let (left, right) = (mean(pairs.map(\.0)), mean(pairs.map(\.1)))
    let covariance = mean(pairs.map { ($0.0 - left) * ($0.1 - right) })
    return covariance / (variance(pairs.map(\.0)) * variance(pairs.map(\.1))).squareRoot()
}
