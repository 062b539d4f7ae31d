import PageKit
import Services

extension Page.Place {
    static let news = Self(name: "news", group: .markets, icon: "news")
}

extension Face {
    /// News on coins from the feeds that the operator sets.
    package static let news = Face(
        operations: { parts, api in parts.newsOperations.add(to: &api) }, places: [.news],
        pages: { site, pages in
            let (operations, market) = (site.server.newsOperations, site.server.market)
            let list = NewsList(operations: operations, market: market, coins: CoinFinder(site.server))
            NewsPages(operations: operations, market: market, list: list).add(to: &pages)
        })
}
