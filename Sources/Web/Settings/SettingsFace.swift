import Server

extension Page.Place {
    static let settings = Self(name: "settings", icon: "settings", standing: .bar)
}

extension Face {
    /// The appearance and language of the pages.
    static let settings = Face(
        places: [.settings],
        pages: { site, pages in
            let account = site.server.accounts.map { OwnAccountOperations(site.server, $0) }
            SettingsPages(parts: site.server, account: account).add(to: &pages)
        })
}
