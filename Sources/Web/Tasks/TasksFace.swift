extension Page.Place {
    static let tasks = Self(name: "tasks", icon: "clock", standing: .more, count: { $0.openTasks })
}

extension Face {
    /// Long-running work.
    static let tasks = Face(
        places: [.tasks], pages: { site, pages in TaskPages(parts: site.server, board: site.board).add(to: &pages) })
}
