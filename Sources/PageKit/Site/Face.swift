import APIKit
import Services

/// What a capability shows: its operations for programs, and its pages with their places in the navigation.
package struct Face: Sendable {
    package var operations: ServerAPI.Routes = { _, _ in }
    /// The operations for operators, which only a server with accounts has. The API's document has them after all others.
    package var operatorOperations: ServerAPI.Routes = { _, _ in }
    package var places: [Page.Place] = []
    /// Adds the pages.
    package var pages: @Sendable (_ site: SiteParts, _ pages: inout PageList) -> Void = { _, _ in }

    package init(
        operations: @escaping ServerAPI.Routes = { _, _ in }, operatorOperations: @escaping ServerAPI.Routes = { _, _ in },
        places: [Page.Place] = [],
        pages: @escaping @Sendable (_ site: SiteParts, _ pages: inout PageList) -> Void = { _, _ in }
    ) {
        (self.operations, self.operatorOperations, self.places, self.pages) = (operations, operatorOperations, places, pages)
    }
}

/// The parts from which faces make their pages. Each page gets only the services that it uses.
package struct SiteParts: Sendable {
    package let server: ServerParts
    package let outlooks: CoinOutlooks
    package let board: TaskBoard
    /// The texts in all languages.
    package let files: WebFiles
    /// All operations, for their documentation.
    package let api: API
}

extension [Face] {
    /// The places of all faces, by group.
    var places: [Page.Place] {
        let places = flatMap(\.places)
        return Page.Group.allCases.flatMap { group in places.filter { $0.group == group } }
    }

    /// The routes of all pages.
    func pages(of site: SiteParts) -> PageList {
        var pages = PageList()
        for face in self { face.pages(site, &pages) }
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
