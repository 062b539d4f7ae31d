import Market

/// Stores daily candles and intraday quotes.
package protocol CandleRepository: Sendable {
    /// Returns the stored range of each asset that has candles.
    func coverage() async throws -> [AssetID: CandleCoverage]
    /// Returns the stored candles of a range of days, oldest first. Days without a candle are omitted.
    func candles(of asset: AssetID, from first: Day, through last: Day) async throws -> [StoredCandle]
    /// Returns the newest `count` candles up to and including `last`, oldest first.
    func newestCandles(of asset: AssetID, count: Int, through last: Day) async throws -> [StoredCandle]
    /// Returns each asset's newest candle up to and including `last`. Assets without one are absent.
    func newestCandle(of assets: Set<AssetID>, through last: Day) async throws -> [AssetID: StoredCandle]
    /// Stores candles, all or none. Storing the same candles again changes nothing.
    ///
    /// A close that differs from the stored one by more than rounding (``CandleImport/isRounding(_:_:)``) is reported, and
    /// replaces it only if `replaces` is true. If the closes are equal, missing open, high, low and volume values are filled
    /// in.
    func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) async throws -> CandleImport
    /// Stores quotes. A quote replaces a stored one of the same second. Quotes more than three days older than the newest are
    /// dropped.
    func store(_ quotes: [Quote], of asset: AssetID, source: String) async throws
    /// Returns the stored quotes since `time` (seconds since 1970-01-01 UTC), oldest first.
    func quotes(of asset: AssetID, since time: Int) async throws -> [Quote]
    /// Returns for each asset what ``newestCandles(of:count:through:)`` and ``quotes(of:since:)`` return, from one state of the store.
    func recentPrices(
        of assets: [AssetID], count: Int, through last: Day, quotesSince time: Int
    ) async throws -> [AssetID: RecentPrices]
    /// Removes all candles and quotes of an asset, and returns the number of removed candles.
    func removeCandles(of asset: AssetID) async throws -> Int
}

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

    /// Creates a coverage.
    package init(first: Day, last: Day, count: Int, retrievedAt: Int) {
        (self.first, self.last, self.count, self.retrievedAt) = (first, last, count, retrievedAt)
    }

    /// The number of missing days between the first and the last.
    package var missing: Int { last - first + 1 - count }
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

        /// Creates a change.
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

    /// Creates an empty result.
    package init() {}

    /// Returns true if two closes differ by rounding at most: 1e-6 of the larger, about seven significant digits.
    package static func isRounding(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 * max(abs(one), abs(other)) }
}
