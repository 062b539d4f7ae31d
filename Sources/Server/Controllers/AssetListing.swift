import Documents
import Market
import Portfolio

/// The assets of a list, found and sorted.
struct AssetListing: Sendable {
    struct Listed: Sendable {
        let asset: Asset
        /// Nil where no close is stored.
        let statistics: MarketStatistics?
    }

    private let portfolio: Portfolio

    init(_ portfolio: Portfolio) { self.portfolio = portfolio }

    /// In order of their ids.
    ///
    /// - Parameters:
    ///   - text: a part of the ticker, id or name, in any case; nil for all.
    ///   - isMarked: whether only those that the owner marked are wanted.
    func assets(matching text: String?, isMarked: Bool, periodDays: Int) async throws -> [Listed] {
        var assets =
            isMarked
            ? try await portfolio.repositories.favourites.favourites(of: portfolio.owner).sorted { $0.id < $1.id }
            : try await portfolio.repositories.assets.assets()
        if let text = text?.lowercased() {
            assets = assets.filter { asset in
                [asset.ticker.description, asset.id.description, asset.name].contains { $0.lowercased().contains(text) }
            }
        }
        var listed: [Listed] = []
        for asset in assets {
            listed.append(Listed(asset: asset, statistics: try await portfolio.statistics(of: asset, periodDays: periodDays)))
        }
        return listed
    }

    /// - Parameter field: nil for their ids. What is unknown comes last in either direction.
    static func sorted(_ listed: [Listed], by field: MarketField?, descending: Bool) -> [Listed] {
        func text(_ listed: Listed) -> String {
            switch field {
            case .ticker: listed.asset.ticker.description
            case .name: listed.asset.name.lowercased()
            default: ""
            }
        }
        guard let field, field != .ticker, field != .name else {
            let ascending = listed.sorted { (text($0), $0.asset.id) < (text($1), $1.asset.id) }
            return descending ? ascending.reversed() : ascending
        }
        let rows = listed.compactMap { listed in listed.statistics.map { MarketRow(asset: listed.asset, statistics: $0) } }
        return MarketRow.sorted(rows, by: field, descending: descending)
            .map { Listed(asset: $0.asset, statistics: $0.statistics) } + listed.filter { $0.statistics == nil }
    }
}
