import Market

/// The fields that a list of assets can be sorted by.
package enum MarketField: String, CaseIterable, Sendable {
    case ticker, name, price, volume, supply, high, low
    case hours12 = "12h"
    case day = "24h"
    case days3 = "3d"
    case week = "7d"
    case month = "1mo"
}

/// An asset in a list.
package struct ListedAsset: Sendable {
    package let asset: Asset
    /// The asset's statistics; nil if no close is stored.
    package let statistics: MarketStatistics?
    /// The newest candles, oldest first; in lists at most ``candleCount``.
    package let candles: [StoredCandle]

    /// As many as the change of a month needs.
    package static let candleCount = 31

    package init(asset: Asset, statistics: MarketStatistics?, candles: some Sequence<StoredCandle> = EmptyCollection()) {
        (self.asset, self.statistics, self.candles) = (asset, statistics, Array(candles))
    }

    /// Returns assets sorted by a field; nil sorts by id. Unknown values come last in either direction.
    package static func sorted(_ listed: [ListedAsset], by field: MarketField?, descending: Bool) -> [ListedAsset] {
        guard let field, field != .ticker, field != .name else {
            let ascending = listed.sorted { ($0.text(field), $0.asset.id) < ($1.text(field), $1.asset.id) }
            return descending ? ascending.reversed() : ascending
        }
        let known = listed.filter { $0.number(field) != nil }.sorted { one, other in
            descending ? one.number(field)! > other.number(field)! : one.number(field)! < other.number(field)!
        }
        let unknown = listed.filter { $0.number(field) == nil }
        // Assets without any closes come after those that only lack this value.
        return known + unknown.filter { $0.statistics != nil } + unknown.filter { $0.statistics == nil }
    }

    private func text(_ field: MarketField?) -> String {
        switch field {
        case .ticker: asset.ticker.description
        case .name: asset.name.lowercased()
        default: ""
        }
    }

    private func number(_ field: MarketField) -> Double? {
        switch field {
        case .ticker, .name: nil
        case .price: statistics?.price
        case .volume: statistics?.volume
        case .supply: statistics?.supply
        case .high: statistics?.high
        case .low: statistics?.low
        case .hours12: statistics?.changeOf12Hours
        case .day: statistics?.changes[1]
        case .days3: statistics?.changes[3]
        case .week: statistics?.changes[7]
        case .month: statistics?.changes[30]
        }
    }
}

extension MarketData {
    /// Returns assets with their statistics, ordered by id.
    ///
    /// - Parameters:
    ///   - chosen: the assets to list; nil for all.
    ///   - text: only assets whose ticker, id or name contains this, in any case; nil for all.
    ///   - hasCloses: whether to leave out assets without stored closes, and currencies other than euros.
    ///   - periodDays: the number of days for the highest and lowest price, at least 1.
    package func assets(
        among chosen: [Asset]? = nil, matching text: String? = nil, hasCloses: Bool = false, periodDays: Int
    ) async throws -> [ListedAsset] {
        var found = if let chosen { chosen.sorted { $0.id < $1.id } } else { try await store.assets() }
        if let text = text?.lowercased() {
            found = found.filter { asset in
                [asset.ticker.description, asset.id.description, asset.name].contains { $0.lowercased().contains(text) }
            }
        }
        let listed = try await listed(found, periodDays: periodDays)
        return hasCloses ? listed.filter { $0.statistics != nil && !$0.asset.isOtherCurrency } : listed
    }
}
