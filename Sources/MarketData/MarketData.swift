import Market

/// What a store of market data has to offer.
package typealias MarketStore = AssetRepository & CandleRepository

/// The assets, closes and quotes of a store. They belong to no owner: everybody sees the same ones.
package struct MarketData: Sendable {
    /// Where assets are stored.
    package let assets: any AssetRepository
    /// Where their candles and quotes are stored.
    package let candles: any CandleRepository
    /// Seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int

    /// The market data of a store.
    ///
    /// - Parameter now: the clock, seconds since 1970-01-01 UTC.
    package init(_ store: any MarketStore, now: @escaping @Sendable () -> Int) {
        (assets, candles, self.now) = (store, store, now)
    }

    /// The market data of two repositories.
    package init(_ assets: any AssetRepository, _ candles: any CandleRepository, now: @escaping @Sendable () -> Int) {
        (self.assets, self.candles, self.now) = (assets, candles, now)
    }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    /// Finds, adds and removes assets.
    package var directory: AssetDirectory { AssetDirectory(assets) }
    /// Reads stored closes as histories that a model can forecast from.
    package var histories: StoredHistories { StoredHistories(candles, now: now) }
    /// Stores closes that people send.
    package var closeImport: CloseImport { CloseImport(self) }
}
