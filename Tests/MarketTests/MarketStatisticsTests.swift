import Market
import Testing

@Suite struct MarketStatisticsTests {
    private let last = Day(iso: "2025-02-20")!

    private func candle(daysAgo: Int) -> Candle {
        Candle(
            day: last - daysAgo, high: daysAgo == 10 ? 500 : nil, low: daysAgo == 12 ? 1 : nil, close: 100 + Double(daysAgo),
            volume: daysAgo == 0 ? 7 : nil)
    }

    private func candles(_ count: Int, without missing: Set<Int> = []) -> [Candle] {
        let days = (0..<count).reversed().filter { !missing.contains($0) }
        return days.map(candle)
    }

    @Test func changesAreAgainstTheClosesOfExactlyThoseDays() throws {
        let statistics = try #require(MarketStatistics(candles: candles(31), supply: 10))
        #expect(statistics.price == 100)
        #expect(statistics.day == last)
        let expected: [Int: Double] = [1: 100 / 101.0 - 1, 3: 100 / 103.0 - 1, 7: 100 / 107.0 - 1, 30: 100 / 130.0 - 1]
        #expect(statistics.changes == expected)
        #expect(statistics.volume == 7)
        #expect(statistics.marketValue == 1000)
    }

    @Test func aMissingDayMakesItsChangeMissing() throws {
        let statistics = try #require(MarketStatistics(candles: candles(31, without: [3, 30])))
        #expect(Set(statistics.changes.keys) == [1, 7])
        #expect(statistics.supply == nil)
        #expect(statistics.marketValue == nil)
    }

    @Test func highestAndLowestAreOfThePeriod() throws {
        let month = try #require(MarketStatistics(candles: candles(31), periodDays: 30))
        #expect(month.high == 500)
        #expect(month.low == 1)
        let week = try #require(MarketStatistics(candles: candles(31), periodDays: 7))
        #expect(week.high == 106)
        #expect(week.low == 100)
    }

    @Test func theChangeOver12HoursNeedsAQuoteOfThatTime() throws {
        func change(_ quotes: [(hour: Double, price: Double)]) throws -> Double? {
            try #require(
                MarketStatistics(candles: candles(1), quotes: quotes.map { Quote(time: Int($0.hour * 3600), price: $0.price) })
            ).changeOf12Hours
        }
        #expect(try change([]) == nil)
        #expect(try change([(20, 100)]) == nil)
        #expect(try change([(8, 80), (20, 100)]) == 0.25)
        #expect(try change([(8.4, 80), (20, 100)]) == 0.25)
        #expect(try change([(8.6, 80), (20, 100)]) == nil)
        #expect(try change([(7, 50), (8, 80), (9, 90), (20, 100)]) == 0.25)
        let quotes = [Quote(time: 8 * 3600, price: 80), Quote(time: 20 * 3600, price: 100)]
        for (hours, expected) in [(21, 0.25), (22, nil)] as [(Int, Double?)] {
            let statistics = MarketStatistics(candles: candles(1), quotes: quotes, now: hours * 3600)
            #expect(statistics?.changeOf12Hours == expected, "at \(hours) o'clock")
        }
    }

    @Test func nothingIsKnownOfNoCandles() {
        #expect(MarketStatistics(candles: []) == nil)
    }
}
