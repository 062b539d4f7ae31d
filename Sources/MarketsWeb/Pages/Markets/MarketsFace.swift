import PageKit
import Services
import TradingWeb
import WalletsWeb

extension Page.Place {
    static let markets = Self(name: "markets", group: .markets, icon: "markets", otherNames: ["coins"])
    static let favourites = Self(
        name: "favourites", group: .markets, icon: "star", isKeptOffline: true, otherNames: ["favorites"],
        formerPaths: ["/trading/feed"])
    static let compare = Self(name: "compare", group: .markets, icon: "compare")
}

extension Face {
    /// Coins with their closes and forecasts, and favourites.
    package static let markets = Face(
        operations: MarketRoutes.add, places: [.markets, .favourites, .compare],
        pages: { site, pages in
            let (parts, outlooks, market) = (site.server, site.outlooks, site.server.market)
            let fetch = PriceFetch(parts, site.board)
            let finder = CoinFinder(parts)
            MarketsPages(
                portfolios: parts.portfolios, favourites: parts.favourites, outlooks: outlooks, fetch: fetch,
                health: parts.health
            ).add(to: &pages)
            FavouritesPages(
                market: market, operations: FavouritesOperations(parts.favourites), order: parts.favouriteOrderOperations,
                favourites: OrderedFavourites(favourites: parts.favourites, trading: parts.trading), outlooks: outlooks,
                coins: finder
            ).add(to: &pages)
            ComparePages(market: market, favourites: parts.favourites, coins: finder).add(to: &pages)
            let measures = CoinMeasures(market: market, models: parts.models, board: site.board)
            let orders = OrderOperations(parts.portfolios)
            let sources = CoinPage.Sources(
                market: market, portfolios: parts.portfolios, gains: OwnerFigures(parts.storeVersion, most: 200),
                favourites: parts.favourites, outlooks: outlooks,
                diary: CoinDiary(diary: parts.diary, worker: parts.worker),
                actions: CoinActions(trading: parts.trading, asksProviders: parts.refresh != nil))
            CoinPages(sources: sources, measures: measures, orders: orders, fetch: fetch).add(to: &pages)
            measures.add(to: &pages)
            PricePages(market: market, version: parts.storeVersion, worker: parts.worker, board: site.board, fetch: fetch)
                .add(to: &pages)
        })
}
