import Charts
import Market
import MarketData
import PageKit

/// Rows of lists of coins.
package struct MarketRows: Sendable {
    package let outlooks: CoinOutlooks

    /// The day that has not ended.
    package let today: Day

    package init(outlooks: CoinOutlooks, today: Day) {
        (self.outlooks, self.today) = (outlooks, today)
    }

    /// Returns a row for each coin in the order given; coins without closes have none.
    ///
    /// - Parameter newest: the day of the newest close of all coins; nil for that of these coins. Older rows are marked.
    package func rows(of listed: [ListedAsset], favourites: Set<AssetID>, newest: Day? = nil) -> [MarketRow] {
        var rows = listed.compactMap { coin in
            coin.statistics.map { statistics in
                MarketRow(
                    asset: coin.asset, statistics: statistics, closes: coin.candles.map(\.candle.close),
                    isSimulated: coin.candles.last?.source == SampleMarkets.source,
                    outlook: outlooks.known(of: coin.asset, cutoff: statistics.day),
                    isFavourite: favourites.contains(coin.asset.id))
            }
        }
        let newest = newest ?? rows.map(\.statistics.day).max()
        let reach = Sparkline.reach(of: rows.map(\.sparkline))
        for index in rows.indices {
            let day = rows[index].statistics.day
            rows[index].reach = reach
            rows[index].ageDays = newest.map { $0 - day > AgeView.mostDaysBehind } == true ? today - day : nil
        }
        return rows
    }
}
