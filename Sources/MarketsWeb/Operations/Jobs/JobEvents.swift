import JSONText
import Jobs
import Synchronization

/// Server-sent events about one job: its latest states, no more often than the client reads them, with comments in between to
/// detect a client that has disconnected.
struct JobEvents: Sendable {
    /// The id of the last event.
    static let endID = "end"

    let states: AsyncStream<Job>
    let keptSeconds: Int
    var spacing = Duration.milliseconds(250)
    var heartbeat = Duration.seconds(15)
    /// Called every second; false ends the stream.
    var isPermitted: @Sendable () async -> Bool = { true }

    /// The state that waits to be written: at most one.
    private final class Newest: Sendable {
        private let state = Mutex<(job: Job?, isOver: Bool)>((nil, false))

        func set(_ job: Job) { state.withLock { $0.job = job } }
        func end() { state.withLock { $0.isOver = true } }
        /// Ends without sending the waiting state: the client may no longer see it.
        func revoke() { state.withLock { $0 = (nil, true) } }
        func take() -> (job: Job?, isOver: Bool) {
            state.withLock { state in
                defer { state.job = nil }
                return state
            }
        }
    }

    /// Calls `write` with each event, until the job has ended or the server stops.
    ///
    /// - Throws: the error of `write`, because the client has disconnected.
    func forEach(_ write: (String) async throws -> Void) async throws {
        let newest = Newest()
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await job in states {
                    newest.set(job)
                    tick.yield()
                }
                newest.end()
                tick.yield()
            }
            group.addTask { while (try? await Task.sleep(for: heartbeat)) != nil { tick.yield() } }
            group.addTask {
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    guard await isPermitted() else {
                        newest.revoke()
                        tick.yield()
                        return
                    }
                }
            }
            defer { group.cancelAll() }
            for await _ in ticks {
                let (job, isOver) = newest.take()
                try await write(job.map(text) ?? ": \n\n")
                if isOver || job?.isFinished == true { return }
                if job != nil { try await Task.sleep(for: spacing) }
            }
        }
    }

    private func text(_ job: Job) -> String {
        var writer = JSONWriter()
        JobDocuments.job.writeObject((job, keptSeconds), &writer)
        let name = job.isFinished ? "end" : "progress"
        let id = job.isFinished ? Self.endID : "\(job.completed)"
        return "event: \(name)\nid: \(id)\ndata: \(String(decoding: writer.bytes, as: UTF8.self))\n\n"
    }
}
