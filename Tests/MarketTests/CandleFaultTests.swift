import Market
import Testing

/// Candles whose values contradict each other.
@Suite struct CandleFaultTests {
    private static let day = Day(iso: "2024-10-25")!

    private func candle(_ open: Double?, _ high: Double?, _ low: Double?, _ close: Double) -> Candle {
        Candle(day: Self.day, open: open, high: high, low: low, close: close, volume: 7)
    }

    @Test func possibleCandlesHaveNoFault() {
        #expect(candle(nil, nil, nil, 5).fault == nil)
        #expect(candle(4, 6, 3, 5).fault == nil)
        #expect(candle(5, 5, 5, 5).fault == nil)
        #expect(candle(6, 5.999_998, 3, 5.999_999).fault == nil, "rounding")
    }

    @Test func eachContradictionIsFoundAndItsValuesLeftOut() {
        let cases: [(Candle, CandleFault, Candle)] = [
            (candle(5, 3, 6, 5), .lowAboveHigh(low: 6, high: 3), candle(5, nil, nil, 5)),
            (candle(4, 6, 3, 8), .closeAboveHigh(close: 8, high: 6), candle(4, nil, 3, 8)),
            (candle(4, 6, 3, 2), .closeBelowLow(close: 2, low: 3), candle(4, 6, nil, 2)),
            (candle(9, 6, 3, 5), .openAboveHigh(open: 9, high: 6), candle(nil, 6, 3, 5)),
            (candle(1, 6, 3, 5), .openBelowLow(open: 1, low: 3), candle(nil, 6, 3, 5)),
            (candle(0, 6, -3, 5), .notAPrice(name: "open", value: 0), candle(nil, 6, nil, 5)),
            (candle(9, .infinity, 3, 5), .notAPrice(name: "high", value: .infinity), candle(9, nil, 3, 5)),
            (candle(2, 4, 3, 8), .closeAboveHigh(close: 8, high: 4), candle(nil, nil, 3, 8)),
        ]
        for (given, fault, mended) in cases {
            #expect(given.fault == fault)
            #expect(given.withoutImpossibleValues == mended, "\(fault)")
            #expect(mended.fault == nil, "\(fault)")
        }
    }

    @Test func aHistoryCountsItsImpossibleCandles() {
        let candles = (0..<3).map { Candle(day: Self.day + $0, high: 3, low: 6, close: 5 + Double($0)) }
        let faults = HistoryFault.all(in: candles, today: Self.day + 3)
        #expect(faults == [.candles(days: 3, first: Self.day, fault: .lowAboveHigh(low: 6, high: 3))])
        #expect("\(faults[0])" == "3 candles are impossible, the first on 2024-10-25: low 6 is above the high 3")
        let one = HistoryFault.all(in: Array(candles.prefix(1)), today: Self.day + 1)
        #expect(one.map(\.description) == ["the candle of 2024-10-25 is impossible: low 6 is above the high 3"])
    }
}
