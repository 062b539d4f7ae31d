import Forecasting
import Foundation
import Market
import Testing

@Suite struct JointWalletForecastTests {
    @Test(arguments: [1, 2.5, -3, 1e-9, 1e12]) func aWalletOfOneCoinIsItsForecastTimesTheAmount(amount: Double) throws {
        let coin = randomHistory(500, seed: 1)
        let forecast = drawnForecast(after: coin, seed: 2)
        let wallet = try WalletForecast([(forecast, coin, amount)])
        #expect(wallet.dependence == nil)
        #expect(wallet.totals.closes == forecast.paths!.closes.map { amount * $0 })
        for step in 1...6 {
            #expect(abs(wallet.points[step - 1] / (amount * forecast.points[step - 1]) - 1) < 1e-12)
            for level in levels999 {
                let own = forecast.distribution!.quantile(amount > 0 ? level : 1 - level, step: step)
                #expect(abs(wallet.quantile(level, step: step) / (amount * own) - 1) < 1e-9)
            }
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func twiceTheAmountsAreTwiceTheTotals(seed: UInt64) throws {
        let parts = randomParts(4, seed: seed)
        let (once, twice) = try (WalletForecast(parts), WalletForecast(parts.map { ($0.forecast, $0.history, 2 * $0.amount) }))
        #expect(twice.totals.closes == once.totals.closes.map { 2 * $0 }, "seed \(seed)")
        #expect(twice.points == once.points.map { 2 * $0 }, "seed \(seed)")
        #expect(twice.totalNow == 2 * once.totalNow)
    }

    @Test func cashIsAddedToEveryTotal() throws {
        let parts = randomParts(3, seed: 4)
        let (without, with) = try (WalletForecast(parts), WalletForecast(parts, cash: 1000))
        #expect(with.cash == 1000)
        #expect(abs(with.totalNow - without.totalNow - 1000) < 1e-9)
        for step in 1...6 {
            #expect(abs(with.points[step - 1] - without.points[step - 1] - 1000) < 1e-9)
            for (more, less) in zip(with.quantiles(step: step), without.quantiles(step: step)) {
                #expect(abs(more - less - 1000) < 1e-9)
            }
        }
    }

    /// Two names of one coin, forecast differently.
    @Test func coinsThatMoveAsOneAddTheirQuantiles() throws {
        let coin = randomHistory(500, seed: 5)
        let other = history(coin.closes, "OTHER")
        let (one, two) = (drawnForecast(after: coin, seed: 1), drawnForecast(after: other, seed: 2))
        let wallet = try WalletForecast([(one, coin, 3), (two, other, 0.5)])
        for step in 1...6 {
            for level in levels999 {
                let sum = 3 * one.distribution!.quantile(level, step: step) + 0.5 * two.distribution!.quantile(level, step: step)
                #expect(abs(wallet.quantile(level, step: step) / sum - 1) < 1e-12)
            }
        }
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func unrelatedCoinsAreNarrowerThanTheSumOfTheirBands(seed: UInt64) throws {
        // Four equal bands that are independent make one of half their sum, √4 / 4.
        let parts = equallyWorth(randomParts(4, correlation: 0, seed: seed))
        let ratio = try widthOverSum(parts)
        #expect((0.4...0.65).contains(ratio), "seed \(seed): \(ratio)")
        let related = try widthOverSum(equallyWorth(randomParts(4, correlation: 0.9, seed: seed)))
        #expect(related > 0.85, "seed \(seed): \(related)")
    }

    private func equallyWorth(_ parts: [ForecastPart]) -> [ForecastPart] {
        parts.map { ($0.forecast, $0.history, 1 / $0.forecast.lastClose) }
    }

    /// The 80 % band's width of day 6 over the sum of the coins'.
    private func widthOverSum(_ parts: [ForecastPart]) throws -> Double {
        func width(_ band: ClosedRange<Double>) -> Double { band.upperBound - band.lowerBound }
        let sum = parts.reduce(0) { $0 + $1.amount * width($1.forecast.distribution!.interval(0.8, step: 6)) }
        return try width(WalletForecast(parts).totals.interval(0.8, step: 6)) / sum
    }

    @Test func threadsChangeNothing() throws {
        let histories = [randomHistory(500, seed: 5), randomHistory(500, seed: 6)]
        let coins = histories.map {
            JointTotals.Coin(GARCHBaseline().paths(after: $0.closes[...], days: 30, paths: 50, seed: 1), amount: 2)
        }
        let shocks = try DrawnDays(CommonDays(histories, cutoff: histories[0].lastDay), horizon: 30, paths: 50, seed: 3)
        let totals = [1, 3].map { JointTotals.sum(coins, cash: 1, horizon: 30, paths: 50, shocks: shocks, threads: $0) }
        #expect(totals[0] == totals[1])
    }

    /// A debt falls when the coin rises: with two coins that move as one, half of the width is left.
    @Test func owedCoinsHedge() throws {
        let coin = randomHistory(500, seed: 5)
        let (one, two) = (drawnForecast(after: coin, seed: 1), drawnForecast(after: coin, seed: 1))
        let wallet = try WalletForecast([(one, coin, 2), (two, coin, -3)], cash: 0)
        for step in 1...6 {
            for level in levels999 {
                let own = one.distribution!.quantile(1 - level, step: step)
                #expect(abs(wallet.quantile(level, step: step) / -own - 1) < 1e-9)
            }
        }
        #expect(wallet.totalNow < 0)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func theOrderOfThePartsChangesNothing(seed: UInt64) throws {
        let parts = randomParts(5, seed: seed)
        var random = SeededGenerator(seed: seed)
        let (one, other) = try (WalletForecast(parts), WalletForecast(parts.shuffled(using: &random)))
        #expect(distance(one.totals.closes, other.totals.closes) < 1e-12, "seed \(seed)")
        #expect(one.dependence == other.dependence)
    }

    @Test func theSameSeedGivesTheSameBytesAndAnotherDoesNot() throws {
        let parts = randomParts(3, seed: 7)
        let (one, again, other) = try (WalletForecast(parts), WalletForecast(parts), WalletForecast(parts, seed: 2))
        #expect(one.totals == again.totals && one.points == again.points)
        #expect(one.totals != other.totals)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func quantilesNeverCrossAndTheProbabilityIsTheirInverse(seed: UInt64) throws {
        var parts = randomParts(4, seed: seed)
        if seed % 2 == 1 { parts[0].amount *= -1 }
        let wallet = try WalletForecast(parts)
        for step in 1...6 {
            let quantiles = wallet.quantiles(step: step)
            #expect(zip(quantiles, quantiles.dropFirst()).allSatisfy(<=), "seed \(seed)")
            for (level, value) in zip(levels999, quantiles) where (0.002...0.998).contains(level) {
                #expect(abs(1 - wallet.probability(above: value, step: step) - level) < 1e-9, "seed \(seed)")
            }
        }
    }

    @Test func thePointIsTheMedianOfTheTotal() throws {
        let wallet = try WalletForecast(randomParts(4, seed: 3), cash: 5)
        #expect(wallet.points == (1...6).map { wallet.quantile(0.5, step: $0) })
        #expect(wallet.horizon == 6 && wallet.day(1) == wallet.cutoff + 1)
    }

    @Test func touchingIsAsLikelyAsThePathsThatReachTheValue() throws {
        let wallet = try WalletForecast(randomParts(3, seed: 3))
        for (factor, isAbove) in [(1.1, true), (0.9, false)] {
            let value = factor * wallet.totalNow
            let reached = (0..<400).count { path in
                wallet.totals.path(path).prefix(4).contains { isAbove ? $0 >= value : $0 <= value }
            }
            #expect(wallet.probability(touching: value, within: 4) == Double(reached) / 400)
            #expect(reached > 0 && reached < 400)
        }
    }

    @Test func theDependenceListsItsDays() throws {
        let parts = randomParts(2, seed: 3)
        let found = try #require(WalletForecast(parts).dependence)
        #expect((found.firstDay, found.lastDay, found.days) == (firstDay + 1, firstDay + 499, 499))
        #expect(found.method == "common-days")
    }

    // MARK: What cannot be forecast

    @Test func aStaleForecastIsRefusedOrLeftOut() throws {
        var parts = randomParts(3, seed: 1)
        let late = history(parts[1].history.closes.dropLast(2).map { $0 }, "LATE")
        parts[1] = (drawnForecast(after: late, seed: 1), late, 7)
        let reason = WalletForecastError.stale(
            ticker: late.ticker, lastDay: late.lastDay, cutoff: parts[0].history.lastDay)
        #expect(throws: reason) { _ = try WalletForecast(parts) }
        let wallet = try WalletForecast(parts, missing: .leftOut)
        #expect(wallet.excluded == [.init(ticker: late.ticker, amount: 7, index: 1, reason: reason)])
        #expect(try wallet.totals == WalletForecast([parts[0], parts[2]]).totals)
        #expect(wallet.parts.map(\.forecast.ticker) == [parts[0], parts[2]].map(\.forecast.ticker))
    }

    @Test func nothingToForecastIsAnError() throws {
        #expect(throws: WalletForecastError.noParts) { _ = try WalletForecast([]) }
        let part = randomParts(1, seed: 1)[0]
        let certain = Forecast(
            ticker: part.history.ticker, cutoff: part.forecast.cutoff, lastClose: 1, modelName: "points", modelSHA256: "",
            points: [1, 2], distribution: nil)
        let reason = WalletForecastError.noDistribution(ticker: part.history.ticker, model: "points")
        #expect(throws: reason) { _ = try WalletForecast([(certain, part.history, 1)]) }
        #expect(throws: WalletForecastError.nothingLeft(first: reason)) {
            _ = try WalletForecast([(certain, part.history, 1)], missing: .leftOut)
        }
    }

    @Test(arguments: [Double.infinity, -.infinity]) func anAmountIsANumber(value: Double) throws {
        var parts = randomParts(2, seed: 1)
        #expect(throws: WalletForecastError.notCash(value: value)) { _ = try WalletForecast(parts, cash: value) }
        parts[1].amount = value
        #expect(throws: WalletForecastError.notAnAmount(ticker: parts[1].history.ticker, value: value)) {
            _ = try WalletForecast(parts, missing: .leftOut)
        }
    }

    @Test func hugeAmountsKeepTheTotalsFinite() throws {
        var parts = randomParts(3, seed: 1)
        for (index, amount) in [1e308, -1e308, 1e308].enumerated() { parts[index].amount = amount }
        let wallet = try WalletForecast(parts, cash: 1e308)
        #expect(wallet.totals.closes.allSatisfy(\.isFinite) && wallet.points.allSatisfy(\.isFinite))
    }

    @Test func coinsWithoutAMoveAreCertain() throws {
        let flat = history([Double](repeating: 2, count: 500), "FLAT")
        let certain = Forecast(
            ticker: flat.ticker, cutoff: flat.lastDay, lastClose: 2, modelName: "certain", modelSHA256: "",
            points: [Double](repeating: 2, count: 6), distribution: SamplePaths(closes: [Double](repeating: 2, count: 6), count: 1))
        let part = randomParts(1, seed: 2)[0]
        let (alone, both) = try (WalletForecast([part]), WalletForecast([part, (certain, flat, 50)]))
        for step in 1...6 {
            for (more, less) in zip(both.quantiles(step: step), alone.quantiles(step: step)) {
                #expect(abs(more - less - 100) < 1e-9)
            }
        }
    }

    @Test func theShortestForecastIsTheHorizon() throws {
        var parts = randomParts(2, seed: 2)
        parts[1].forecast = drawnForecast(after: parts[1].history, days: 4, seed: 9)
        #expect(try WalletForecast(parts).horizon == 4)
    }

    @Test func everyReasonNamesARemedy() {
        let (ticker, day) = (Ticker("ABC")!, firstDay)
        let reasons: [(WalletForecastError, String, String)] = [
            (.noParts, "wallet-empty", "add one"),
            (.nothingLeft(first: .noParts), "wallet-empty", "no coin of the wallet can be forecast"),
            (
                .noForecast(ticker: ticker, reason: .historyTooShort(ticker: ticker, have: 3, need: 500)), "history-too-short",
                "ABC has 3 daily closes and the model reads 500"
            ),
            (.noDistribution(ticker: ticker, model: "m"), "no-distribution", "the model m has no bands for ABC"),
            (
                .stale(ticker: ticker, lastDay: day, cutoff: day + 3), "history-stale",
                "the closes of ABC end on 2020-01-01, those of other coins on 2020-01-04. Add 3 more"
            ),
            (.startsLater(ticker: ticker, firstDay: day + 1, cutoff: day), "history-starts-later", "begin on 2020-01-02"),
            (.tooFewCommonDays(ticker: ticker, days: 5, need: 60), "too-few-common-days", "earlier closes of ABC"),
            (.notAnAmount(ticker: ticker, value: .infinity), "not-an-amount", "the amount of ABC is inf"),
            (.notCash(value: .infinity), "not-cash", "the cash is inf"),
        ]
        for (reason, code, words) in reasons {
            #expect(reason.code == code)
            #expect(reason.description.contains(words))
        }
    }
}
