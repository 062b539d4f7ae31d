import APIKit
import Access
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import Jobs
import NIOCore
import PageKit
import People
import Platform
import Synchronization

/// The pages of long-running work: a list of the reader's tasks and batch jobs, a page for each task, and events that update both.
package struct TaskPages: Sendable {
    let board: TaskBoard
    /// Nil if no batch jobs are accepted.
    let batchJobs: JobService?
    /// The operations on batch jobs; nil if none are accepted.
    let operations: JobsOperations?
    /// Nil without accounts.
    let sessions: Sessions?

    /// The number of batch jobs in the list; the API lists all of them.
    private static let mostJobs = 20

    func add(to pages: inout PageList) {
        pages.get("/tasks", .scope(.read), list)
        pages.get("/tasks/events", .scope(.read), listEvents)
        pages.get("/tasks/:task", .scope(.read), task)
        pages.get("/tasks/:task/events", .scope(.read), taskEvents)
        pages.post("/tasks/:task/cancel", .scope(.write), cancel)
        pages.post("/tasks/:task/remove", .scope(.write), remove)
        guard let operations else { return }
        pages.post("/tasks/jobs/:job/cancel", .scope(.write)) { visit, _ in
            _ = try await visit.perform(operations.cancel, ["job": visit.path("job")])
            return .redirect("/tasks?done=task-cancelled")
        }
        pages.post("/tasks/jobs/:job/remove", .scope(.write)) { visit, _ in
            try await visit.perform(operations.remove, ["job": visit.path("job")])
            return .redirect("/tasks?done=task-removed")
        }
    }

    // MARK: The list

    private func list(_ visit: Visit) async throws -> Outcome {
        let (tasks, jobs) = (tasks(visit.caller, visit.words), await jobs(visit.caller, visit.words))
        let isOpen = (tasks + jobs).contains { !$0.isOver }
        let values: Values = [
            "tasks": .list(tasks.map { $0.values(visit.words) }), "jobs": .list(jobs.map { $0.values(visit.words) }),
            "hasTasks": .flag(!tasks.isEmpty), "hasJobs": .flag(!jobs.isEmpty),
            "isEmpty": .flag(tasks.isEmpty && jobs.isEmpty), "isOpen": .flag(isOpen),
            "mayImport": .flag(visit.caller.scope.allows(.admin)),
        ]
        return .page(PageKit.Page("tasks", title: visit.words("tasks.title"), place: .tasks, scripts: ["tasks"], values))
    }

    private func tasks(_ caller: Principal, _ words: Words) -> [TaskView] {
        board.tasks(of: caller.owner).map { TaskView($0, words) }
    }

    private func jobs(_ caller: Principal, _ words: Words) async -> [TaskView] {
        guard let batchJobs else { return [] }
        return await batchJobs.jobs(of: caller.owner, limit: Self.mostJobs).elements.map { TaskView($0, words) }
    }

    // MARK: A task

    private func task(_ visit: Visit) async throws -> Outcome {
        guard let task = board.task(visit.path("task"), of: visit.caller.owner) else { return .page(missing(visit)) }
        let words = visit.words
        var values: Values = [
            "task": TaskView(task, words).values(words), "failure": .optional(task.failure(words)),
            "failureDetails": .list(task.failureDetails(words).map { .text($0) }),
            "hasFailureDetails": .flag(!task.failureDetails(words).isEmpty), "measured": false,
            "imported": false, "failed": [], "goOn": .optional(nil), "isOpen": .flag(!task.isOver),
            "refreshSeconds": .optional(task.isOver ? nil : "3"),
        ]
        if case .done(let result) = task.state {
            switch result {
            case .measured(let measurement): values["measured"] = MeasureView.result(measurement, words)
            case .imported(let stored, let failed):
                values["imported"] = PriceImport.values(stored, words)
                values["failed"] = .list(failed.map { $0.values(words) })
            case .page(let path): values["goOn"] = .text(path)
            }
        }
        return .page(PageKit.Page("task", title: TaskView(task, words).title, place: .tasks, scripts: ["tasks"], values))
    }

    /// The same page for another owner's task as for one that never existed, or that was removed.
    private func missing(_ visit: Visit) -> PageKit.Page {
        PageKit.Page("task-missing", title: visit.words("tasks.missing-title"), place: .tasks).with(.notFound)
    }

    private func cancel(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("task")
        guard board.cancel(id, of: visit.caller.owner) else { return .page(missing(visit)) }
        return .redirect("/tasks/\(id)")
    }

    private func remove(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        guard board.remove(visit.path("task"), of: visit.caller.owner) else { return .page(missing(visit)) }
        return .redirect("/tasks?done=task-removed")
    }

    // MARK: Events

    private func listEvents(_ visit: Visit) async throws -> Outcome {
        let (caller, words) = (visit.caller, visit.words)
        return .response(
            try stream(visit) {
                var views = tasks(caller, words)
                views += await jobs(caller, words)
                return Self.snapshot(views, words)
            })
    }

    private func taskEvents(_ visit: Visit) async throws -> Outcome {
        let (id, owner, words) = (visit.path("task"), visit.caller.owner, visit.words)
        guard board.task(id, of: owner) != nil else { throw Problem.notFound("no task \(id.cut(to: 40))") }
        return .response(try stream(visit) { board.task(id, of: owner).map { Self.snapshot([TaskView($0, words)], words) } })
    }

    private static func snapshot(_ views: [TaskView], _ words: Words) -> TaskEvents.Snapshot {
        var writer = JSONWriter()
        writer.array { writer in views.forEach { $0.write(words, to: &writer) } }
        return TaskEvents.Snapshot(json: writer.bytes, isOver: views.allSatisfy(\.isOver))
    }

    private func stream(_ visit: Visit, _ snapshot: @escaping @Sendable () async -> TaskEvents.Snapshot?) throws(Problem)
        -> Response
    {
        // After the end of a stream, browsers reconnect until they get a 204.
        if visit.request.headers[.lastEventID] == TaskEvents.endID { return Response(status: .noContent) }
        var events = TaskEvents(snapshot: snapshot)
        if let sessions {
            // If the check fails because of a store fault, the stream ends rather than continuing unchecked.
            events.isPermitted = { [caller = visit.caller] in (try? await sessions.isCurrent(caller)) ?? false }
        }
        events.isStopping = { [board] in board.isStopping }
        let (watched, owner) = (events, visit.caller.owner)
        try board.openStream(owner)
        // Closed with the body, even if the client disconnects before it is written.
        let open = OpenStream(board: board, owner: owner)
        let body = ResponseBody { writer in
            defer { open.close() }
            try await watched.forEach { try await writer.write(ByteBuffer(string: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
    }
}

/// An event stream that is counted until its response has ended.
private final class OpenStream: Sendable {
    private let board: TaskBoard
    private let owner: String
    private let isClosed = Atomic(false)

    init(board: TaskBoard, owner: String) { (self.board, self.owner) = (board, owner) }

    deinit { close() }

    func close() { if !isClosed.exchange(true, ordering: .relaxed) { board.closeStream(owner) } }
}
