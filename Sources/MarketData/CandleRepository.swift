import Market

/// Keeps daily candles and quotes of assets.
package protocol CandleRepository: Sendable {
    /// Which days are stored of each asset that has any.
    func coverage() async throws -> [AssetID: CandleCoverage]
    /// Stored candles of the days, oldest first; days without one are left out.
    func candles(of asset: AssetID, from first: Day, through last: Day) async throws -> [StoredCandle]
    /// The newest `count` candles up to a day, oldest first.
    func newestCandles(of asset: AssetID, count: Int, through last: Day) async throws -> [StoredCandle]
    /// The newest candle up to a day of each of the assets that has one.
    func newestCandle(of assets: Set<AssetID>, through last: Day) async throws -> [AssetID: StoredCandle]
    /// Stores candles, all or none of them. Storing the same again changes nothing.
    ///
    /// A close that differs from the stored one by more than rounding (``CandleImport/isRounding(_:_:)``) is reported, and replaced
    /// only where `replaces` is true. An equal close fills in open, high, low and volume where they were missing.
    func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) async throws -> CandleImport
    /// Stores quotes; one of the same second is replaced. Those older than three days before the newest are dropped.
    func store(_ quotes: [Quote], of asset: AssetID, source: String) async throws
    /// Stored quotes from a moment on, oldest first.
    func quotes(of asset: AssetID, since time: Int) async throws -> [Quote]
    /// Removes all candles and quotes of an asset, and returns how many candles there were.
    func removeCandles(of asset: AssetID) async throws -> Int
}

/// Which days of an asset are stored.
package struct CandleCoverage: Equatable, Sendable {
    /// The first stored day.
    package let first: Day
    /// The last stored day.
    package let last: Day
    /// How many days are stored; fewer than from `first` through `last` where there are gaps.
    package let count: Int
    /// Seconds since 1970-01-01 UTC of the newest retrieval.
    package let retrievedAt: Int

    /// Stored days.
    package init(first: Day, last: Day, count: Int, retrievedAt: Int) {
        (self.first, self.last, self.count, self.retrievedAt) = (first, last, count, retrievedAt)
    }

    /// Days between the first and the last that are missing.
    package var missing: Int { last - first + 1 - count }
}

/// What storing candles did.
package struct CandleImport: Equatable, Sendable {
    /// A close that differs from the stored one.
    package struct Change: Equatable, Sendable {
        /// Its day.
        package let day: Day
        /// What was stored.
        package let old: Double
        /// Where that came from.
        package let oldSource: String
        /// What the import has.
        package let new: Double

        /// A difference.
        package init(day: Day, old: Double, oldSource: String, new: Double) {
            (self.day, self.old, self.oldSource, self.new) = (day, old, oldSource, new)
        }
    }

    /// Days that were new.
    package var added = 0
    /// Days whose close is the stored one.
    package var unchanged = 0
    /// Closes that differ, oldest first.
    package var changes: [Change] = []
    /// Whether the closes of ``changes`` took the places of the stored ones.
    package var isReplaced = false

    /// An import of nothing.
    package init() {}

    /// Whether two closes differ by no more than rounding: 1e-6 of the larger, as of seven significant digits.
    package static func isRounding(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-6 * max(abs(one), abs(other)) }
}
