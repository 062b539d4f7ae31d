import Market
import MarketData
import Server

/// Rows of lists of coins.
struct MarketRows: Sendable {
    let parts: ServerParts
    let outlooks: CoinOutlooks

    /// Returns a row for each coin in the order given; coins without closes have none.
    func rows(of listed: [ListedAsset], favourites: Set<AssetID>) async throws -> [MarketRow] {
        var rows: [MarketRow] = []
        for coin in listed {
            guard let statistics = coin.statistics else { continue }
            let stored = try await parts.market.candles.newestCandles(of: coin.asset.id, count: 31, through: parts.market.today)
            rows.append(
                MarketRow(
                    asset: coin.asset, statistics: statistics, closes: stored.map(\.candle.close),
                    isSimulated: stored.last?.source == "sample",
                    outlook: outlooks.known(of: coin.asset, cutoff: statistics.day),
                    isFavourite: favourites.contains(coin.asset.id)))
        }
        return rows
    }
}
