import APIKit
import MarketsWeb
import NewsWeb
import PageKit
import Services
import TradingWeb

extension Face {
    /// The first page: the total, favourites, and what waits for the reader.
    static let home = Face(
        places: [.home],
        pages: { site, pages in
            let parts = site.server
            HomePages(
                mine: HomeTotal(portfolios: parts.portfolios, outlooks: WalletOutlooks(models: parts.models), worker: parts.worker),
                practice: PracticeTotal(source: .init(parts)),
                waiting: WaitingItems(trading: parts.trading, hasAccounts: parts.accounts != nil, board: site.board),
                market: parts.market, favourites: OrderedFavourites(favourites: parts.favourites, trading: parts.trading),
                outlooks: site.outlooks, headlines: Headlines(market: parts.market)
            ).add(to: &pages)
        })

    /// The entries that have no room in the bar of a phone.
    static let more = Face(
        places: [.more],
        pages: { _, pages in
            pages.get(Page.Place.more.path, .nobody) { visit in
                .page(Page("more", title: Page.Place.more.label(visit.words), place: .more))
            }
        })
}
