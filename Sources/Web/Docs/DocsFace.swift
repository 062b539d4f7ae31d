import PageKit
import Services

extension Page.Place {
    static let docs = Self(name: "docs", group: .more, icon: "code")
}

extension Face {
    /// The documentation of the API.
    static let docs = Face(
        places: [.docs],
        pages: { site, pages in
            let (parts, accounts) = (site.server, site.server.accounts)
            DocsPages(
                api: site.api, market: parts.market, needsToken: parts.requiresToken || accounts != nil,
                publicURL: accounts?.publicURL, path: parts.path
            ).add(to: &pages)
        })
}
