import Market
import MarketData

/// Rows of lists of coins.
struct MarketRows: Sendable {
    let outlooks: CoinOutlooks

    /// Returns a row for each coin in the order given; coins without closes have none.
    func rows(of listed: [ListedAsset], favourites: Set<AssetID>) -> [MarketRow] {
        listed.compactMap { coin in
            coin.statistics.map { statistics in
                MarketRow(
                    asset: coin.asset, statistics: statistics, closes: coin.candles.map(\.candle.close),
                    isSimulated: coin.candles.last?.source == "sample",
                    outlook: outlooks.known(of: coin.asset, cutoff: statistics.day),
                    isFavourite: favourites.contains(coin.asset.id))
            }
        }
    }
}
