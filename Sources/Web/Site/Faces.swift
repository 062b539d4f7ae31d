import Server

extension Face {
    /// The faces of all capabilities, in the order of the menu and of the operations in the API's document. The page about the API
    /// stands here only because its entry comes before that of the help.
    private static let all: [Face] = [
        .markets, .wallets, .trading, .verification, .docs, .support, .earnings, .paper, .file, .tasks,
        Face(operations: ProgramRoutes.add), .settings, .accounts, Face(pages: { _, pages in AppPages().add(to: &pages) }),
    ]

    /// The operations of a server and the document that describes them.
    package static func api(_ parts: ServerParts) -> API {
        ServerAPI.api(parts, all.map(\.operations) + (parts.accounts == nil ? [] : all.map(\.operatorOperations)))
    }

    static let places = all.flatMap(\.places)

    /// The routes of all pages.
    static func pages(of site: SiteParts) -> PageList {
        var pages = PageList()
        for face in all { face.pages(site, &pages) }
        #if DEBUG
            Gallery().add(to: &pages)
        #endif
        return pages
    }
}
