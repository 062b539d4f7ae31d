import Server

extension Page.Place {
    static let settings = Self(name: "settings", group: .more, icon: "settings")
}

extension Face {
    /// The appearance and language of the pages.
    static let settings = Face(
        places: [.settings],
        pages: { site, pages in
            let parts = site.server
            SettingsPages(
                market: parts.market, catalogue: parts.models.catalogue, account: parts.ownAccountOperations,
                communityLinks: parts.help.communityLinks, coins: CoinFinder(parts)
            ).add(to: &pages)
        })
}
