import Digests
import Forecasting
import Forecasts
import Foundation
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct DiaryTests {
    private static let count = 520
    private static let sampling = Sampling(paths: 50, seed: 3)

    private let world: World
    private let diary: Diary
    private let forecaster: Forecaster

    init() throws {
        world = try World(today: day0 + Self.count)
        let clock = world.clock
        diary = Diary(world.database) { clock.time.withLock { $0 } }
        forecaster = try WalletForecastTests.forecaster()
    }

    private func closes(_ seed: UInt64 = 1, count: Int = count) -> [Double] {
        var random = SeededGenerator(seed: seed)
        var price = 1000.0
        return (0..<count).map { _ in
            price *= exp(0.03 * random.studentT(degrees: 4))
            return price
        }
    }

    private func history(through count: Int = count) -> PriceHistory {
        PriceHistory(ticker: Ticker("BTC")!, firstDay: day0, closes: closes(count: count))
    }

    private func forecast(_ history: PriceHistory, sampling: Sampling = sampling, days: Int = 96) throws -> Forecast {
        try forecaster.forecast([history], days: days, sampling: sampling, threads: 1)[0].get()
    }

    private func record(_ history: PriceHistory, sampling: Sampling = sampling) async throws -> DiaryRecording {
        try await record(forecast(history, sampling: sampling), of: bitcoin, from: history, with: forecaster, sampling)
    }

    private func record(
        _ forecast: Forecast, of asset: AssetID, from history: PriceHistory, with forecaster: Forecaster, _ sampling: Sampling
    ) async throws -> DiaryRecording {
        let asset = Asset(id: asset, ticker: history.ticker, name: "")
        let origin = ClosesOrigin(source: "test", retrievedAt: 0, ageDays: 1)
        return try await diary.record(
            IssuedForecast(forecast, of: asset, from: history, origin: origin), by: ThreadForecaster(forecaster, threads: 1),
            sampling: sampling)
    }

    @Test func aForecastIsKeptAsItWasMade() async throws {
        try await world.store(closes(), of: bitcoin)
        let (history, forecast) = (history(), try forecast(history()))
        #expect(try await record(history) == .recorded(1))
        let entry = try #require(try await diary.scores(of: bitcoin, limit: 9).first?.kept.entry)
        #expect(entry.cutoff == day0 + Self.count - 1 && entry.issuedAt == moment(day0 + Self.count, 12))
        #expect(entry.model == .init(name: "daily-close-t", version: "1", sha256: forecaster.configuration.sha256))
        #expect(entry.settings == .init(days: 96, paths: 50, seed: 3) && entry.lastClose == history.lastClose)
        let context = history.suffix(500).closes
        let naive = NaiveBaseline().forecast(after: context[...], days: 96, paths: 1, seed: 1).distribution
        for step in [1, 7, 96] {
            #expect(abs(entry.point(step: step) / forecast.points[step - 1] - 1) < 1e-6)
            for (index, level) in DiaryNumbers.levels.enumerated() {
                #expect(abs(entry.quantiles(step: step)![index] / forecast.distribution!.quantile(level, step: step) - 1) < 1e-6)
                #expect(abs(entry.naiveQuantiles(step: step)[index] / naive.quantile(level, step: step) - 1) < 1e-6)
            }
        }
    }

    /// The hash is of the cutoff and the 500 closes that the model read, as bytes.
    @Test func theInputHashIsOfWhatTheModelRead() throws {
        let history = history().suffix(500)
        var data = Data()
        withUnsafeBytes(of: Int64(history.lastDay.daysSince1970).littleEndian) { data.append(contentsOf: $0) }
        for close in history.closes { withUnsafeBytes(of: close.bitPattern.littleEndian) { data.append(contentsOf: $0) } }
        #expect(data.count == 4008)
        #expect(InputHash.of(history) == SHA256.hexadecimal(of: Array(data)))
        var closes = history.closes
        closes[0] = closes[0].nextUp
        let others = [
            PriceHistory(ticker: history.ticker, firstDay: history.firstDay, closes: closes),
            PriceHistory(ticker: history.ticker, firstDay: history.firstDay + 1, closes: history.closes), history.suffix(499),
        ]
        for other in others { #expect(InputHash.of(other) != InputHash.of(history)) }
    }

    @Test func theSameForecastIsKeptOnce() async throws {
        try await world.store(closes(), of: bitcoin)
        #expect(try await record(history()) == .recorded(1))
        #expect(try await record(history()) == .known(1))
        // Days that the model does not read do not make another forecast.
        #expect(try await record(history().suffix(500)) == .known(1))
        #expect(try await record(history(), sampling: Sampling(paths: 50, seed: 4)) == .recorded(2))
        #expect(try await diary.scores(of: bitcoin, limit: 9).map(\.counts) == [false, true])
        #expect(try await diary.assets() == [bitcoin: 2])
    }

    @Test func aForecastAsOfThePastIsNotKept() async throws {
        try await world.store(closes(), of: bitcoin)
        let newest = day0 + Self.count - 1
        #expect(try await record(history(through: Self.count - 1)) == .notNewest(newest))
        // A close of the day that has not ended makes no other one the newest.
        try await world.store([7], of: bitcoin, from: newest + 1)
        #expect(try await record(history()) == .recorded(1))
        #expect(
            try await record(forecast(history()), of: ethereum, from: history(), with: forecaster, Self.sampling) == .notNewest(nil)
        )
    }

    @Test func aModelOfPointsIsKeptWithoutQuantilesWhereItHasNone() async throws {
        try await world.store(closes(), of: bitcoin)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let points = try Forecaster(ModelFolder(root.appending(path: "models/daily-close").path))
        let forecast = try points.forecast([history()], days: 96, threads: 1)[0].get()
        _ = try await record(forecast, of: bitcoin, from: history(), with: points, Sampling())
        let entry = try #require(try await diary.scores(of: bitcoin, limit: 9).first?.kept.entry)
        #expect(entry.settings == .init(days: 96, paths: 0, seed: 0))
        #expect(entry.numbers.hasQuantiles == (forecast.distribution != nil))
    }

    @Test func scoresComeWithTheCloses() async throws {
        let all = closes(count: Self.count + 200)
        try await world.store(Array(all[..<Self.count]), of: bitcoin)
        _ = try await record(history())
        #expect(try await diary.scores(of: bitcoin, limit: 9)[0].score.progress == .waiting)
        var later: [Double?] = Array(all[Self.count...])
        later[5] = nil
        try await world.store(later, of: bitcoin, from: day0 + Self.count)
        for (days, ended, missing) in [(0, 0, 0), (4, 4, 0), (30, 30, 1), (150, 96, 1)] {
            world.clock.time.withLock { $0 = moment(day0 + Self.count + days, 12) }
            let score = try await diary.scores(of: bitcoin, limit: 9)[0].score
            #expect((score.daysEnded, score.daysMissing, score.days) == (ended, missing, 96))
            #expect(score.progress == (ended == 0 ? .waiting : .partial), "a missing close keeps it partial")
        }
        // A close that arrives late completes it.
        try await world.store([all[Self.count + 5]], of: bitcoin, from: day0 + Self.count + 5)
        #expect(try await diary.scores(of: bitcoin, limit: 9)[0].score.progress == .complete)
    }

    // MARK: Summaries

    /// Entries of 40 cutoffs, each with a fixed point: a model that knows, and one that is off by a factor.
    private func keep(point: Float, model: Character) async throws {
        for cutoff in 0..<40 {
            _ = try await world.database.append(
                DiaryScoreTests.entry(UInt64(cutoff), cutoff: day0 + cutoff, days: 5, model: model, point: point))
        }
    }

    @Test func aModelThatKnowsIsBetterAndOneThatIsOffIsWorse() async throws {
        world.clock.time.withLock { $0 = moment(day0 + 30, 12) }
        try await world.store(Array(repeating: 300, count: 60), of: bitcoin)
        try await keep(point: Float(log(1.5)), model: "a")
        try await keep(point: -1, model: "c")
        _ = try await world.database.append(DiaryScoreTests.entry(900, cutoff: day0, model: "a", point: 9))
        _ = try await world.database.append(
            DiaryScoreTests.entry(901, cutoff: day0 + 50, issuedAt: moment(day0 + 60), model: "a", point: 9))
        let summaries = try await diary.summaries(of: bitcoin)
        #expect(summaries.map(\.model.sha256.first) == ["a", "c"])
        let (good, bad) = (summaries[0], summaries[1])
        #expect(good.pointVerdict == .better && abs(good.pointSkill! - 1) < 1e-6)
        #expect(bad.pointVerdict == .notBetter && bad.pointSkill! < -1)
        #expect((good.entries, good.late, good.repeats) == (40, 1, 1) && (bad.late, bad.repeats) == (0, 0))
        // Cutoffs 0 to 28 have a day before today, those up to 24 all five.
        #expect(good.entriesScored == 29 && good.daysScored == 25 * 5 + 4 + 3 + 2 + 1 && good.differentDays == 29)
        #expect(good.cutoffs == day0...day0 + 28)
    }

    /// The means are weighted by days; a higher price has no more weight.
    @Test func aSummaryIsTheMeanOverDays() async throws {
        world.clock.time.withLock { $0 = moment(day0 + 8, 12) }
        try await world.store([1, 150, 250, 450, 150, 90, 300, 200], of: bitcoin)
        for cutoff in [0, 3, 5] {
            _ = try await world.database.append(DiaryScoreTests.entry(UInt64(cutoff), cutoff: day0 + cutoff, days: 3))
        }
        let scores = try await diary.scores(of: bitcoin, limit: 9).map(\.score)
        #expect(scores.map(\.daysScored) == [2, 3, 3])
        let summary = try await diary.summaries(of: bitcoin)[0]
        func sum(_ value: (DiaryScore.Means) -> Double) -> Double {
            scores.reduce(0) { $0 + value($1.means!) * Double($1.daysScored) }
        }
        let pointSkill = 1 - sum { $0.pointError / $0.close } / sum { $0.naivePointError / $0.close }
        let quantileSkill = 1 - sum { $0.quantileLoss! } / sum { $0.naiveQuantileLoss }
        #expect(abs(summary.pointSkill! - pointSkill) < 1e-12 && abs(summary.quantileSkill! - quantileSkill) < 1e-12)
        #expect(abs(summary.coverage80! - sum { $0.coverage80! } / 8) < 1e-12)
    }

    @Test func nothingScoredIsUnknownAndNotZero() async throws {
        _ = try await world.database.append(DiaryScoreTests.entry(1, cutoff: day0 + Self.count - 1))
        let summary = try await diary.summaries(of: bitcoin)[0]
        #expect(summary.entries == 1 && summary.entriesScored == 0 && summary.cutoffs == nil)
        #expect(summary.pointSkill == nil && summary.quantileSkill == nil && summary.coverage50 == nil)
        #expect(summary.pointVerdict == .unknown && summary.quantileVerdict == .unknown)
        #expect(try await diary.summaries(of: ethereum).isEmpty)
    }

    /// More entries than are read at once.
    @Test func manyEntriesAreAllCounted() async throws {
        world.clock.time.withLock { $0 = moment(day0 + 600, 12) }
        try await world.store(Array(repeating: 210, count: 600), of: bitcoin)
        for cutoff in 0..<450 { _ = try await world.database.append(DiaryScoreTests.entry(1, cutoff: day0 + cutoff, days: 1)) }
        let summary = try await diary.summaries(of: bitcoin)[0]
        #expect((summary.entries, summary.entriesScored, summary.daysScored) == (450, 450, 450))
    }
}
