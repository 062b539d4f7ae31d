/// How much time a row of a price history covers.
public enum CandleInterval: String, CaseIterable, Sendable {
    /// A UTC day.
    case day = "1d"
    /// Monday to Sunday, as ISO 8601 counts weeks.
    case week = "1w"
    /// A calendar month.
    case month = "1mo"

    /// The first day of the interval that holds a day.
    public func start(of day: Day) -> Day {
        switch self {
        case .day: day
        // 1970-01-01 was a Thursday, three days after a Monday.
        case .week: day - ((day.daysSince1970 + 3) % 7 + 7) % 7
        case .month: day - (day.civil.day - 1)
        }
    }

    /// The candles of whole intervals, oldest first: first open, highest high, lowest low, last close, sum of volumes.
    ///
    /// What some day of an interval lacks, the interval lacks: the highest of some days is not the highest of all. Days that are
    /// not stored count in ``IntervalCandle/days`` only.
    ///
    /// - Parameter candles: days ascending.
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

/// The trading of some days in a row, in quote currency per coin.
public struct IntervalCandle: Equatable, Sendable {
    /// The first day of the interval, stored or not.
    public let start: Day
    /// The last stored day in it.
    public private(set) var lastDay: Day
    /// How many of its days are stored.
    public private(set) var days = 1
    /// The price at the beginning of the first stored day.
    public let open: Double?
    /// The highest price.
    public private(set) var high: Double?
    /// The lowest price.
    public private(set) var low: Double?
    /// The price at the end of the last stored day.
    public private(set) var close: Double
    /// What was traded, in quote currency.
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
