import Server

extension Page.Place {
    static let tasks = Self(name: "tasks", icon: "clock", standing: .more, count: { $0.openTasks })
}

extension Face {
    /// Long-running work.
    static let tasks = Face(
        places: [.tasks],
        pages: { site, pages in
            let operations = site.server.jobs.map { JobsOperations($0) }
            TaskPages(parts: site.server, board: site.board, operations: operations).add(to: &pages)
        })
}
