import Forecasting
import PageKit
import ServerWorld
import Testing

/// The table "How figures become sentences" of the design language, row by row.
@Suite struct ForecastVerdictTests {
    /// The loss divided by the last price's, for days 1 to 7, 8 to 30, 31 to 96 and all of them.
    private static func groups(_ ratios: [(Double, low: Double, high: Double)], coverage: [Double] = [0.5, 0.8, 0.95]) -> [Skill
        .Group]
    {
        zip([1...7, 8...30, 31...96, 1...96], ratios).map { steps, ratio in
            Skill.Group(
                steps: steps, ratio: Estimate(ratio.0, low: ratio.low, high: ratio.high),
                coverage: (coverage[0], coverage[1], coverage[2]))
        }
    }

    private static func verdict(_ ratios: (Double, low: Double, high: Double)...) -> ForecastVerdict {
        let groups = groups(ratios)
        return ForecastVerdict(Array(groups.dropLast()), all: groups[3])
    }

    private static let better = (0.97, low: 0.94, high: 0.99)
    private static let muchBetter = (0.90, low: 0.85, high: 0.95)
    private static let even = (0.99, low: 0.96, high: 1.01)
    private static let worse = (1.08, low: 1.02, high: 1.14)

    @Test func betterInTheFirstGroupOnly() {
        #expect(
            Self.verdict(Self.better, Self.even, Self.even, Self.even)
                == .better(on: 1...7, isLittle: true, elsewhere: .noBetter))
        #expect(
            Self.verdict(Self.muchBetter, Self.even, Self.even, Self.even)
                == .better(on: 1...7, isLittle: false, elsewhere: .noBetter))
    }

    @Test func betterForAMonthAndWorseAfterIt() {
        #expect(
            Self.verdict(Self.better, Self.better, Self.worse, Self.even) == .better(on: 1...30, isLittle: true, elsewhere: .worse))
    }

    @Test func betterOnLaterDaysOnly() {
        #expect(
            Self.verdict(Self.even, Self.better, Self.even, Self.even) == .better(on: 8...30, isLittle: true, elsewhere: .noBetter))
    }

    @Test func betterInAllGroups() {
        let all = (0.94, low: 0.9, high: 0.98)
        guard case .betterThroughout(let skill, let days) = Self.verdict(Self.better, Self.better, Self.better, all) else {
            Issue.record("another verdict")
            return
        }
        #expect(abs(skill - 0.06) < 1e-12 && days == 96)
    }

    @Test func intervalsWithTheLastPriceInThem() {
        #expect(Self.verdict(Self.even, Self.even, Self.even, Self.even) == .noBetter)
        // A figure without an interval is not known to be better, however good it looks.
        let unknown = (0.5, low: Double.nan, high: Double.nan)
        #expect(Self.verdict(unknown, unknown, unknown, unknown) == .noBetter)
        // The edge itself counts as inside.
        let edge = (0.97, low: 0.94, high: 1.0)
        #expect(Self.verdict(edge, Self.even, Self.even, Self.even) == .noBetter)
    }

    @Test func worseSomewhereAndBetterNowhere() {
        #expect(Self.verdict(Self.even, Self.even, Self.worse, Self.even) == .worse)
    }

    @Test func neverMeasured() { #expect(ForecastVerdict(nil) == .unmeasured) }

    // MARK: Bands

    private static func bands(_ coverage: Double...) -> CoverageVerdict {
        CoverageVerdict(groups([even, even, even, even], coverage: coverage)[3])
    }

    @Test func bandsThatKeepTheirWord() {
        #expect(Self.bands(0.4837, 0.789, 0.943) == .keepsWord)
        #expect(Self.bands(0.53, 0.77, 0.98) == .keepsWord)
    }

    @Test func theBandThatIsFurthestOffDecides() {
        #expect(Self.bands(0.45, 0.61, 0.9) == .tooNarrow(level: 80, share: 0.61))
        #expect(Self.bands(0.469, 0.8, 0.95) == .tooNarrow(level: 50, share: 0.469))
        #expect(Self.bands(0.62, 0.9, 0.99) == .tooWide(level: 50, share: 0.62))
    }

    // MARK: Rise or fall

    @Test(
        arguments: [
            (0.0, RiseVerdict.clearlyDown), (0.344, .clearlyDown), (0.35, .down), (0.444, .down), (0.45, .even), (0.5, .even),
            (0.55, .even), (0.56, .up), (0.65, .up), (0.66, .clearlyUp), (1, .clearlyUp),
        ])
    func chances(rise: Double, verdict: RiseVerdict) { #expect(RiseVerdict(rise: rise) == verdict, "\(rise)") }

    @Test func chancesAreNeverCertain() throws {
        for (language, words) in try LoadedFiles(try WebFolder(ServerUnderTest.webFolder)).words {
            #expect(words.chance(0).contains("1") && words.chance(0) != words.format.share(0), "\(language)")
            #expect(words.chance(1).contains("99"), "\(language)")
            #expect(words.chance(0.504) == words.format.share(0.5), "\(language)")
        }
    }

    // MARK: Sentences

    @Test func sentencesInEnglish() throws {
        let words = try #require(
            try LoadedFiles(try WebFolder(ServerUnderTest.webFolder)).words.first { $0.key.rawValue == "en" }?.value)
        #expect(
            words.verdict(.better(on: 1...7, isLittle: true, elsewhere: .noBetter))
                == "A little better than the last price for one week. After that, no better.")
        #expect(
            words.verdict(.betterThroughout(skill: 0.061, days: 96)) == "Better than the last price on all 96 days, by 6.1%.")
        #expect(words.verdict(.worse) == "Worse than the last price. Do not rely on it.")
        #expect(
            words.verdict(.better(on: 8...30, isLittle: false, elsewhere: .worse))
                == "Better than the last price from day 8 to day 30. On other days, worse.")
        #expect(
            words.verdict(CoverageVerdict.tooNarrow(level: 80, share: 0.61))
                == "The bands are too narrow: only 61 of 100 closes fell inside the 80% band.")
    }
}

extension Skill.Group {
    /// A group in which only the judged figures matter.
    fileprivate init(steps: ClosedRange<Int>, ratio: Estimate, coverage: (Double, Double, Double)) {
        self.init(
            steps: steps, pointErrorToNaive: ratio, crpsToNaive: ratio, crpsToBestBaseline: ratio, crpsToGARCH: ratio,
            coverage50: coverage.0, coverage80: coverage.1, coverage95: coverage.2)
    }
}
