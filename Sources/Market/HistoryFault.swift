import Text

/// A fault in a stored price history.
public enum HistoryFault: Hashable, Sendable, CustomStringConvertible {
    /// Days without a close between two days that have one.
    case gap(first: Day, last: Day)
    /// A close on an implausibly different level than the previous one, on which the price stays.
    case jump(day: Day, from: Double, to: Double)
    /// A close on a different level than the previous one, for a possible reason: a split, another unit or a rare move.
    case shift(day: Day, from: Double, to: Double)
    /// A close far above or below those before and after it. `after` is nil for the last close.
    case spike(day: Day, close: Double, before: Double, after: Double?)
    /// Opens, highs and lows that contradict each other or the close; the day is that of the first.
    case candles(days: Int, first: Day, fault: CandleFault)
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
        var doubts = datedDoubts(in: candles)[...]
        for index in candles.indices.dropFirst() {
            let (before, candle) = (candles[index - 1], candles[index])
            if candle.day - before.day > 1 { faults.append(.gap(first: before.day + 1, last: candle.day - 1)) }
            if doubts.first?.day == candle.day { faults.append(doubts.removeFirst().fault) }
        }
        if let impossible = impossibleCandles(in: candles) { faults.append(impossible) }
        let unchanged = zip(candles, candles.dropFirst()).count { $0.close == $1.close }
        if unchanged * 20 > candles.count { faults.append(.unchanged(days: unchanged, of: candles.count)) }
        if let last = candles.last?.day, today - last > 1 { faults.append(.stale(last: last, days: today - last)) }
        return faults
    }

    /// Finds opens, highs and lows that contradict each other or the close; nil if there are none.
    package static func impossibleCandles(in candles: [Candle]) -> HistoryFault? {
        let impossible = candles.lazy.compactMap { candle in candle.fault.map { (day: candle.day, fault: $0) } }
        return impossible.first.map { .candles(days: impossible.count, first: $0.day, fault: $0.fault) }
    }

    /// Finds jumps, shifts and spikes on the days after one, in order.
    ///
    /// - Parameter candles: ascending by day.
    public static func doubts(in candles: [Candle], after day: Day) -> [HistoryFault] {
        datedDoubts(in: candles).filter { $0.day > day }.map(\.fault)
    }

    /// Checks one close against those around it, and returns a jump, shift or spike, or nil if the close is plausible.
    ///
    /// - Parameters:
    ///   - index: the position in `candles`. The first close is never doubtful.
    ///   - candles: ascending by day.
    public static func doubt(at index: Int, in candles: [Candle]) -> HistoryFault? {
        datedDoubts(in: candles).first { $0.day == candles[index].day }?.fault
    }

    private static func datedDoubts(in candles: [Candle]) -> [(day: Day, fault: HistoryFault)] {
        OddClose.all(in: candles).flatMap { odd in
            let before = candles[odd.before].close
            return candles[odd.indices].map { candle in
                let fault: HistoryFault =
                    switch odd.shape {
                    case .spike:
                        .spike(day: candle.day, close: candle.close, before: before, after: candles[odd.indices.upperBound].close)
                    case .last where !odd.isCertain: .spike(day: candle.day, close: candle.close, before: before, after: nil)
                    case .shift where !odd.isCertain: .shift(day: candle.day, from: before, to: candle.close)
                    case .last, .shift: .jump(day: candle.day, from: before, to: candle.close)
                    }
                return (candle.day, fault)
            }
        }
    }

    /// A sentence with the days and values.
    public var description: String {
        switch self {
        case .gap(let first, let last):
            first == last ? "no close on \(first)" : "no closes from \(first) to \(last), \(last - first + 1) days"
        case .jump(let day, let from, let to):
            "the close jumps from \(PriceText.significant(from, digits: 6)) to \(PriceText.significant(to, digits: 6)) on \(day): "
                + "another coin under this ticker, or another unit"
        case .shift(let day, let from, let to):
            "the close goes from \(Self.figure(from)) to \(Self.figure(to)) on \(day) and stays there: "
                + "a split, another unit or a rare market move"
        case .spike(let day, let close, let before, let after?):
            "the close of \(day) is \(Self.figure(close)), between \(Self.figure(before)) and \(Self.figure(after)): probably a wrong number"
        case .spike(let day, let close, let before, nil):
            "the last close, of \(day), is \(Self.figure(close)) after \(Self.figure(before)): check it"
        case .candles(let days, let first, let fault):
            days == 1
                ? "the candle of \(first) is impossible: \(fault)"
                : "\(days) candles are impossible, the first on \(first): \(fault)"
        case .unchanged(let days, let count):
            "\(days) of \(count) closes equal the one before: a pegged coin or a coarsely rounded price"
        case .stale(let last, let days): "the last close is from \(last) (\(days.counted("day")) ago)"
        }
    }

    /// ``description``, and how impossible values are stored.
    package var importNote: String {
        if case .candles = self { "\(self); the impossible values are left out, the close is kept" } else { description }
    }

    static func figure(_ close: Double) -> String { PriceText.significant(close, digits: 6) }
}
