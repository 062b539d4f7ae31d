/// The period covered by one row of a price history.
public enum CandleInterval: String, CaseIterable, Sendable {
    /// A UTC day.
    case day = "1d"
    /// An ISO 8601 week, Monday to Sunday.
    case week = "1w"
    /// A calendar month.
    case month = "1mo"

    /// Returns the first day of the interval that contains `day`.
    public func start(of day: Day) -> Day {
        switch self {
        case .day: day
        // 1970-01-01 was a Thursday, three days after a Monday.
        case .week: day - ((day.daysSince1970 + 3) % 7 + 7) % 7
        case .month: day - (day.civil.day - 1)
        }
    }

    /// Aggregates daily candles into intervals, oldest first: first open, highest high, lowest low, last close, sum of volumes.
    ///
    /// A high, low or volume missing on any stored day makes the interval's value nil: the maximum of some days is not the
    /// maximum of all. Days without a candle only lower ``IntervalCandle/days``.
    ///
    /// - Parameter candles: daily candles, ascending by day.
    public func group(_ candles: [Candle]) -> [IntervalCandle] {
        var groups: [IntervalCandle] = []
        for candle in candles {
            let start = start(of: candle.day)
            if groups.last?.start == start {
                groups[groups.count - 1].add(candle)
            } else {
                groups.append(IntervalCandle(start: start, candle))
            }
        }
        return groups
    }
}

/// Aggregated trading over one interval, in quote currency per coin.
public struct IntervalCandle: Equatable, Sendable {
    /// The first calendar day of the interval, whether stored or not.
    public let start: Day
    /// The last stored day in the interval.
    public private(set) var lastDay: Day
    /// The number of stored days in the interval.
    public private(set) var days = 1
    /// The open of the first stored day.
    public let open: Double?
    /// The highest price; nil if any stored day has no high.
    public private(set) var high: Double?
    /// The lowest price; nil if any stored day has no low.
    public private(set) var low: Double?
    /// The close of the last stored day.
    public private(set) var close: Double
    /// The traded volume in quote currency; nil if any stored day has none.
    public private(set) var volume: Double?

    fileprivate init(start: Day, _ candle: Candle) {
        (self.start, lastDay, open, close) = (start, candle.day, candle.open, candle.close)
        (high, low, volume) = (candle.high, candle.low, candle.volume)
    }

    fileprivate mutating func add(_ candle: Candle) {
        func both(_ one: Double?, _ other: Double?, _ combine: (Double, Double) -> Double) -> Double? {
            if let one, let other { combine(one, other) } else { nil }
        }
        days += 1
        (lastDay, close) = (candle.day, candle.close)
        high = both(high, candle.high, max)
        low = both(low, candle.low, min)
        volume = both(volume, candle.volume, +)
    }
}
