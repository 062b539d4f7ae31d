import PageKit
import Services

extension Page.Place {
    static let paper = Self(
        name: "paper", group: .practice, icon: "calendar", isKeptOffline: true, otherNames: ["strategies", "backtest"])
}

extension Face {
    /// Paper trading.
    package static let paper = Face(
        operations: { parts, api in parts.paperMatchesOperations.add(to: &api) }, places: [.paper],
        pages: { site, pages in
            let parts = site.server
            PaperPages(
                market: parts.market, favourites: parts.favourites, paperMatches: parts.paperMatches,
                outcomes: parts.paperOutcomes, operations: parts.paperMatchesOperations,
                coins: CoinFinder(parts)
            ).add(to: &pages)
        })
}
