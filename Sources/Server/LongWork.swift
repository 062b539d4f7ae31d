import Dispatch
import Synchronization

/// Where requests go whose work keeps a processor busy for long between its waits for the store: gains of a long journal, files of
/// transactions, the naive quantiles of a diary. One thread of its own, so that neither the event loops nor the cooperative pool wait for
/// it; several requests take turns on it, wherever one waits.
///
/// Work that never waits goes to ``InferenceQueue/compute(priority:deadline:_:)``, which has more threads.
final class LongWork: TaskExecutor {
    /// Requests that are here at once; further ones are refused, since each waits for all before it.
    static let capacity = 64

    private let queue = DispatchQueue(label: "closecast.long-work")
    private let requests = Atomic(0)
    private let parts = Atomic(0)

    /// How many parts of work it has been given: none is what a test finds where work went elsewhere.
    var count: Int { parts.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        parts.add(1, ordering: .relaxed)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body`, and what it calls that has no actor, on the thread.
    ///
    /// - Parameter isLimited: false for what must be done and is limited elsewhere.
    /// - Throws: a ``Problem`` of status 503 where ``capacity`` requests are here already, and what `body` throws.
    func run<Value: Sendable>(isLimited: Bool, _ body: @Sendable () async throws -> Value) async throws -> Value {
        defer { requests.subtract(1, ordering: .relaxed) }
        guard requests.add(1, ordering: .relaxed).newValue <= Self.capacity || !isLimited else {
            throw Problem(
                .serviceUnavailable, "queue-full", "\(Self.capacity) requests for figures and files wait already; try again in 2 s",
                retryAfterSeconds: 2)
        }
        return try await withTaskExecutorPreference(self) { try await body() }
    }
}
