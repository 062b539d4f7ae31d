import Market

/// The storage that market data needs.
package typealias MarketStore = AssetRepository & CandleRepository

/// The assets, closes and quotes of a store, which are shared by all owners.
package final class MarketData: Sendable {
    /// The stored assets.
    package let assets: any AssetRepository
    /// Their candles and quotes.
    package let candles: any CandleRepository
    /// The clock, in seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int

    /// Creates the market data of a store.
    ///
    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: any MarketStore, now: @escaping @Sendable () -> Int) {
        (assets, candles, self.now) = (store, store, now)
    }

    /// Creates the market data of two repositories.
    package init(_ assets: any AssetRepository, _ candles: any CandleRepository, now: @escaping @Sendable () -> Int) {
        (self.assets, self.candles, self.now) = (assets, candles, now)
    }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    /// Finds, adds and removes assets.
    package var directory: AssetDirectory { AssetDirectory(assets) }
    /// Reads stored closes as histories that a model can forecast from.
    package var histories: StoredHistories { StoredHistories(candles, now: now) }
    /// Stores closes from users.
    package var closeImport: CloseImport { CloseImport(self) }
}
