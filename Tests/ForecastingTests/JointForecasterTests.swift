import Forecasting
import Foundation
import Market
import Testing

/// A model of paths and one of points, with context 30 and horizon 6.
private let models: [Forecaster] = try! {
    let map = calibrationJSON(levels: [0.5, 0.8], rows: [[0.6, 0.9], [0.3, 0.95]], horizon: 6)
    let bands = calibrationJSON(kind: "conformal", decay: 0.95, levels: [0.5, 0.8, 0.95], rows: [[0.6, 1.2, 2.5]], horizon: 6)
    return try [
        SmallModel(biases: [0, 1, -3], head: studentT, calibration: map, seed: 2),
        SmallModel(biases: [0.4], calibration: bands, seed: 5),
    ].map { try $0.forecaster() }
}()

@Suite struct JointForecasterTests {
    private let histories = correlatedHistories(3, correlation: 0.7, days: 100, seed: 1)
    private let sampling = Sampling(paths: 300, seed: 4)

    private func wallet(
        _ model: Int, _ histories: [PriceHistory], asOf: Day? = nil, missing: MissingParts = .refused, threads: Int = 1
    ) throws -> WalletForecast {
        try JointForecaster(models[model]).forecast(
            histories.map { WalletPart(history: $0, amount: 2) }, cash: 3, days: 6, asOf: asOf, sampling: sampling,
            missing: missing,
            threads: threads)
    }

    @Test(arguments: 0..<2) func aWalletIsMadeOfItsCoinsForecasts(model: Int) throws {
        let forecasts = try histories.map { try models[model].forecast($0, paths: 300, seed: 4) }
        let known = try WalletForecast(
            parts: zip(forecasts, histories).map { ($0, $1, 2) }, cash: 3, sampling: sampling)
        let found = try wallet(model, histories)
        // The company in a block moves a point by 1e-7 of it.
        #expect(found.totals == known.totals && distance(found.points, known.points) < 1e-6)
        #expect(found.cutoff == histories[0].lastDay && found.horizon == 6 && found.parts.count == 3)
        #expect(abs(found.totalNow - 3 - 2 * histories.reduce(0) { $0 + $1.lastClose }) < 1e-9)
    }

    @Test(arguments: 0..<2) func aWalletOfOneCoinIsItsForecastTimesTheAmount(model: Int) throws {
        let forecast = try models[model].forecast(histories[0], paths: 300, seed: 4)
        let found = try wallet(model, [histories[0]])
        for step in 1...6 {
            let ratio: Double = (found.points[step - 1] - 3) / (2 * forecast.points[step - 1])
            #expect(abs(ratio - 1) < 1e-6)
            // At levels of single paths, not between two paths.
            for place in 0..<300 {
                let level = (Double(place) + 0.5) / 300
                #expect(
                    abs(found.quantile(level, step: step) - 3 - 2 * forecast.distribution!.quantile(level, step: step)) < 1e-9)
            }
        }
    }

    /// The middle of its bands is the last close, which is not its expected value.
    @Test func aModelOfPointsKeepsWhatItExpects() throws {
        let found = try wallet(1, histories)
        let forecasts = try histories.map { try models[1].forecast($0) }
        for step in 1...6 {
            let expected = zip(histories, forecasts).reduce(0) { $0 + 2 * ($1.1.points[step - 1] - $1.0.lastClose) }
            #expect(abs(expected) > 1e-4)
            #expect(abs(found.points[step - 1] - found.quantile(0.5, step: step) - expected) < 1e-6)
        }
    }

    @Test(arguments: 0..<2) func threadsChangeNothing(model: Int) throws {
        let (one, three) = try (wallet(model, histories), wallet(model, histories, threads: 3))
        #expect(distance(one.totals.closes, three.totals.closes) < 1e-5)
        if model == 0 { #expect(one.totals == three.totals) }
    }

    @Test(arguments: 0..<2) func aCoinWithTooShortAHistoryIsRefusedOrLeftOut(model: Int) throws {
        let short = history(Array(histories[1].closes.suffix(29)), "SHORT", firstDay: histories[1].lastDay - 28)
        let reason = WalletForecastError.noForecast(
            ticker: short.ticker, reason: .historyTooShort(ticker: short.ticker, have: 29, need: 30))
        #expect(throws: reason) { _ = try wallet(model, [histories[0], short, histories[2]]) }
        let found = try wallet(model, [histories[0], short, histories[2]], missing: .leftOut)
        #expect(found.excluded == [.init(ticker: short.ticker, amount: 2, index: 1, reason: reason)])
        let without = try wallet(model, [histories[0], histories[2]])
        #expect(distance(found.totals.closes, without.totals.closes) < 1e-5)
        #expect(found.totalNow == without.totalNow)
    }

    @Test func aStaleCoinIsRefusedLeftOutOrForecastAsOfItsLastDay() throws {
        let late = history(Array(histories[0].closes.dropLast(3)), "LATE")
        let reason = WalletForecastError.stale(ticker: late.ticker, lastDay: late.lastDay, cutoff: histories[1].lastDay)
        let all = [late, histories[1], histories[2]]
        #expect(throws: reason) { _ = try wallet(0, all) }
        #expect(try wallet(0, all, missing: .leftOut).excluded.map(\.reason) == [reason])
        let found = try wallet(0, all, asOf: late.lastDay)
        #expect(found.cutoff == late.lastDay && found.excluded.isEmpty)
        let cut = histories.map { history(Array($0.closes.dropLast(3)), $0.ticker.description) }
        #expect(try found.totals == wallet(0, [late, cut[1], cut[2]]).totals)
    }

    @Test func aDayBeforeOrAfterAllClosesIsRefused() throws {
        let (first, last) = (histories[0].firstDay, histories[0].lastDay)
        #expect(throws: WalletForecastError.startsLater(ticker: histories[0].ticker, firstDay: first, cutoff: first - 1)) {
            _ = try wallet(0, histories, asOf: first - 1)
        }
        #expect(throws: WalletForecastError.stale(ticker: histories[0].ticker, lastDay: last, cutoff: last + 1)) {
            _ = try wallet(0, histories, asOf: last + 1)
        }
    }

    @Test func tooManyDaysAreRefused() {
        #expect(
            throws: WalletForecastError.noForecast(
                ticker: histories[0].ticker, reason: .horizonOutOfRange(days: 7, horizon: 6))
        ) {
            _ = try JointForecaster(models[0]).forecast([WalletPart(history: histories[0], amount: 1)], days: 7)
        }
        #expect(throws: WalletForecastError.noParts) { _ = try JointForecaster(models[0]).forecast([], days: 1) }
    }
}
