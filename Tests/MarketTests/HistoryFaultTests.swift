import Market
import Testing

@Suite struct HistoryFaultTests {
    private let first = Day(iso: "2025-01-01")!

    private func candles(_ closes: [Double?]) -> [Candle] {
        closes.enumerated().compactMap { index, close in close.map { Candle(day: first + index, close: $0) } }
    }

    @Test func aWholeHistoryHasNoFault() {
        let whole = candles((1...40).map { Double($0) + 100 })
        #expect(HistoryFault.all(in: whole, today: first + 40) == [])
    }

    @Test func gapsAndJumpsAreReportedWithTheirDays() {
        let broken = candles([10, nil, nil, 11, 250, 251, nil, 252])
        #expect(
            HistoryFault.all(in: broken, today: first + 8) == [
                .gap(first: first + 1, last: first + 2), .jump(day: first + 4, from: 11, to: 250),
                .gap(first: first + 6, last: first + 6),
            ])
    }

    @Test func oldAndUnchangedClosesAreReported() {
        let flat = candles([1, 1, 1, 2])
        #expect(
            HistoryFault.all(in: flat, today: first + 10) == [.unchanged(days: 2, of: 4), .stale(last: first + 3, days: 7)])
    }

    @Test func eachFaultIsASentenceWithItsFigures() {
        #expect("\(HistoryFault.gap(first: first, last: first))" == "no close on 2025-01-01")
        #expect("\(HistoryFault.gap(first: first, last: first + 2))" == "no closes from 2025-01-01 to 2025-01-03, 3 days")
        #expect("\(HistoryFault.stale(last: first, days: 2))" == "the last close is from 2025-01-01 (2 days ago)")
    }

    @Test func aSingleCloseFarFromItsNeighboursIsASpike() {
        func faults(_ closes: [Double]) -> [HistoryFault] {
            HistoryFault.all(in: closes.enumerated().map { Candle(day: first + $0, close: $1) }, today: first + closes.count)
        }
        #expect(faults([10, 11, 100, 12]) == [.spike(day: first + 2, close: 100, before: 11, after: 12)])
        #expect(faults([10, 11, 1.1, 12]) == [.spike(day: first + 2, close: 1.1, before: 11, after: 12)])
        #expect(faults([10, 11, 50, 45, 40]) == [], "a rise that lasts is a market")
        #expect(faults([10, 11, 100, 90, 80]) == [.shift(day: first + 2, from: 11, to: 100)])
        #expect(faults([10, 11, 50, 12]) == [], "below five times")
        #expect(faults([10, 11, 100]) == [.spike(day: first + 2, close: 100, before: 11, after: nil)])
        #expect(faults([10, 11, 11_000]) == [.jump(day: first + 2, from: 11, to: 11_000)])
        #expect("\(faults([10, 11, 100, 12])[0])" == "the close of 2025-01-03 is 100, between 11 and 12: probably a wrong number")
    }
}
