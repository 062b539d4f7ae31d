import Market

/// The newest candles of an asset and its quotes of the last hours, oldest first.
package struct RecentPrices: Equatable, Sendable {
    package let candles: [StoredCandle]
    package let quotes: [Quote]

    package init(candles: [StoredCandle], quotes: [Quote]) { (self.candles, self.quotes) = (candles, quotes) }
}

/// The range of stored days of an asset.
package struct CandleCoverage: Equatable, Sendable {
    /// The first stored day.
    package let first: Day
    /// The last stored day.
    package let last: Day
    /// The number of stored days. With gaps it is less than the number of days from `first` to `last`.
    package let count: Int
    /// The time of the newest retrieval, in seconds since 1970-01-01 UTC.
    package let retrievedAt: Int

    /// The days in gaps that rates of a currency usually have: weekends and holidays. 0 for other assets.
    package var usualGapDays = 0

    package init(first: Day, last: Day, count: Int, retrievedAt: Int) {
        (self.first, self.last, self.count, self.retrievedAt) = (first, last, count, retrievedAt)
    }

    /// The number of missing days between the first and the last.
    package var missing: Int { last - first + 1 - count - usualGapDays }
}

/// The result of storing candles.
package struct CandleImport: Equatable, Sendable {
    /// A close that differs from the stored one.
    package struct Change: Equatable, Sendable {
        /// The day of the close.
        package let day: Day
        /// The stored close.
        package let old: Double
        /// The source of the stored close.
        package let oldSource: String
        /// The imported close.
        package let new: Double

        package init(day: Day, old: Double, oldSource: String, new: Double) {
            (self.day, self.old, self.oldSource, self.new) = (day, old, oldSource, new)
        }
    }

    /// The number of newly stored days.
    package var added = 0
    /// The number of days whose close equals the stored one.
    package var unchanged = 0
    /// Closes that differ from the stored ones, oldest first.
    package var changes: [Change] = []
    /// Whether the closes in ``changes`` replaced the stored ones.
    package var isReplaced = false
    /// The days without a close between stored and imported ones, oldest first.
    package var gaps: [ClosedRange<Day>] = []

    package init() {}

    /// Returns true if two closes differ by rounding at most: 1e-6 of the larger, about seven significant digits.
    package static func isRounding(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 * max(abs(one), abs(other)) }
}
