import PageKit
import Services
import Versions

extension Page.Place {
    static let settings = Self(name: "settings", group: .more, icon: "settings")
    static let about = Self(name: "about", group: .more, icon: "info")
}

extension Face {
    /// The appearance and language of the pages, and what the program is.
    package static let settings = Face(
        places: [.settings, .about],
        pages: { site, pages in
            let parts = site.server
            SettingsPages(market: parts.market, account: parts.ownAccountOperations, coins: CoinFinder(parts)).add(to: &pages)
            AboutPage(
                catalogue: parts.models.catalogue, contacts: parts.contacts, communityLinks: parts.help.communityLinks,
                parts: .installed, versions: parts.versions, hasAccounts: parts.accounts != nil
            ).add(to: &pages)
        })
}
