/// What is wrong with stored closes.
public enum HistoryFault: Hashable, Sendable, CustomStringConvertible {
    /// Days without a close between two that have one.
    case gap(first: Day, last: Day)
    /// A close more than ``PriceFile/largestDailyRatio`` times the one before, or less than its reciprocal.
    case jump(day: Day, from: Double, to: Double)
    /// More than a twentieth of the closes equal the one before: a pegged coin or a coarsely rounded price.
    case unchanged(days: Int, of: Int)
    /// The last close is older than yesterday's.
    case stale(last: Day, days: Int)

    /// All faults, in order of their days.
    ///
    /// - Parameters:
    ///   - candles: days ascending.
    ///   - today: the first day that has not ended.
    public static func all(in candles: [Candle], today: Day) -> [HistoryFault] {
        var faults: [HistoryFault] = []
        for (before, candle) in zip(candles, candles.dropFirst()) {
            if candle.day - before.day > 1 { faults.append(.gap(first: before.day + 1, last: candle.day - 1)) }
            if let jump = jump(from: before, to: candle) { faults.append(jump) }
        }
        let unchanged = zip(candles, candles.dropFirst()).count { $0.close == $1.close }
        if unchanged * 20 > candles.count { faults.append(.unchanged(days: unchanged, of: candles.count)) }
        if let last = candles.last?.day, today - last > 1 { faults.append(.stale(last: last, days: today - last)) }
        return faults
    }

    /// The jumps alone, in order of their days.
    ///
    /// - Parameter candles: days ascending.
    package static func jumps(in candles: [Candle]) -> [HistoryFault] {
        zip(candles, candles.dropFirst()).compactMap { jump(from: $0, to: $1) }
    }

    private static func jump(from before: Candle, to candle: Candle) -> HistoryFault? {
        let ratio = max(candle.close / before.close, before.close / candle.close)
        return ratio > PriceFile.largestDailyRatio ? .jump(day: candle.day, from: before.close, to: candle.close) : nil
    }

    /// A sentence with the days and figures.
    public var description: String {
        switch self {
        case .gap(let first, let last):
            first == last ? "no close on \(first)" : "no closes from \(first) to \(last), \(last - first + 1) days"
        case .jump(let day, let from, let to):
            "the close jumps from \(PriceText.significant(from, digits: 6)) to \(PriceText.significant(to, digits: 6)) on \(day): "
                + "another coin under this ticker, or another unit"
        case .unchanged(let days, let count):
            "\(days) of \(count) closes equal the one before: a pegged coin or a coarsely rounded price"
        case .stale(let last, let days): "the last close is of \(last), \(days) days ago"
        }
    }
}
