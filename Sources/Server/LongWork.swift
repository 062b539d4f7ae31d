import Dispatch
import Synchronization

/// Where requests go whose work keeps a processor busy for long between its waits for the store: gains of a long journal, files of
/// transactions, the naive quantiles of a diary. One thread of its own, so that neither the event loops nor the cooperative pool wait for
/// it; several requests take turns on it, wherever one waits.
///
/// Work that never waits goes to ``InferenceQueue/compute(priority:deadline:_:)``, which has more threads and a limit.
final class LongWork: TaskExecutor {
    private let queue = DispatchQueue(label: "closecast.long-work")
    private let parts = Atomic(0)

    /// How many parts of work it has been given: none is what a test finds where work went elsewhere.
    var count: Int { parts.load(ordering: .relaxed) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        parts.add(1, ordering: .relaxed)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `body`, and what it calls that has no actor, on the thread.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) { try await body() }
    }
}
