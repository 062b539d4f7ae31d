import Market
import Testing

@Suite struct HistoryFiguresTests {
    private static let start = Day(iso: "2024-01-01")!

    private static func candles(_ closes: [(Int, Double)]) -> [Candle] { closes.map { Candle(day: start + $0.0, close: $0.1) } }

    @Test func changesOverAGapAreNoDaysChange() throws {
        // From day 1 to day 5 the price triples, but that is not one day.
        let figures = try #require(HistoryFigures(Self.candles([(0, 100), (1, 110), (5, 330), (6, 297)])))
        #expect(figures.bestDay?.day == Self.start + 1)
        #expect(abs(try #require(figures.bestDay).value - 0.1) < 1e-12)
        #expect(abs(try #require(figures.worstDay).value + 0.1) < 1e-12)
    }

    @Test func theDeepestFallIsFromAPeakToALaterClose() throws {
        let figures = try #require(HistoryFigures(Self.candles([(0, 10), (1, 100), (2, 60), (3, 80), (4, 40), (5, 90)])))
        #expect(abs(figures.deepestFall + 0.6) < 1e-12)
        #expect(HistoryFigures(Self.candles([(0, 1), (1, 2)]))?.deepestFall == 0)
    }

    @Test func theYearNeedsTheCloseOfExactlyThatDay() throws {
        let whole = (0...365).map { ($0, $0 == 0 ? 50.0 : 100.0) }
        #expect(abs(try #require(HistoryFigures(Self.candles(whole))?.yearChange) - 1) < 1e-12)
        #expect(HistoryFigures(Self.candles(Array(whole.dropFirst())))?.yearChange == nil)
    }

    @Test func aTypicalDayIsTheMedianOfTheLastYear() throws {
        // 400 days of no change before 365 days of 1 % up.
        var closes: [(Int, Double)] = (0..<400).map { ($0, 100) }
        for day in 400..<765 { closes.append((day, closes[day - 1].1 * 1.01)) }
        #expect(abs(try #require(HistoryFigures(Self.candles(closes))?.typicalChange) - 0.01) < 1e-9)
        #expect(HistoryFigures(Self.candles([(0, 1)]))?.typicalChange == nil)
        #expect(HistoryFigures([]) == nil)
    }

    @Test func extremesAreTheLatestOfEqualOnes() throws {
        let extremes = try #require(CloseExtremes(Self.candles([(0, 5), (1, 9), (2, 5), (3, 9), (4, 7)])))
        #expect(extremes.low.day == Self.start + 2 && extremes.high.day == Self.start + 3 && extremes.last == 7)
        #expect(CloseExtremes([Candle]()) == nil)
    }
}
