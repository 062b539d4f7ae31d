import JSONText
import Market
import Text

/// The stored closes of an asset by day, week or month, as JSON and CSV.
package struct MarketHistory: Sendable {
    /// An interval with the sorted sources of its days and the time of the newest retrieval.
    package struct Row: Sendable {
        package let candle: IntervalCandle
        package let sources: [String]
        package let retrievedAt: Int
    }

    package let asset: Asset
    package let interval: CandleInterval
    package let rows: [Row]

    /// - Parameter stored: candles, oldest first.
    package init(asset: Asset, interval: CandleInterval, stored: [StoredCandle]) {
        (self.asset, self.interval) = (asset, interval)
        var next = 0
        rows = interval.group(stored.map(\.candle)).map { candle in
            let days = stored[next..<next + candle.days]
            next += candle.days
            return Row(candle: candle, sources: Set(days.map(\.source)).sorted(), retrievedAt: days.map(\.retrievedAt).max()!)
        }
    }

    private init(_ asset: Asset, _ interval: CandleInterval, _ rows: [Row]) {
        (self.asset, self.interval, self.rows) = (asset, interval, rows)
    }

    /// Returns some of the rows.
    package func page(_ range: Range<Int>) -> MarketHistory { MarketHistory(asset, interval, Array(rows[range])) }

    /// The header of the CSV.
    package static let columns = ["date", "open", "high", "low", "close", "volume", "source", "retrieved"]

    /// A header and one line per interval; `closecast history import` reads it back.
    package var csv: String {
        func cell(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
        return CSVText.line(Self.columns)
            + rows.map { row in
                let candle = row.candle
                return CSVText.line([
                    "\(candle.start)", cell(candle.open), cell(candle.high), cell(candle.low), "\(candle.close)",
                    cell(candle.volume),
                    row.sources.joined(separator: " "), MomentText.iso(row.retrievedAt),
                ])
            }.joined()
    }

    /// Writes the members of an object.
    package func write(_ writer: inout JSONWriter) {
        MarketDocuments.history.write(self, &writer)
        writer.member("candles", rows) { Self.write($0, &$1) }
    }

    /// Writes the members of one candle.
    package static func write(_ row: Row, _ writer: inout JSONWriter) {
        let candle = row.candle
        writer.member("date", candle.start.description)
        writer.member("open", candle.open)
        writer.member("high", candle.high)
        writer.member("low", candle.low)
        writer.member("close", candle.close)
        writer.member("volume", candle.volume)
        writer.member("days", candle.days)
        writer.member("source", row.sources.joined(separator: " "))
        writer.member("retrieved_at", MomentText.iso(row.retrievedAt))
    }
}
