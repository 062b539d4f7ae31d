import Ledger
import Market

/// The closes of one coin that a paper match uses, starting before its first day.
package struct PaperCloses: Equatable, Sendable {
    package let asset: Asset
    /// The day of the first candle; nil without any.
    private let firstDay: Day?
    /// One a day from ``firstDay``; nil where none is stored.
    private let closes: [Double?]

    /// - Parameter candles: days ascending.
    package init(_ asset: Asset, _ candles: [Candle]) {
        self.asset = asset
        firstDay = candles.first?.day
        var closes: [Double?] = []
        for candle in candles {
            let gap = candle.day - candles[0].day - closes.count
            closes += [Double?](repeating: nil, count: gap) + [candle.close]
        }
        self.closes = closes
    }

    /// The last day with a close; nil without any.
    package var lastDay: Day? { firstDay.map { $0 + (closes.count - 1) } }

    /// The close of a day in US dollars per coin; nil if none is stored.
    package func close(on day: Day) -> Double? {
        guard let firstDay, closes.indices.contains(day - firstDay) else { return nil }
        return closes[day - firstDay]
    }

    /// The close of a day as an exact decimal; nil if none is stored, or if it rounds to 0 at the 18th place.
    func price(on day: Day) -> FixedDecimal? {
        close(on: day).flatMap { FixedDecimal(exactly: $0) }.flatMap { $0 > .zero ? $0 : nil }
    }

    /// Returns the `need` closes up to and including a day; nil if there are fewer, or if a forecast would refuse one of them.
    ///
    /// Closes after `day` are ignored.
    func history(through day: Day, need: Int) -> PriceHistory? {
        let candles = (day - (need - 1)...day).days.compactMap { day in close(on: day).map { Candle(day: day, close: $0) } }
        guard candles.count == need else { return nil }
        let selection = CloseSeries.Selection(need: need, today: day + 1, asOf: day)
        return try? CloseSeries(candles, name: asset.ticker.description).history(asset.ticker, selection).history
    }
}

extension ClosedRange<Day> {
    /// All days of the range in order.
    package var days: [Day] { (0...(upperBound - lowerBound)).map { lowerBound + $0 } }
}
