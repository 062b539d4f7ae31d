import Forecasting
import Foundation
import LSTMEngine
import Market
import Testing

/// Shared by all tests, since they do not test reading the weights.
private let forecaster = try! Forecaster(ModelFolder(pointModel))
private let slidingForecaster = try! Forecaster(ModelFolder(pointModel), mode: .slidingWindow)

private func forecast(_ history: PriceHistory, days: Int = 96, with forecaster: Forecaster = forecaster) throws -> Forecast {
    try forecaster.forecast([history], days: days, threads: 1)[0].get()
}

@Suite struct PriceTransformTests {
    /// The definition in one line: clip((ln c_t - ln c_{t-1}) / s, ±clip), s the population standard deviation.
    private func oracle(_ closes: [Double], clip: Double) -> (inputs: [Double], scale: Double) {
        let returns = zip(closes.dropFirst(), closes).map { log($0) - log($1) }
        let mean = returns.reduce(0, +) / Double(returns.count)
        let scale = (returns.map { pow($0 - mean, 2) }.reduce(0, +) / Double(returns.count)).squareRoot()
        return (returns.map { max(-clip, min(clip, $0 / scale)) }, scale)
    }

    @Test(arguments: 0..<16 as Range<UInt64>)
    func encodingIsTheDefinition(seed: UInt64) {
        let closes = randomHistory(500, seed: seed).closes
        let clip = seed % 2 == 0 ? 12.0 : 1.5
        let encoded = PriceTransform.scaledLogReturns(clip: clip, scaleWindow: 499).encode(closes[...])
        let expected = oracle(closes, clip: clip)
        #expect(encoded.inputs.count == 499)
        #expect(abs(encoded.scale / expected.scale - 1) < 1e-12, "seed \(seed)")
        for (input, value) in zip(encoded.inputs, expected.inputs) {
            #expect(abs(Double(input) - value) <= 1e-6 * max(1, abs(value)), "seed \(seed)")
        }
    }

    /// The inputs are those of a history of the window alone, except for the returns before it.
    @Test(arguments: [2, 30, 498]) func theScaleIsThatOfTheLastReturns(window: Int) {
        let closes = randomHistory(500, seed: 10).closes
        let encoded = PriceTransform.scaledLogReturns(clip: 1000, scaleWindow: window).encode(closes[...])
        let expected = oracle(closes.suffix(window + 1), clip: 1000)
        #expect(encoded.inputs.count == 499)
        #expect(abs(encoded.scale / expected.scale - 1) < 1e-9)
        for (input, value) in zip(encoded.inputs.suffix(window), expected.inputs) {
            #expect(abs(Double(input) - value) <= 1e-5 * max(1, abs(value)))
        }
    }

    @Test func decodingSumsTheReturns() {
        let prices = PriceTransform.scaledLogReturns(clip: 12, scaleWindow: 499).decode([1, -2, 0.5], scale: 0.1, lastClose: 200)
        let expected = [200 * exp(0.1), 200 * exp(-0.1), 200 * exp(-0.05)]
        #expect(distance(prices, expected) < 1e-12)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func decodingUndoesEncodingWithoutClipping(seed: UInt64) {
        let closes = randomHistory(500, seed: seed, volatility: 0.03).closes
        let transform = PriceTransform.scaledLogReturns(clip: 1000, scaleWindow: 499)
        let encoded = transform.encode(closes[...])
        let again = transform.decode(encoded.inputs, scale: encoded.scale, lastClose: closes[0])
        #expect(distance(again, Array(closes.dropFirst())) < 1e-5, "seed \(seed)")
    }

    @Test func theUnitOfThePricesDoesNotMatter() {
        let closes = randomHistory(500, seed: 9).closes
        let transform = PriceTransform.scaledLogReturns(clip: 12, scaleWindow: 499)
        let (one, other) = (transform.encode(closes[...]), transform.encode(closes.map { $0 * 1e-9 }[...]))
        #expect(zip(one.inputs, other.inputs).allSatisfy { abs($0 - $1) < 1e-4 })
    }
}

@Suite struct ForecasterTests {
    @Test func aForecastNamesItsOrigin() throws {
        let history = randomHistory(600, seed: 1)
        let forecast = try forecast(history)
        #expect(forecast.ticker == history.ticker)
        #expect(forecast.cutoff == history.lastDay)
        #expect(forecast.lastClose == history.lastClose)
        #expect(forecast.day(1) == history.lastDay + 1)
        #expect(forecast.horizon == 96)
        #expect(forecast.modelName == "daily-close")
        #expect(forecast.modelSHA256 == forecaster.configuration.sha256)
    }

    @Test func theForecastIsTheNetworksOutputDecoded() throws {
        let history = randomHistory(500, seed: 2)
        let transform = forecaster.configuration.network!.transform
        let encoded = transform.encode(history.closes[...])
        let network = forecaster.network!
        var workspace = network.makeWorkspace()
        let outputs = try network.forecast([encoded.inputs], steps: 96, decoding: .recursive, using: &workspace)
        let points = transform.decode(outputs[0], scale: encoded.scale, lastClose: history.lastClose)
        #expect(try forecast(history).points == points)
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func leadingDaysChangeNothing(seed: UInt64) throws {
        let long = randomHistory(700, seed: seed)
        #expect(try forecast(long).points == forecast(long.suffix(500)).points, "seed \(seed)")
    }

    @Test func aFlatHistoryStaysFlat() throws {
        for close in [1e-9, 1, 97_600.06, 1e12] {
            let flat = PriceHistory(ticker: Ticker("FLAT")!, firstDay: firstDay, closes: Array(repeating: close, count: 500))
            #expect(try forecast(flat).points == Array(repeating: close, count: 96))
            #expect(try forecast(flat, with: slidingForecaster).points == Array(repeating: close, count: 96))
        }
    }

    @Test(arguments: [100, 0.01], [250, 498, 499])
    func aHundredfoldMoveGivesPrices(ratio: Double, day: Int) throws {
        var closes = randomHistory(500, seed: 4).closes
        for index in day..<500 { closes[index] *= ratio }
        let points = try forecast(PriceHistory(ticker: Ticker("JUMP")!, firstDay: firstDay, closes: closes)).points
        #expect(points.allSatisfy { $0 > 0 && $0.isFinite })
    }

    @Test(arguments: [1e-300, 1e300])
    func pricesAtTheEndsOfDoublesGivePricesOrAnError(price: Double) {
        let closes = randomHistory(500, seed: 5).closes.map { $0 / 1e6 * price }
        let result = forecaster.forecast(
            [PriceHistory(ticker: Ticker("END")!, firstDay: firstDay, closes: closes)], days: 96, threads: 1)[0]
        switch result {
        case .success(let forecast): #expect(forecast.points.allSatisfy { $0 > 0 && $0.isFinite })
        case .failure(let error): #expect(error.code == "not-a-price")
        }
    }

    @Test(arguments: [1, 2, 7, 40], [1, 3])
    func aForecastAmongManyIsThatOfItAlone(count: Int, threads: Int) throws {
        let histories = (0..<count).map { randomHistory(500 + 13 * $0, seed: UInt64(100 + $0)) }
        let together = try forecaster.forecast(histories, days: 96, threads: threads).map { try $0.get() }
        for (history, among) in zip(histories, together) {
            #expect(among.ticker == history.ticker)
            #expect(try distance(among.points, forecast(history).points) < 1e-6)
        }
    }

    @Test func aWorkspaceMayBeUsedAgain() throws {
        var workspace = forecaster.makeWorkspace()
        let history = randomHistory(500, seed: 6)
        let first = try forecaster.forecast([history], days: 96, using: &workspace)[0].get()
        _ = forecaster.forecast((0..<5).map { randomHistory(500, seed: 50 + $0) }, days: 30, using: &workspace)
        #expect(try forecaster.forecast([history], days: 96, using: &workspace)[0].get().points == first.points)
    }

    @Test func fewerDaysAreTheFirstOfMore() throws {
        let history = randomHistory(500, seed: 7)
        let all = try forecast(history).points
        for days in [1, 30, 95] { #expect(try distance(forecast(history, days: days).points, Array(all.prefix(days))) < 1e-6) }
    }

    @Test func bothDecodingsGivePricesAndAgreeOnTheFirst() throws {
        for seed in 0..<4 as Range<UInt64> {
            let history = randomHistory(500, seed: seed)
            let (recursive, sliding) = try (forecast(history).points, forecast(history, with: slidingForecaster).points)
            #expect(abs(recursive[0] / sliding[0] - 1) < 1e-6, "seed \(seed)")
            #expect((recursive + sliding).allSatisfy { $0 > 0 && $0.isFinite }, "seed \(seed)")
        }
    }

    // MARK: Errors

    @Test func aShortHistoryIsRefusedAndItsNeighboursAreNot() {
        let histories = [randomHistory(500, seed: 1), randomHistory(499, seed: 2), randomHistory(501, seed: 3)]
        let results = forecaster.forecast(histories, days: 96, threads: 2)
        #expect(results.count == 3)
        #expect(throws: Never.self) { try results[0].get() }
        #expect(throws: ForecastError.historyTooShort(ticker: Ticker("T2")!, have: 499, need: 500)) { try results[1].get() }
        #expect(throws: Never.self) { try results[2].get() }
    }

    @Test(arguments: [Int.min, -1, 0, 97, .max])
    func daysBeyondTheHorizonAreRefused(days: Int) {
        let result = forecaster.forecast([randomHistory(500, seed: 1)], days: days, threads: 1)[0]
        #expect(throws: ForecastError.horizonOutOfRange(days: days, horizon: 96)) { try result.get() }
    }

    @Test func noHistoriesGiveNoForecasts() {
        #expect(forecaster.forecast([], days: 96, threads: 2).isEmpty)
    }

    @Test func errorsTellTheNumbersAndHaveACode() {
        let short = ForecastError.historyTooShort(ticker: Ticker("BTC")!, have: 120, need: 500)
        #expect(short.description == "BTC has 120 daily closes and the model reads 500. Add 380 more")
        let errors = [
            short, .horizonOutOfRange(days: 97, horizon: 96), .notAPrice(ticker: Ticker("BTC")!, day: firstDay, value: .infinity),
        ]
        #expect(errors.map(\.code) == ["history-too-short", "horizon-out-of-range", "not-a-price"])
    }

    @Test func modelsWithoutPricesAreRefusedWithTheCommandThatRunsThem() throws {
        let folder = try ModelFolder(golden.appending(path: "keras-1x24").path)
        #expect(throws: ModelError.readsNoPrices(name: "keras-1x24", folder: folder.path)) { try Forecaster(folder) }
        #expect(
            ModelError.notOneSeries(name: "m", folder: "./m", inputs: 2, outputs: 3).description
                == "the model m has 2 inputs and 3 outputs; a forecast of closes takes a model with one of each, "
                + "or with a head that says what several outputs are. Run it with: closecast model run ./m")
    }
}
