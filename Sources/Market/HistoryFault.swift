/// A fault in a stored price history.
public enum HistoryFault: Hashable, Sendable, CustomStringConvertible {
    /// Days without a close between two days that have one.
    case gap(first: Day, last: Day)
    /// A close more than ``PriceFile/largestDailyRatio`` times the previous one, or less than the reciprocal.
    case jump(day: Day, from: Double, to: Double)
    /// A single close far above or below both its neighbours (``CloseJump/spikeRatio``). `after` is nil for the last close.
    case spike(day: Day, close: Double, before: Double, after: Double?)
    /// More than 5 % of the closes equal the previous one: a pegged coin or a coarsely rounded price.
    case unchanged(days: Int, of: Int)
    /// The last close is older than yesterday.
    case stale(last: Day, days: Int)

    /// Finds all faults of a history. Gaps, jumps and spikes come first, in order of days.
    ///
    /// - Parameters:
    ///   - candles: ascending by day.
    ///   - today: the first day that has not ended (UTC).
    public static func all(in candles: [Candle], today: Day) -> [HistoryFault] {
        var faults: [HistoryFault] = []
        for index in candles.indices.dropFirst() {
            let (before, candle) = (candles[index - 1], candles[index])
            if candle.day - before.day > 1 { faults.append(.gap(first: before.day + 1, last: candle.day - 1)) }
            if let doubt = doubt(at: index, in: candles) { faults.append(doubt) }
        }
        let unchanged = zip(candles, candles.dropFirst()).count { $0.close == $1.close }
        if unchanged * 20 > candles.count { faults.append(.unchanged(days: unchanged, of: candles.count)) }
        if let last = candles.last?.day, today - last > 1 { faults.append(.stale(last: last, days: today - last)) }
        return faults
    }

    /// Checks one close against its neighbours, and returns a jump or spike, or nil if the close is plausible.
    ///
    /// - Parameters:
    ///   - index: the position in `candles`. The first close is never doubtful.
    ///   - candles: ascending by day. The last close is compared with the two before it.
    public static func doubt(at index: Int, in candles: [Candle]) -> HistoryFault? {
        guard index > 0 else { return nil }
        let (before, candle) = (candles[index - 1], candles[index])
        if CloseJump.isJump(from: before.close, to: candle.close) {
            return .jump(day: candle.day, from: before.close, to: candle.close)
        }
        let after = index + 1 < candles.count ? candles[index + 1].close : nil
        guard CloseJump.isSpike(candle.close, before: before.close, after: after) else { return nil }
        // After a spike, the last close only returns to the previous level.
        if after == nil, index > 1, CloseJump.isSpike(before.close, before: candles[index - 2].close, after: candle.close) {
            return nil
        }
        return .spike(day: candle.day, close: candle.close, before: before.close, after: after)
    }

    /// A sentence with the days and values.
    public var description: String {
        switch self {
        case .gap(let first, let last):
            first == last ? "no close on \(first)" : "no closes from \(first) to \(last), \(last - first + 1) days"
        case .jump(let day, let from, let to):
            "the close jumps from \(PriceText.significant(from, digits: 6)) to \(PriceText.significant(to, digits: 6)) on \(day): "
                + "another coin under this ticker, or another unit"
        case .spike(let day, let close, let before, let after?):
            "the close of \(day) is \(Self.figure(close)), between \(Self.figure(before)) and \(Self.figure(after)): probably a wrong number"
        case .spike(let day, let close, let before, nil):
            "the last close, of \(day), is \(Self.figure(close)) after \(Self.figure(before)): check it"
        case .unchanged(let days, let count):
            "\(days) of \(count) closes equal the one before: a pegged coin or a coarsely rounded price"
        case .stale(let last, let days): "the last close is from \(last) (\(days.counted("day")) ago)"
        }
    }

    private static func figure(_ close: Double) -> String { PriceText.significant(close, digits: 6) }
}
