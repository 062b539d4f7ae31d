import PageKit

extension Face {
    /// The search in everything.
    static let search = Face(
        places: [.search],
        pages: { site, pages in
            SearchPages(coins: CoinFinder(site.server), transactions: TransactionFinder(site.server)).add(to: &pages)
        })
}
