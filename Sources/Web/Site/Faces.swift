import Server

extension Face {
    /// The faces of all capabilities, in the order of each group of the menu and of the operations in the API's document.
    private static let all: [Face] = [
        .home, .notices, .alerts, .search, .markets, .news, .wallets, .trading, .verification, .file, .tasks, .docs, .support,
        .earnings, .paper, .expenses,
        Face(operations: ProgramRoutes.add), .profile, .settings, .accounts, .more,
        Face(pages: { _, pages in AppPages().add(to: &pages) }),
    ]

    /// The operations of a server and the document that describes them.
    package static func api(_ parts: ServerParts) -> API {
        ServerAPI.api(parts, all.map(\.operations) + (parts.accounts == nil ? [] : all.map(\.operatorOperations)))
    }

    /// The places of all faces, by group.
    static let places = Page.Group.allCases.flatMap { group in all.flatMap(\.places).filter { $0.group == group } }

    /// The routes of all pages.
    static func pages(of site: SiteParts) -> PageList {
        var pages = PageList()
        for face in all { face.pages(site, &pages) }
        for place in places {
            // Rights are checked at the place itself.
            for path in place.formerPaths { pages.get(path, .nobody) { _ in .redirect(place.path) } }
        }
        #if DEBUG
            Gallery().add(to: &pages)
        #endif
        return pages
    }
}
