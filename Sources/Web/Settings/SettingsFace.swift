extension Page.Place {
    static let settings = Self(name: "settings", icon: "settings", standing: .bar)
}

extension Face {
    /// The appearance and language of the pages.
    static let settings = Face(
        places: [.settings], pages: { site, pages in SettingsPages(parts: site.server).add(to: &pages) })
}
