import Market
import Testing

@Suite struct CandleIntervalTests {
    @Test func weeksBeginOnMondays() {
        // 2025-02-17 was a Monday, 2025-02-23 a Sunday; 1969-12-29 was a Monday too.
        for day in 17...23 {
            #expect(CandleInterval.week.start(of: Day(iso: "2025-02-\(day)")!) == Day(iso: "2025-02-17")!)
        }
        #expect(CandleInterval.week.start(of: Day(iso: "1969-12-31")!) == Day(iso: "1969-12-29")!)
        #expect(CandleInterval.month.start(of: Day(iso: "2024-02-29")!) == Day(iso: "2024-02-01")!)
        #expect(CandleInterval.day.start(of: Day(iso: "2024-02-29")!) == Day(iso: "2024-02-29")!)
    }

    @Test func aWeekHasTheFirstOpenTheHighestHighTheLowestLowTheLastCloseAndAllVolume() {
        let monday = Day(iso: "2025-02-17")!
        let candles = [
            Candle(day: monday, open: 10, high: 14, low: 9, close: 12, volume: 100),
            Candle(day: monday + 1, open: 12, high: 13, low: 7, close: 8, volume: 50),
            Candle(day: monday + 7, open: 8, high: 9, low: 8, close: 9, volume: 5),
        ]
        let weeks = CandleInterval.week.group(candles)
        #expect(weeks.map(\.start) == [monday, monday + 7])
        #expect(weeks.map(\.open) == [10, 8])
        #expect(weeks.map(\.high) == [14, 9])
        #expect(weeks.map(\.low) == [7, 8])
        #expect(weeks.map(\.close) == [8, 9])
        #expect(weeks.map(\.volume) == [150, 5])
        #expect(weeks.map(\.days) == [2, 1])
        #expect(weeks[0].lastDay == monday + 1)
    }

    @Test func whatADayLacksItsWeekLacks() {
        let monday = Day(iso: "2025-02-17")!
        let week = CandleInterval.week.group([
            Candle(day: monday, high: 14, close: 12, volume: 3), Candle(day: monday + 1, close: 8),
        ])[0]
        #expect(week.high == nil)
        #expect(week.low == nil)
        #expect(week.volume == nil)
        #expect(week.close == 8)
    }

    @Test func daysAreGroupsOfOne() {
        let first = Day(iso: "2025-02-17")!
        let candles = (0..<5).map { Candle(day: first + 2 * $0, close: Double($0 + 1)) }
        #expect(CandleInterval.day.group(candles).map(\.close) == [1, 2, 3, 4, 5])
        #expect(CandleInterval.day.group([]).isEmpty)
    }
}
