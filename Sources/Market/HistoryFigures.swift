/// Figures of a price's past, computed from its closes. Only changes from one day to the next count: the change over a gap is not a
/// daily change.
public struct HistoryFigures: Equatable, Sendable {
    /// A close, or the change to it from the previous day's close.
    public struct Extreme: Equatable, Sendable {
        /// The day of the close.
        public let day: Day
        /// A price in quote currency per coin, or a ratio: 0.05 is a rise of 5 %.
        public let value: Double
    }

    /// The median daily change, up or down, of the last year; nil without two days in a row.
    public let typicalChange: Double?
    /// The largest rise and the deepest fall from one day to the next; nil without two days in a row.
    public let bestDay: Extreme?, worstDay: Extreme?
    /// The deepest fall from a peak to a later close, as a negative ratio; 0 for a price that has never fallen.
    public let deepestFall: Double
    /// The change since the close 365 days before the last; nil if that day has none.
    public let yearChange: Double?

    /// The days of ``typicalChange``.
    public static let yearDays = 365

    /// Computes the figures.
    ///
    /// - Parameter candles: ascending by day.
    /// - Returns: nil if there are none.
    public init?(_ candles: [Candle]) {
        guard let last = candles.last else { return nil }
        let changes = zip(candles, candles.dropFirst()).filter { $1.day - $0.day == 1 }
            .map { Extreme(day: $1.day, value: $1.close / $0.close - 1) }
        bestDay = changes.max { $0.value < $1.value }
        worstDay = changes.min { $0.value < $1.value }
        let sizes = changes.filter { $0.day > last.day - Self.yearDays }.map(\.value.magnitude).sorted()
        typicalChange = sizes.isEmpty ? nil : sizes[(sizes.count - 1) / 2]
        deepestFall = Self.deepestFall(candles)
        let before = candles.last { $0.day <= last.day - Self.yearDays }
        yearChange = before.flatMap { $0.day == last.day - Self.yearDays ? last.close / $0.close - 1 : nil }
    }

    private static func deepestFall(_ candles: [Candle]) -> Double {
        var (peak, deepest) = (0.0, 0.0)
        for candle in candles {
            peak = max(peak, candle.close)
            deepest = min(deepest, candle.close / peak - 1)
        }
        return deepest
    }
}

/// The lowest and the highest close of a period.
public struct CloseExtremes: Equatable, Sendable {
    public let low: HistoryFigures.Extreme, high: HistoryFigures.Extreme
    /// The last close of the period.
    public let last: Double

    /// Finds the lowest and the highest close. If several are equal, the latest counts.
    ///
    /// - Parameter candles: ascending by day.
    /// - Returns: nil if there are none.
    public init?(_ candles: some Sequence<Candle>) {
        var low: HistoryFigures.Extreme?, high: HistoryFigures.Extreme?, last = 0.0
        for candle in candles {
            last = candle.close
            if last <= low?.value ?? .infinity { low = .init(day: candle.day, value: last) }
            if last >= high?.value ?? -.infinity { high = .init(day: candle.day, value: last) }
        }
        guard let low, let high else { return nil }
        (self.low, self.high, self.last) = (low, high, last)
    }
}
