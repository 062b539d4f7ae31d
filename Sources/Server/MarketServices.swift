import Market
import Portfolio

/// What the controllers of assets and forecasts work with, beside the repositories. The composition root makes one.
package struct MarketServices: Sendable {
    /// Brings an asset's closes up to date within a deadline.
    package typealias Refresh = @Sendable (_ asset: Asset, _ deadlineSeconds: Double) async -> RefreshedCloses

    let diary: any DiaryRepository
    let refresh: Refresh?
    let storeVersion: StoreVersion
    /// Issued forecasts of stored assets; its counts are for the metrics.
    package let forecasts: ForecastCache

    /// - Parameters:
    ///   - refresh: nil where providers are not to be asked.
    ///   - storeVersion: tells whether something stored has changed.
    ///   - cacheBytes: how much memory the answers of issued forecasts may take.
    package init(
        diary: any DiaryRepository, refresh: Refresh? = nil, storeVersion: StoreVersion, cacheBytes: Int = 16 << 20
    ) {
        (self.diary, self.refresh, self.storeVersion) = (diary, refresh, storeVersion)
        forecasts = ForecastCache(maximumBytes: cacheBytes)
    }
}

/// What became of an attempt to bring an asset's closes up to date.
package struct RefreshedCloses: Sendable {
    /// The last stored day now.
    let newest: Day?
    let added: Int
    /// How many stored closes providers now tell otherwise.
    let differing: Int
    let providers: [String]
    /// Why no closes came; it names no key.
    let failure: String?

    package init(newest: Day?, added: Int, differing: Int, providers: [String], failure: String?) {
        (self.newest, self.added, self.differing) = (newest, added, differing)
        (self.providers, self.failure) = (providers, failure)
    }
}
