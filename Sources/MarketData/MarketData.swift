import Market
import Store

/// The assets, closes and quotes of a store, which are shared by all owners.
package final class MarketData: Sendable {
    package let store: Store
    /// The clock, in seconds since 1970-01-01 UTC.
    package let now: @Sendable () -> Int

    /// Creates the market data of a store.
    ///
    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: Store, now: @escaping @Sendable () -> Int) { (self.store, self.now) = (store, now) }

    /// The first day that has not ended.
    package var today: Day { Day(secondsSince1970: now()) }

    /// Finds, adds and removes assets.
    package var directory: AssetDirectory { AssetDirectory(store) }
    /// Reads stored closes as histories that a model can forecast from.
    package var histories: StoredHistories { StoredHistories(store, now: now) }
    /// Stores closes from users.
    package var closeImport: CloseImport { CloseImport(self) }
}
