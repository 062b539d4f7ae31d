import PageKit
import Services

extension Page.Place {
    static let file = Self(name: "file", group: .more, icon: "file")
}

extension Face {
    /// Forecasts of a file that is not stored.
    package static let file = Face(
        places: [.file],
        pages: { site, pages in
            let parts = site.server
            FilePages(models: parts.models, worker: parts.worker, market: parts.market).add(to: &pages)
        })
}
