import Charts
import HTMLTemplates
import Languages
import Market
import PageKit

/// A row of the table of markets.
package struct MarketRow: Sendable {
    let asset: Asset
    let statistics: MarketStatistics
    /// The last 31 closes, oldest first.
    let closes: [Double]
    let isSimulated: Bool
    /// Nil if the outlook is not computed yet, or cannot be.
    let outlook: CoinOutlook?
    let isFavourite: Bool

    /// Days ahead of the outlook that the table shows.
    static let outlookDays = 30

    /// The age of the last close in days if other coins of the page have newer ones; nil if it is as new as they are.
    var ageDays: Int?
    /// The change at the edges of the small charts of the page.
    var reach: Double?

    /// The last and the next 30 days.
    var sparkline: Sparkline { Sparkline(closes: closes, fan: outlook?.fan) }

    /// The ends of the 80 % band as changes of the price; nil without an outlook.
    var range: (low: Double, high: Double)? {
        guard let outlook, let band = outlook.band(80), outlook.horizon >= Self.outlookDays else { return nil }
        let last = Self.outlookDays - 1
        return (band.low[last] / outlook.lastClose - 1, band.high[last] / outlook.lastClose - 1)
    }

    package func values(_ words: Words) -> TemplateValue {
        let format = words.format
        // The changes of days long past are not those of the columns.
        func change(_ days: Int) -> TemplateValue { ChangeView.of(ageDays == nil ? statistics.changes[days] : nil, words) }
        return [
            "coin": CoinView.of(asset, words), "isFavourite": .flag(isFavourite), "price": .text(format.price(statistics.price)),
            "day1": change(1), "day3": change(3), "day7": change(7), "day30": change(30),
            "old": .optional(ageDays.map { words("markets.row-age", n: $0) }),
            "volume": .text(statistics.volume.map { format.compact($0) } ?? Conventions.dash),
            "supply": .text(statistics.supply.map { format.compact($0) } ?? Conventions.dash),
            "day": .text(format.date(statistics.day, .short)),
            "sparkline": .html(sparkline.svg(reach: reach)),
            "outlook": .optional(range.map { Self.text($0, words) }), "sort": .group(sortValues),
            "starLabel": .text(words(isFavourite ? "star.remove" : "star.add", ["coin": "\(asset.ticker)"])),
        ]
    }

    static func text(_ range: (low: Double, high: Double), _ words: Words) -> String {
        words(
            "chart.range",
            ["low": words.format.percent(range.low, decimals: 0), "high": words.format.percent(range.high, decimals: 0)])
    }

    /// The values by which scripts sort; empty if not known.
    private var sortValues: Values {
        func plain(_ value: Double?) -> TemplateValue { .text(value.map { "\($0)" } ?? "") }
        func change(_ days: Int) -> TemplateValue { plain(ageDays == nil ? statistics.changes[days] : nil) }
        return [
            "price": plain(statistics.price), "24h": change(1), "3d": change(3), "7d": change(7), "1mo": change(30),
            "volume": plain(statistics.volume),
            "supply": plain(statistics.supply),
        ]
    }
}
