import Dispatch
import HTTPEdge
import Synchronization

/// A thread for requests that use a processor for milliseconds between their waits for the store: gains of a long journal, files
/// of transactions, the naive quantiles of a diary. It keeps them off the event loops and the cooperative pool; requests take
/// turns whenever one of them waits.
///
/// Work that never waits belongs on `InferenceQueue.compute(priority:deadline:_:)`, which has more threads.
package final class WorkerThread: TaskExecutor {
    /// The maximum number of requests at a time; further ones are refused, since each waits for all before it.
    static let capacity = 64

    private let queue = DispatchQueue(label: "closecast.worker")
    private let requests = Atomic(0)
    private let jobs = Atomic(0)

    package init() {}

    /// The number of jobs that ran here, for tests.
    package var jobCount: Int { jobs.load(ordering: .relaxed) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.add(1, ordering: .relaxed)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body`, and the code without an actor that it calls, on the thread.
    ///
    /// - Throws: a ``Problem`` of status 503 if ``capacity`` requests are already here, and whatever `body` throws.
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
