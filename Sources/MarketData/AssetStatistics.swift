import Market

extension MarketData {
    /// Returns the market statistics of an asset; nil if no close is stored.
    ///
    /// - Parameter periodDays: the number of days for the highest and lowest price, at least 1.
    package func statistics(of asset: Asset, periodDays: Int) async throws -> MarketStatistics? {
        try await listed([asset], periodDays: periodDays).first?.statistics
    }

    /// Returns assets with their statistics, in the order given.
    ///
    /// - Parameter periodDays: the number of days for the highest and lowest price, at least 1.
    package func listed(_ assets: [Asset], periodDays: Int) async throws -> [ListedAsset] {
        var listed: [ListedAsset] = []
        for start in stride(from: 0, to: assets.count, by: Self.assetsPerRead) {
            let end = min(start + Self.assetsPerRead, assets.count)
            listed += try await read(Array(assets[start..<end]), candles: ListedAsset.candleCount, periodDays: periodDays)
        }
        return listed
    }

    /// One read for each coin would spend most of its time on thread switches; one read for all would hold a century of candles of
    /// every coin in memory.
    private static let assetsPerRead = 50

    /// Returns an asset with its statistics and all its candles, from one state of the store.
    package func history(of asset: Asset, periodDays: Int) async throws -> ListedAsset {
        try await read([asset], candles: .max, periodDays: periodDays)[0]
    }

    private func read(_ assets: [Asset], candles count: Int, periodDays: Int) async throws -> [ListedAsset] {
        let now = now()
        let needed = max(periodDays, ListedAsset.candleCount)
        let recent = try await store.recentPrices(
            of: assets.map(\.id), count: max(count, needed), through: today, quotesSince: now - 2 * 86_400)
        return assets.map { asset in
            guard let prices = recent[asset.id] else { return ListedAsset(asset: asset, statistics: nil) }
            let statistics = MarketStatistics(
                candles: prices.candles.suffix(needed).map(\.candle), quotes: prices.quotes, now: now, supply: asset.supply,
                periodDays: periodDays)
            return ListedAsset(asset: asset, statistics: statistics, candles: prices.candles.suffix(count))
        }
    }
}
