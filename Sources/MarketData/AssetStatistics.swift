import Market

extension MarketData {
    /// Returns the market statistics of an asset; nil if no close is stored.
    ///
    /// - Parameter periodDays: the number of days for the highest and lowest price, at least 1.
    package func statistics(of asset: Asset, periodDays: Int) async throws -> MarketStatistics? {
        let stored = try await candles.newestCandles(of: asset.id, count: max(periodDays, 31), through: today)
        guard !stored.isEmpty else { return nil }
        let quotes = try await candles.quotes(of: asset.id, since: now() - 2 * 86_400)
        return MarketStatistics(
            candles: stored.map(\.candle), quotes: quotes, now: now(), supply: asset.supply, periodDays: periodDays)
    }
}
