import Forecasting
import Foundation
import JSONText
import Market
import Testing

/// The shipped model of log volatility, compared with numpy's values for made-up candles, written by
/// `scripts/models/train_volatility.py --golden`.
@Suite struct VolatilityModelTests {
    private static let folder = Result { try ModelFolder(packageRoot.appending(path: "models/daily-volatility").path) }

    private struct Golden {
        let json: JSONValue

        init() throws {
            let file = packageRoot.appending(path: "Tests/ForecastingTests/Golden/daily-volatility.json")
            json = try JSONValue(parsing: Array(Data(contentsOf: file)))
        }

        func numbers(_ key: String) throws -> [Double] {
            let value = try #require(json[key], "\(key)")
            return value.flattened
        }

        /// The candles of a variant.
        func history(_ variant: VolatilityVariant, isDated: Bool) throws -> PriceHistory {
            let columns = try ["open", "high", "low", "volume"].map(numbers)
            let closes = try numbers("close")
            let details = closes.indices.map { index in
                CandleDetails(
                    open: columns[0][index], high: columns[1][index], low: columns[2][index],
                    volume: variant == .ohlcv ? columns[3][index] : nil)
            }
            let firstDay = try #require(json["first_day"]?.string.flatMap { Day(iso: $0) })
            return PriceHistory(
                ticker: Ticker("MADE")!, firstDay: firstDay, closes: closes,
                details: variant == .closes ? [] : details, isDated: isDated)
        }
    }

    @Test(arguments: VolatilityVariant.allCases, [true, false])
    func scalesAndQuantilesAreThoseOfNumpy(variant: VolatilityVariant, isDated: Bool) throws {
        let (golden, folder) = (try Golden(), try Self.folder.get())
        #expect(golden.json["model_sha256"]?.string == folder.configuration.sha256, "written of other weights")
        let key = "\(variant.rawValue).\(isDated ? "dated" : "undated")"
        let context = try golden.history(variant, isDated: isDated).suffix(500)
        let found = try #require(folder.volatility).distribution(after: context, days: 96)
        #expect(found.variant == variant)
        let scales = try golden.numbers("\(key).log_scales")
        #expect(scales.count == 96)
        for step in 1...96 {
            #expect(abs(log(found.units[step - 1] / Double(step).squareRoot()) - scales[step - 1]) < 1e-5, "\(step)")
        }
        let (steps, levels) = (try golden.numbers("quantile_steps"), try #require(folder.configuration.volatility).levels)
        let quantiles = try golden.numbers("\(key).quantiles")
        #expect(quantiles.count == steps.count * levels.count)
        for (row, step) in steps.enumerated() {
            for (column, level) in levels.enumerated() {
                let expected = quantiles[row * levels.count + column]
                #expect(abs(found.quantile(level, step: Int(step)) / expected - 1) < 1e-5, "step \(step), level \(level)")
            }
        }
    }

    @Test func oneCandleThatIsMissingFlatOrImpossibleMeansCloses() throws {
        let (golden, model) = (try Golden(), try #require(try Self.folder.get().volatility))
        let whole = try golden.history(.ohlcv, isDated: true).suffix(500)
        func variant(_ place: Int, _ change: (inout CandleDetails) -> Void) -> VolatilityVariant {
            var details = whole.details
            change(&details[place])
            let changed = PriceHistory(ticker: whole.ticker, firstDay: whole.firstDay, closes: whole.closes, details: details)
            return model.distribution(after: changed, days: 7).variant
        }
        #expect(variant(0) { _ in } == .ohlcv)
        #expect(variant(250) { $0.low = nil } == .closes)
        #expect(variant(250) { $0.open = nil } == .closes)
        #expect(variant(499) { ($0.high, $0.low) = ($0.low, $0.high) } == .closes)
        #expect(variant(499) { $0.high = .infinity } == .closes)
        #expect(variant(250) { $0.low = whole.closes[250] * 2 } == .closes)
        #expect(variant(250) { ($0.open, $0.high, $0.low) = (whole.closes[250], whole.closes[250], whole.closes[250]) } == .closes)
        #expect(variant(499) { $0.volume = 0 } == .ohlc)
        #expect(variant(135) { $0.volume = nil } == .ohlc)
        #expect(variant(134) { $0.volume = nil } == .ohlcv)
    }

    @Test(arguments: [1e-300, 1, 1e300]) func closesThatNeverMoveHaveNoSpread(close: Double) throws {
        let forecaster = try Forecaster(try Self.folder.get())
        let history = PriceHistory(undated: Array(repeating: close, count: 500)[...])
        let forecast = try forecaster.forecast([history], days: 96, threads: 1)[0].get()
        #expect(forecast.points.allSatisfy { $0 == close })
        #expect(forecast.distribution?.quantile(0.001, step: 96) == close)
        #expect(forecast.probability(of: .touches(close, within: 96)) == 1)
        #expect(forecast.probability(of: .above(close, step: 96)) == 0.5)
    }

    @Test func anyClosesGivePricesThatAscendWithTheLevel() throws {
        let forecaster = try Forecaster(try Self.folder.get())
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let extreme = random.index(below: 3)
            let closes = (0..<500).map { _ in
                extreme == 0
                    ? exp(1400 * random.uniform() - 700) : extreme == 1 ? 1 + 1e-15 * random.uniform() : 1 + random.uniform()
            }
            let history = PriceHistory(
                ticker: Ticker("ANY")!, firstDay: Day(daysSince1970: random.index(below: 40_000) - 20_000), closes: closes)
            let distribution = try #require(try forecaster.forecast([history], days: 96, threads: 1)[0].get().distribution)
            for step in [1, 2, 50, 96] {
                let quantiles = [1e-6, 0.001, 0.025, 0.5, 0.9, 0.999999].map { distribution.quantile($0, step: step) }
                #expect(quantiles.allSatisfy { $0 > 0 && $0.isFinite } && quantiles == quantiles.sorted())
            }
        }
    }

    @Test func threadsChangeNoBit() throws {
        let (golden, forecaster) = (try Golden(), try Forecaster(try Self.folder.get()))
        let whole = try golden.history(.ohlcv, isDated: true)
        let histories = (0..<9).map { whole.through(whole.lastDay - $0) }
        let alone = try forecaster.forecast(histories, days: 30, threads: 1).map { try $0.get() }
        let together = try forecaster.forecast(histories, days: 30, threads: 4).map { try $0.get() }
        #expect(alone.map(\.points) == together.map(\.points))
        #expect(alone.map(\.cutoff) == together.map(\.cutoff))
    }

    @Test func theProbabilityIsTheInverseOfTheQuantile() throws {
        let golden = try Golden()
        let model = try #require(try Self.folder.get().volatility)
        let distribution = model.distribution(after: try golden.history(.ohlc, isDated: true).suffix(500), days: 96)
        for step in [1, 7, 96] {
            for level in [1e-5, 0.004, 0.025, 0.31, 0.5, 0.77, 0.996, 0.99999] {
                let price = distribution.quantile(level, step: step)
                #expect(abs(distribution.probability(atMost: price, step: step) - level) < 1e-9)
            }
        }
        #expect(distribution.probability(atMost: 0, step: 1) == 0)
    }

    @Test func redrawnPathsHaveExactlyTheQuantilesAndAnswerQuestionsAboutTheWay() throws {
        let golden = try Golden()
        let history = try golden.history(.closes, isDated: true)
        let forecast = try Forecaster(try Self.folder.get()).forecast([history], days: 30, threads: 1)[0].get()
        #expect(forecast.paths == nil)
        let paths = try #require(forecast.redrawn).paths()
        for step in [1, 30] {
            let drawn = (0..<1000).map { paths.closes[$0 * 30 + step - 1] }.sorted()
            let even = (0..<1000).map { forecast.distribution!.quantile((Double($0) + 0.5) / 1000, step: step) }
            for (drawn, even) in zip(drawn, even) { #expect(abs(drawn / even - 1) < 1e-12) }
        }
        let price = 1.1 * forecast.lastClose
        let touches = (1...30).map { forecast.probability(of: .touches(price, within: $0))! }
        #expect(touches == touches.sorted())
        #expect(touches[29] > forecast.probability(of: .above(price, step: 30))!)
        #expect(touches[29] < 2.2 * forecast.probability(of: .above(price, step: 30))!)
    }
}
