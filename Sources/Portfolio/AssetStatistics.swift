import Market

extension Portfolio {
    /// What a market page tells of an asset, nil where no close is stored.
    ///
    /// - Parameter periodDays: how many days the highest and lowest price are of, at least 1.
    package func statistics(of asset: Asset, periodDays: Int) async throws -> MarketStatistics? {
        let stored = try await repositories.candles.newestCandles(of: asset.id, count: max(periodDays, 31), through: today)
        guard !stored.isEmpty else { return nil }
        let quotes = try await repositories.candles.quotes(of: asset.id, since: time - 2 * 86_400)
        return MarketStatistics(
            candles: stored.map(\.candle), quotes: quotes, now: time, supply: asset.supply, periodDays: periodDays)
    }
}
