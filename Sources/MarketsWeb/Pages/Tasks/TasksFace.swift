import PageKit
import Services

extension Page.Place {
    package static let tasks = Self(name: "tasks", group: .more, icon: "clock", count: { $0.openTasks })
}

extension Face {
    /// Long-running work.
    package static let tasks = Face(
        places: [.tasks],
        pages: { site, pages in
            let (parts, jobs) = (site.server, site.server.jobs)
            TaskPages(
                board: site.board, batchJobs: jobs, operations: jobs.map { JobsOperations($0) },
                sessions: parts.accounts?.people.sessions
            ).add(to: &pages)
        })
}
