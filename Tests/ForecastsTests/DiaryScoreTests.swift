import Forecasts
import Foundation
import Market
import Portfolio
import PortfolioWorld
import Testing

/// An entry's score compared with a slow and obvious one.
@Suite struct DiaryScoreTests {
    private static let levels = [
        0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.975,
    ]

    /// Returns an entry with random numbers, by default issued on the morning after its cutoff.
    static func entry(
        _ seed: UInt64 = 1, cutoff: Day = day0, days: Int = 10, hasQuantiles: Bool = true, issuedAt: Int? = nil,
        model: Character = "a", point: Float? = nil
    ) -> DiaryEntry {
        var random = SeededGenerator(seed: seed)
        func rows() -> [Float] {
            (0..<days).flatMap { _ in (0..<21).map { _ in Float.random(in: -1...1, using: &random) }.sorted() }
        }
        return DiaryEntry(
            asset: bitcoin, cutoff: cutoff, issuedAt: issuedAt ?? moment(cutoff + 1, 8),
            model: .init(name: "m", sha256: String(repeating: model, count: 64)),
            inputSHA256: String(repeating: "b", count: 64), settings: .init(days: days, paths: 10, seed: seed), lastClose: 200,
            numbers: DiaryNumbers(
                points: (0..<days).map { _ in point ?? Float.random(in: -1...1, using: &random) },
                quantiles: hasQuantiles ? rows() : [], naiveQuantiles: rows())!)
    }

    private static func closes(_ seed: UInt64, of entry: DiaryEntry, share: Double = 1) -> [Day: Double] {
        var random = SeededGenerator(seed: seed)
        var closes: [Day: Double] = [:]
        for step in 1...entry.settings.days where Double.random(in: 0..<1, using: &random) < share {
            closes[entry.cutoff + step] = 200 * exp(Double.random(in: -1.2...1.2, using: &random))
        }
        return closes
    }

    @Test func theLevelsAreTheGrid() { #expect(DiaryNumbers.levels == Self.levels) }

    @Test(arguments: 0..<60) func aScoreIsTheSlowOne(seed: UInt64) throws {
        let entry = Self.entry(seed, hasQuantiles: seed % 5 != 0)
        let closes = Self.closes(seed &+ 99, of: entry, share: seed % 3 == 0 ? 1 : 0.6)
        let today = entry.cutoff + Int(seed % 14)
        let score = DiaryScore(entry, closes: closes, today: today)
        let ended = (1...10).filter { entry.cutoff + $0 < today }
        let pairs = ended.compactMap { step in closes[entry.cutoff + step].map { (step: step, close: $0) } }
        #expect((score.days, score.daysEnded, score.daysScored) == (10, ended.count, pairs.count), "seed \(seed)")
        #expect(score.daysMissing == ended.count - pairs.count)
        #expect(score.scoredDays == pairs.map { entry.cutoff + $0.step })
        #expect(score.progress == (pairs.isEmpty ? .waiting : pairs.count == 10 ? .complete : .partial))
        guard !pairs.isEmpty else {
            #expect(score.means == nil)
            return
        }
        let means = try #require(score.means)
        let (count, total) = (Double(pairs.count), pairs.map(\.close).reduce(0, +))
        func isClose(_ one: Double?, _ other: Double) -> Bool { one.map { abs($0 - other) <= 1e-12 * max(1, abs(other)) } ?? false }
        #expect(isClose(means.pointError, pairs.map { abs(entry.point(step: $0.step) - $0.close) }.reduce(0, +) / count))
        #expect(isClose(means.naivePointError, pairs.map { abs(200 - $0.close) }.reduce(0, +) / count))
        func loss(_ quantiles: (Int) -> [Double]) -> Double {
            let sums = Self.levels.indices.map { index in
                pairs.map { step, close -> Double in
                    let (quantile, level) = (quantiles(step)[index], Self.levels[index])
                    return close >= quantile ? level * (close - quantile) : (1 - level) * (quantile - close)
                }.reduce(0, +)
            }
            return sums.map { 2 * $0 / total }.reduce(0, +) / 21
        }
        #expect(isClose(means.naiveQuantileLoss, loss { entry.naiveQuantiles(step: $0) }))
        guard entry.numbers.hasQuantiles else {
            #expect(means.quantileLoss == nil && means.quantileSkill == nil && means.coverage50 == nil)
            return
        }
        #expect(isClose(means.quantileLoss, loss { entry.quantiles(step: $0)! }))
        #expect(isClose(means.quantileSkill, 1 - means.quantileLoss! / means.naiveQuantileLoss))
        for (share, low, high) in [(means.coverage50, 0.25, 0.75), (means.coverage80, 0.1, 0.9), (means.coverage95, 0.025, 0.975)] {
            let held = pairs.count { step, close in
                let quantiles = entry.quantiles(step: step)!
                return quantiles[Self.levels.firstIndex(of: low)!] <= close && close <= quantiles[Self.levels.firstIndex(of: high)!]
            }
            #expect(isClose(share, Double(held) / count), "\(low)")
        }
    }

    /// For a constant price the naive error is zero, so the skill is undefined: neither infinite nor 0.
    @Test func anExactNaiveForecastLeavesNoSkill() throws {
        let entry = Self.entry(days: 2)
        let closes = [entry.cutoff + 1: 200.0, entry.cutoff + 2: 200.0]
        let means = try #require(DiaryScore(entry, closes: closes, today: entry.cutoff + 9).means)
        #expect(means.naivePointError == 0 && means.pointSkill == nil && means.quantileSkill != nil)
    }

    @Test func aDayThatHadEndedWhenTheForecastWasIssuedIsNotScored() {
        let rows: [(issuedAt: Int, firstStep: Int, isLate: Bool)] = [
            (moment(day0), 1, false),  // issued before the cutoff's own end, because the clock was wrong
            (moment(day0 + 1), 1, false), (moment(day0 + 2) - 1, 1, false), (moment(day0 + 2), 2, false),
            (moment(day0 + 3) - 1, 2, false), (moment(day0 + 3), 3, false), (moment(day0 + 3) + 1, 1, true),
            (moment(day0 + 30), 1, true),
        ]
        for row in rows {
            let entry = Self.entry(issuedAt: row.issuedAt)
            #expect((entry.firstStep, entry.isLate) == (row.firstStep, row.isLate), "\(row)")
            let score = DiaryScore(entry, closes: Self.closes(3, of: entry), today: day0 + 99)
            #expect(score.scoredDays.first == day0 + row.firstStep && score.days == 11 - row.firstStep)
            #expect(score.progress == .complete)
        }
        // A forecast of one day that was over before it was issued.
        let short = Self.entry(days: 1, issuedAt: moment(day0 + 2))
        let score = DiaryScore(short, closes: [day0 + 1: 7], today: day0 + 99)
        #expect((score.days, score.daysEnded, score.daysScored) == (0, 0, 0) && score.means == nil)
    }

    // MARK: The stored form

    @Test(arguments: 0..<20) func theNumbersSurviveTheirBytes(seed: UInt64) throws {
        let numbers = Self.entry(seed, days: Int(seed) + 1, hasQuantiles: seed % 2 == 0).numbers
        let bytes = numbers.bytes
        #expect(bytes.count == 4 * numbers.days * (numbers.hasQuantiles ? 43 : 22))
        #expect(DiaryNumbers(bytes: bytes, days: numbers.days, hasQuantiles: numbers.hasQuantiles) == numbers)
        #expect(DiaryNumbers(bytes: bytes, days: numbers.days + 1, hasQuantiles: numbers.hasQuantiles) == nil)
        #expect(DiaryNumbers(bytes: bytes, days: numbers.days, hasQuantiles: !numbers.hasQuantiles) == nil)
        #expect(DiaryNumbers(bytes: bytes.dropLast(), days: numbers.days, hasQuantiles: numbers.hasQuantiles) == nil)
        // Little-endian, the first point first.
        let word = bytes[..<4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        #expect(Float(bitPattern: word) == numbers.points[0])
    }

    @Test func numbersThatNoForecastHasAreRefused() {
        let good = Self.entry(days: 1, hasQuantiles: false).numbers
        func numbers(_ points: [Float], _ naive: [Float]) -> DiaryNumbers? {
            DiaryNumbers(points: points, quantiles: [], naiveQuantiles: naive)
        }
        #expect(numbers(good.points, good.naiveQuantiles) == good)
        #expect(numbers([], []) == nil)
        #expect(numbers([.nan], good.naiveQuantiles) == nil)
        #expect(numbers(good.points, good.naiveQuantiles.reversed()) == nil)
        #expect(numbers(good.points, good.naiveQuantiles.dropLast() + [.infinity]) == nil)
        #expect(DiaryNumbers(bytes: [], days: 0, hasQuantiles: true) == nil)
        #expect(DiaryNumbers(bytes: [], days: -1, hasQuantiles: true) == nil)
        #expect(DiaryNumbers(bytes: [], days: .max, hasQuantiles: true) == nil)
    }
}
