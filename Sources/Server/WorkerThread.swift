import Dispatch
import HTTPEdge
import Synchronization

/// A thread for requests that keep a processor busy for milliseconds between their waits for the store: gains of a long journal, files
/// of transactions, the naive quantiles of a diary. Neither the event loops nor the cooperative pool wait for them; several requests
/// take turns on the thread, wherever one of them waits.
///
/// Work that never waits goes to ``InferenceQueue/compute(priority:deadline:_:)``, which has more threads.
package final class WorkerThread: TaskExecutor {
    /// Requests that are here at once; further ones are refused, since each waits for all before it.
    static let capacity = 64

    private let queue = DispatchQueue(label: "closecast.worker")
    private let requests = Atomic(0)
    private let jobs = Atomic(0)

    package init() {}

    /// How many pieces of work ran here; for tests.
    package var jobCount: Int { jobs.load(ordering: .relaxed) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.add(1, ordering: .relaxed)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body`, and what it calls that has no actor, on the thread.
    ///
    /// - Throws: a ``Problem`` of status 503 where ``capacity`` requests are here already, and what `body` throws.
    package func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        defer { requests.subtract(1, ordering: .relaxed) }
        guard requests.add(1, ordering: .relaxed).newValue <= Self.capacity else {
            throw Problem(
                .serviceUnavailable, "queue-full", "\(Self.capacity) requests for figures and files wait already; try again in 2 s",
                retryAfterSeconds: 2)
        }
        return try await withTaskExecutorPreference(self) { try await body() }
    }
}
