extension Page.Place {
    static let docs = Self(name: "docs", icon: "code", standing: .last)
}

extension Face {
    /// The documentation of the API.
    static let docs = Face(
        places: [.docs], pages: { site, pages in DocsPages(parts: site.server, api: site.api).add(to: &pages) })
}
