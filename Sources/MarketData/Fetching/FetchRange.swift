import Market
import MarketFeeds

/// The days to fetch; the last one is always yesterday.
package enum FetchRange: Equatable, Sendable {
    /// Since the last stored close, with ``HistoryFetcher/overlapDays``; ``HistoryFetcher/firstDays`` if none is stored.
    case sinceStored
    /// A number of days.
    case days(Int)
    /// From this day on.
    case from(Day)
    /// Everything since the first trade.
    case all

    /// Earlier than any provider's prices.
    private static let earliest = Day(iso: "2010-01-01")!

    /// Returns the first day to fetch.
    ///
    /// - Parameters:
    ///   - last: the last stored day of the asset; nil if there is none.
    ///   - yesterday: the last day that has ended.
    package func firstDay(of asset: Asset, last: Day?, yesterday: Day) -> Day {
        switch self {
        case .sinceStored:
            last.map { min($0 - HistoryFetcher.overlapDays, yesterday) } ?? yesterday - (HistoryFetcher.firstDays - 1)
        case .days(let count): yesterday - (count - 1)
        case .from(let day): day
        case .all: asset.firstTrade ?? Self.earliest
        }
    }
}

extension HistoryFetcher {
    /// Fetches supply and first trade of an asset, and stores unknown or changed values. A known first trade is kept.
    ///
    /// - Throws: `ChainError` if no provider has them.
    package func saveDetails(of asset: Asset) async throws {
        let found = try await ProviderChain(feeds, order: [.coingecko, .coinapi]).details(asset)
        var asset = asset
        asset.supply = found.supply ?? asset.supply
        asset.firstTrade = asset.firstTrade ?? found.firstTrade
        try await market.store.save(asset)
    }
}
