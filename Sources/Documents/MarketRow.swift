import Market

/// What a list of assets can be sorted by.
package enum MarketField: String, CaseIterable, Sendable {
    case ticker, name, price, volume, supply, high, low
    case hours12 = "12h"
    case day = "24h"
    case days3 = "3d"
    case week = "7d"
    case month = "1mo"
}

/// A line of the market's table.
package struct MarketRow: Sendable {
    package let asset: Asset
    package let statistics: MarketStatistics

    package init(asset: Asset, statistics: MarketStatistics) { (self.asset, self.statistics) = (asset, statistics) }

    /// Rows in order of a field; what is unknown comes last in either direction.
    package static func sorted(_ rows: [MarketRow], by field: MarketField, descending: Bool) -> [MarketRow] {
        if field == .ticker || field == .name {
            let ascending = rows.sorted { $0.text(field) < $1.text(field) }
            return descending ? ascending.reversed() : ascending
        }
        let known = rows.filter { $0.number(field) != nil }.sorted { one, other in
            descending ? one.number(field)! > other.number(field)! : one.number(field)! < other.number(field)!
        }
        return known + rows.filter { $0.number(field) == nil }
    }

    private func text(_ field: MarketField) -> String {
        field == .name ? asset.name.lowercased() : asset.ticker.description
    }

    private func number(_ field: MarketField) -> Double? {
        switch field {
        case .ticker, .name: nil
        case .price: statistics.price
        case .volume: statistics.volume
        case .supply: statistics.supply
        case .high: statistics.high
        case .low: statistics.low
        case .hours12: statistics.changeOf12Hours
        case .day: statistics.changes[1]
        case .days3: statistics.changes[3]
        case .week: statistics.changes[7]
        case .month: statistics.changes[30]
        }
    }
}
