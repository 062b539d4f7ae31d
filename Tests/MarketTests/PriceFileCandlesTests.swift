import Market
import Testing

/// The candles that an import reads from a file.
@Suite struct PriceFileCandlesTests {
    private let today = Day(iso: "2025-03-01")!

    private func candles(_ text: String) throws -> (candles: [Candle], notes: [String]) {
        let read = try PriceFile(Array(text.utf8), name: "BTC.csv").candles(endedBefore: today)
        return (read.candles, read.notes.map(\.description))
    }

    @Test func pricesAndVolumeOfADayComeAlong() throws {
        let (candles, notes) = try candles("date,open,high,low,close,Volume USD\n2025-02-01,1,4,0.5,2,100\n2025-02-02,2,3,2,3,\n")
        #expect(
            candles == [
                Candle(day: Day(iso: "2025-02-01")!, open: 1, high: 4, low: 0.5, close: 2, volume: 100),
                Candle(day: Day(iso: "2025-02-02")!, open: 2, high: 3, low: 2, close: 3),
            ])
        #expect(notes == [])
    }

    @Test func gapsStayGaps() throws {
        #expect(try candles("date,close\n2025-02-01,1\n2025-02-02,1\n2025-02-03,1\n2025-02-09,2\n").candles.count == 4)
    }

    @Test func theUnfinishedDayAndBadClosesAreLeftOutAndReported() throws {
        let (candles, notes) = try candles("date,close\n2025-02-26,1\n2025-02-27,0\n2025-02-28,\n2025-03-01,9\n")
        #expect(candles.map(\.day) == [Day(iso: "2025-02-26")!])
        #expect(
            notes == [
                "BTC.csv: the close of 2025-03-01 is left out: that day has not ended in UTC",
                "BTC.csv:3: 2 closes are missing, zero or not numbers; they are left out, the first on 2025-02-27",
            ])
    }

    @Test func storedCandlesAreCheckedAsThoseOfAFile() throws {
        let days = (0..<6).filter { $0 != 3 }.map { Candle(day: Day(iso: "2025-02-01")! + $0, close: 1) }
        let stored = CloseSeries(days, name: "stored closes of BTC")
        let error = #expect(throws: CloseSeriesError.self) {
            try stored.history(Ticker("BTC")!, CloseSeries.Selection(need: 5, today: today))
        }
        #expect(error?.description.hasPrefix("stored closes of BTC: 1 day is missing between 2025-02-03 and 2025-02-05") == true)
        let (history, notes) = try stored.history(Ticker("BTC")!, CloseSeries.Selection(need: 2, today: today))
        #expect(history.firstDay == Day(iso: "2025-02-05")!)
        #expect(notes.count == 1)
    }
}
