import JSONText
import Market

/// Assets and their statistics as JSON.
package enum MarketJSON {
    /// Writes assets.
    package static func assets(_ assets: [Asset], _ writer: inout JSONWriter) {
        writer.object { writer in writer.member("assets", assets) { members(of: $0, &$1) } }
    }

    /// Writes the assets that a user has marked.
    package static func favourites(_ assets: [Asset], _ writer: inout JSONWriter) {
        writer.object { writer in writer.member("favourites", assets) { members(of: $0, &$1) } }
    }

    /// Writes assets with statistics, in the order given.
    ///
    /// - Parameter periodDays: the number of days for the highest and lowest price.
    package static func rows(_ rows: [ListedAsset], periodDays: Int, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("period_days", periodDays)
            writer.member("assets", rows) { members(of: $0, &$1) }
        }
    }

    /// Writes the members of an asset.
    package static func members(of asset: Asset, _ writer: inout JSONWriter) {
        writer.member("id", asset.id.description)
        writer.member("ticker", asset.ticker.description)
        writer.member("name", asset.name)
        writer.member("quote_currency", asset.quoteCurrency)
        writer.key("providers")
        writer.object { writer in
            for (provider, name) in asset.providerIDs.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                writer.member(provider.rawValue, name)
            }
        }
        writer.member("first_trade", asset.firstTrade?.description)
        writer.member("last_trade", asset.lastTrade?.description)
        writer.member("supply", asset.supply)
        writer.member("icon", asset.iconName)
    }

    /// Writes the members of an asset with its statistics; unknown values are null.
    package static func members(of asset: Asset, _ statistics: MarketStatistics?, _ writer: inout JSONWriter) {
        members(of: asset, &writer)
        writer.member("day", statistics?.day.description)
        writer.member("price", statistics?.price)
        writer.member("volume", statistics?.volume)
        writer.member("market_value", statistics?.marketValue)
        changes(statistics, &writer)
    }

    /// Writes the members of an asset in a list, with its statistics; unknown values are null.
    package static func members(of row: ListedAsset, _ writer: inout JSONWriter) {
        let statistics = row.statistics
        writer.member("id", row.asset.id.description)
        writer.member("ticker", row.asset.ticker.description)
        writer.member("name", row.asset.name)
        writer.member("day", statistics?.day.description)
        writer.member("price", statistics?.price)
        writer.member("volume", statistics?.volume)
        writer.member("supply", statistics?.supply)
        writer.member("market_value", statistics?.marketValue)
        changes(statistics, &writer)
    }

    private static func changes(_ statistics: MarketStatistics?, _ writer: inout JSONWriter) {
        writer.member("change_12h", statistics?.changeOf12Hours)
        for (name, days) in [("change_24h", 1), ("change_3d", 3), ("change_7d", 7), ("change_1mo", 30)] {
            writer.member(name, statistics?.changes[days])
        }
        writer.member("high", statistics?.high)
        writer.member("low", statistics?.low)
    }
}
