import Glibc
import Ledger
import Market
import PaperTrading
import Testing

@Suite struct LuckTests {
    /// Every resample of a short series, with its probability: the first day is any of them, and each further day is either a new
    /// draw or the day after the last one.
    private func distribution(_ series: [Double], meanBlockDays: Double) -> [Int: Double] {
        let count = series.count
        var found: [Int: Double] = [:]
        func extend(_ place: Int, _ sum: Double, _ day: Int, _ probability: Double) {
            guard day < count else { return found[Int(sum.rounded()), default: 0] += probability }
            for next in 0..<count {
                let new = 1 / meanBlockDays / Double(count)
                let chance = next == (place + 1) % count ? new + 1 - 1 / meanBlockDays : new
                extend(next, sum + series[next], day + 1, probability * chance)
            }
        }
        for place in 0..<count { extend(place, series[place], 1, 1 / Double(count)) }
        return found
    }

    /// The bootstrap draws each sum as often as all possible resamples say.
    @Test(arguments: [1.0, 2, 5]) func theResamplesAreThoseOfTheDefinition(meanBlockDays: Double) {
        // Powers of 7, so that every resample has a distinct sum, except for the order of its days.
        let series = [1.0, 7, 49, 343, 2401]
        let expected = distribution(series, meanBlockDays: meanBlockDays)
        #expect(abs(expected.values.reduce(0, +) - 1) < 1e-9)
        let draws = 200_000
        print("bootstrap: seed 11, mean block \(meanBlockDays)")
        let sums = StationaryBootstrap(meanBlockDays: meanBlockDays, draws: draws, seed: 11).sums(of: series)
        var counts: [Int: Int] = [:]
        for sum in sums { counts[Int(sum.rounded()), default: 0] += 1 }
        #expect(Set(counts.keys).isSubset(of: expected.keys))
        for (sum, probability) in expected {
            let spread = (probability * (1 - probability) * Double(draws)).squareRoot()
            let distance = abs(Double(counts[sum] ?? 0) - probability * Double(draws))
            #expect(distance <= 5 * spread + 1, "sum \(sum): \(counts[sum] ?? 0) of \(probability * Double(draws))")
        }
    }

    /// For independent normal numbers with standard deviation s, 90 % of the sums of n lie within 1.645 s √n.
    @Test func normalNumbersHaveTheKnownSpread() {
        print("normal numbers: seed 21")
        var random = SeededGenerator(seed: 21)
        let count = 4000
        let numbers = (0..<count).map { _ in 0.01 * random.normal() }
        let mean = numbers.reduce(0, +) / Double(count)
        let sums = StationaryBootstrap(draws: 4000, seed: 5).sums(of: numbers.map { $0 - mean })
        let expected = 1.645 * 0.01 * Double(count).squareRoot()
        #expect(abs(StationaryBootstrap.percentile(0.95, of: sums) / expected - 1) < 0.15)
        #expect(abs(StationaryBootstrap.percentile(0.05, of: sums) / -expected - 1) < 0.15)
    }

    /// Days that depend on the day before spread wider than independent ones: an autoregression of 0.5 by a factor of about √3.
    @Test func dependentDaysSpreadWider() {
        print("dependent days: seed 22")
        var (random, last) = (SeededGenerator(seed: 22), 0.0)
        let count = 4000
        let numbers = (0..<count).map { _ in
            last = 0.5 * last + 0.01 * (0.75).squareRoot() * random.normal()
            return last
        }
        let mean = numbers.reduce(0, +) / Double(count)
        let sums = StationaryBootstrap(draws: 4000, seed: 5).sums(of: numbers.map { $0 - mean })
        let factor = StationaryBootstrap.percentile(0.95, of: sums) / (1.645 * 0.01 * Double(count).squareRoot())
        #expect((1.4...1.95).contains(factor), "\(factor)")
    }

    private func values(_ returns: [Double]) -> [FixedDecimal] {
        var value = 10_000.0
        return [FixedDecimal(10_000)]
            + returns.map { change in
                value *= exp(change)
                return FixedDecimal(exactly: value)!
            }
    }

    /// With the same luck, a strategy without skill is called lucky about one time in ten, and not much more often.
    @Test func luckIsRarelyTakenForSkill() {
        var verdicts: [PaperLuck.Verdict: Int] = [:]
        print("verdicts: seeds 0 to 199")
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let hold = (0..<400).map { _ in 0.03 * random.normal() }
            let other = hold.map { $0 + 0.01 * random.normal() }
            let luck = PaperLuck(values(other), hold: values(hold), StationaryBootstrap(draws: 500, seed: seed), stream: 1)
            verdicts[luck.verdict, default: 0] += 1
        }
        #expect(verdicts.values.reduce(0, +) == 200 && verdicts[.same] == nil && verdicts[.tooShort] == nil)
        #expect((5...45).contains((verdicts[.beats] ?? 0) + (verdicts[.worse] ?? 0)), "\(verdicts)")
        #expect((verdicts[.beats] ?? 0) > 0 && (verdicts[.worse] ?? 0) > 0, "\(verdicts)")
    }

    @Test func skillIsFound() {
        print("skill: seed 31")
        var random = SeededGenerator(seed: 31)
        let hold = (0..<400).map { _ in 0.03 * random.normal() }
        let better = hold.map { $0 + 0.002 + 0.005 * random.normal() }
        let bootstrap = StationaryBootstrap(seed: 1)
        let luck = PaperLuck(values(better), hold: values(hold), bootstrap, stream: 1)
        #expect(luck.verdict == .beats && luck.lead > luck.range!.upperBound)
        #expect(PaperLuck(values(hold), hold: values(better), bootstrap, stream: 1).verdict == .worse)
        let same = PaperLuck(values(hold), hold: values(hold), bootstrap, stream: 1)
        #expect(same.verdict == .same && same.lead == 0 && same.range == nil)
        let short = PaperLuck(values(Array(better.prefix(59))), hold: values(Array(hold.prefix(59))), bootstrap, stream: 1)
        #expect(short.verdict == .tooShort && short.range == nil)
        let enough = PaperLuck(values(Array(better.prefix(60))), hold: values(Array(hold.prefix(60))), bootstrap, stream: 1)
        #expect(enough.range != nil)
    }

    /// The lead is the ratio of the final values.
    @Test func theLeadIsTheRatioOfTheFinalValues() {
        let luck = PaperLuck(values([0.1, 0.2]), hold: values([0.3, -0.1]), StationaryBootstrap(seed: 1), stream: 1)
        #expect(abs(luck.lead - (exp(0.1) - 1)) < 1e-12)
    }
}
