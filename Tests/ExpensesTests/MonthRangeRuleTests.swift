import Expenses
import Market
import Testing

@Suite struct MonthRangeRuleTests {
    /// Spending of small amounts nearly every day and a large one now and then, more in some months than in others.
    private static func month(_ days: Int, _ random: inout SeededGenerator) -> [Double] {
        let level = 1 + 0.2 * random.normal()
        return (0..<days).map { _ in
            let daily = max(0, 20 + 15 * random.normal())
            return max(0.2, level) * (random.uniform() < 0.05 ? daily + 200 * random.uniform() : daily)
        }
    }

    private static func day(_ text: String) throws -> Day { try #require(Day(iso: text)) }

    @Test func thereIsNoneBeforeSixMonths() throws {
        var random = SeededGenerator(seed: 1)
        let past = (0..<6).map { _ in Self.month(30, &random) }
        let today = try Self.day("2026-04-10")
        #expect(MonthRange(today: today, spent: 1, due: 0, past: Array(past.dropLast())) == nil)
        #expect(try #require(MonthRange(today: today, spent: 1, due: 0, past: past)).months == 6)
    }

    @Test func equalMonthsLeaveNoDoubt() throws {
        let past = Array(repeating: [Double](repeating: 0.1, count: 30), count: 7)
        let range = try #require(MonthRange(today: Self.day("2026-04-10"), spent: 50, due: 7, past: past))
        #expect(range.low == range.high && abs(range.middle - 59) < 1e-9)
    }

    /// Of a month of 28 days, 14 are left in the middle of one of 30, and 9.03 after the 21st of 31.
    @Test func aMonthOfAnotherLengthCountsByItsShare() throws {
        let past = Array(repeating: (1...28).map(Double.init), count: 6)
        let middle = try #require(MonthRange(today: Self.day("2026-04-15"), spent: 0, due: 0, past: past))
        #expect(abs(middle.middle - Double((15...28).reduce(0, +))) < 1e-9)
        let later = try #require(MonthRange(today: Self.day("2026-05-21"), spent: 0, due: 0, past: past))
        let cut = 21.0 / 31 * 28
        #expect(abs(later.middle - ((19 - cut) * 19 + Double((20...28).reduce(0, +)))) < 1e-9)
    }

    @Test func theLastDayKnowsTheTotal() throws {
        var random = SeededGenerator(seed: 2)
        let past = (0..<9).map { Self.month([31, 28, 30][$0 % 3], &random) }
        for today in ["2026-02-28", "2024-02-29", "2026-12-31"] {
            let range = try #require(MonthRange(today: Self.day(today), spent: 640, due: 0, past: past))
            #expect([range.low, range.middle, range.high] == [640, 640, 640], "\(today)")
        }
    }

    @Test func theRestIsNegativeWithRefundsOnly() throws {
        var past = Array(repeating: [Double](repeating: 0, count: 30), count: 6)
        past[5][20] = 900
        let today = try Self.day("2026-04-10")
        #expect(try #require(MonthRange(today: today, spent: 100, due: 5, past: past)).low == 105)
        past[4][20] = -40
        let range = try #require(MonthRange(today: today, spent: 100, due: 5, past: past))
        #expect((65...105).contains(range.low) && range.high > 105)
    }

    @Test func onlyTheLastTwoYearsCount() throws {
        var random = SeededGenerator(seed: 3)
        let past = (0..<40).map { _ in Self.month(31, &random) }
        let today = try Self.day("2026-05-05")
        let range = MonthRange(today: today, spent: 0, due: 0, past: past)
        #expect(range == MonthRange(today: today, spent: 0, due: 0, past: Array(past.suffix(24))) && range?.months == 24)
    }

    /// All 6^7 samples that the bootstrap can draw.
    @Test func quantilesAreThoseOfAllSamples() throws {
        let rests = [310.0, 120, 415, 230, 205, 890]
        let past = rests.map { rest in (0..<30).map { $0 == 12 ? rest : 0 } }
        let range = try #require(MonthRange(today: Self.day("2026-06-10"), spent: 0, due: 0, past: past))
        func moments(_ values: [Double]) -> (Double, Double) {
            let mean = values.reduce(0, +) / 6
            return (mean, (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 5).squareRoot())
        }
        let (mean, deviation) = moments(rests)
        var (all, below) = (0.0, [0.0, 0, 0])
        for code in 0..<46_656 {
            let picks = [1, 6, 36, 216, 1296, 7776].map { code / $0 % 6 }
            guard Set(picks).count > 1 else { continue }
            let (sampleMean, sampleDeviation) = moments(picks.map { rests[$0] })
            for other in rests {
                let rest = mean + deviation * (other - sampleMean) / sampleDeviation
                all += 1
                for (index, limit) in [range.low, range.middle, range.high].enumerated() where max(0, rest) <= limit {
                    below[index] += 1
                }
            }
        }
        // Three and a half standard errors of 2,000 draws.
        for (share, level) in zip(below.map { $0 / all }, [0.1, 0.5, 0.9]) {
            #expect(abs(share - level) < 3.5 * (level * (1 - level) / 2000).squareRoot(), "\(share) at \(level)")
        }
    }

    @Test(arguments: [(6, 5), (6, 20), (12, 10), (24, 25)])
    func fourOfFiveMonthsAreInside(months: Int, day: Int) throws {
        var (inside, loss) = (0, 0.0)
        let people = 300
        let today = try Self.day("2026-06-01") + day - 1
        for person in 0..<people {
            var random = SeededGenerator(seed: 77, stream: UInt64(person))
            let past = (0..<months).map { Self.month([31, 30, 28][$0 % 3], &random) }
            let month = Self.month(30, &random)
            let spent = month.prefix(day).reduce(0, +)
            let range = try #require(MonthRange(today: today, spent: spent, due: 12, past: past))
            let score = range.score(actual: month.reduce(12, +))
            inside += score.isInside ? 1 : 0
            loss += score.pinballLoss
        }
        let coverage = Double(inside) / Double(people)
        #expect((0.72...0.88).contains(coverage), "\(coverage) with a loss of \(loss)")
    }

    @Test func aScoreIsThePinballLoss() throws {
        var random = SeededGenerator(seed: 4)
        let range = try #require(
            MonthRange(today: Self.day("2026-04-10"), spent: 300, due: 0, past: (0..<8).map { _ in Self.month(30, &random) }))
        for actual in [range.low - 30, range.low, range.middle, range.high, range.high + 10] {
            let losses = zip([0.1, 0.5, 0.9], [range.low, range.middle, range.high]).map { level, quantile in
                actual >= quantile ? level * (actual - quantile) : (1 - level) * (quantile - actual)
            }
            let score = range.score(actual: actual)
            #expect(abs(score.pinballLoss - losses.reduce(0, +) / 3) < 1e-9)
            #expect(score.isInside == (actual >= range.low && actual <= range.high))
        }
    }
}
