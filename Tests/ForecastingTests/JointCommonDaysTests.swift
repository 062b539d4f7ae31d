import Forecasting
import Foundation
import Market
import Testing

@Suite struct JointCommonDaysTests {
    @Test func theCommonDaysAreThoseOfTheYoungestCoin() throws {
        let old = randomHistory(900, seed: 1)
        let young = PriceHistory(ticker: Ticker("YOUNG")!, firstDay: old.firstDay + 700, closes: Array(old.closes[700...]))
        let days = try CommonDays([old, young], cutoff: old.lastDay)
        #expect((days.firstDay, days.lastDay, days.count) == (young.firstDay + 1, old.lastDay, 199))
    }

    @Test func noMoreThanTheContextCounts() throws {
        let old = randomHistory(900, seed: 1)
        let days = try CommonDays([old, old], cutoff: old.lastDay)
        #expect((days.firstDay, days.count) == (old.lastDay - 498, 499))
        #expect(try CommonDays([old.suffix(500), old], cutoff: old.lastDay) == days)
    }

    @Test func daysAfterTheCutoffAreUnknown() throws {
        let long = randomHistory(700, seed: 2)
        let short = PriceHistory(ticker: long.ticker, firstDay: long.firstDay, closes: Array(long.closes[..<600]))
        #expect(try CommonDays([long, long], cutoff: short.lastDay) == CommonDays([short, short], cutoff: short.lastDay))
    }

    /// Every score belongs to its day: the one wild day of each coin is found where it was.
    @Test func everyScoreBelongsToItsDay() throws {
        var closes = randomHistory(600, seed: 3, volatility: 0.01).closes
        for day in 400..<600 { closes[day] *= 2 }
        let old = history(closes)
        let young = history(Array(closes[300...]), "YOUNG", firstDay: firstDay + 300)
        let days = try CommonDays([old, young], cutoff: old.lastDay)
        for scores in days.scores {
            #expect(days.firstDay + scores.firstIndex(of: scores.max()!)! == firstDay + 400)
        }
    }

    @Test func tooFewCommonDaysNameTheYoungestCoin() throws {
        let old = randomHistory(600, seed: 4)
        func young(_ count: Int) -> PriceHistory {
            history(Array(old.closes.suffix(count)), "YOUNG", firstDay: old.lastDay - (count - 1))
        }
        #expect(throws: WalletForecastError.tooFewCommonDays(ticker: Ticker("YOUNG")!, days: 59, need: 60)) {
            _ = try CommonDays([old, young(60)], cutoff: old.lastDay)
        }
        #expect(try CommonDays([old, young(61)], cutoff: old.lastDay).count == 60)
    }

    @Test func coinsWithoutACommonDayAreReported() {
        let old = randomHistory(600, seed: 4)
        let later = history(old.closes, "LATER", firstDay: old.lastDay + 100)
        #expect(throws: WalletForecastError.tooFewCommonDays(ticker: Ticker("LATER")!, days: 0, need: 60)) {
            _ = try CommonDays([old, later], cutoff: later.lastDay)
        }
    }
}
