import Dispatch

/// Runs an actor whose calls block on files. Calls run one after another on a dispatch queue, never on the cooperative pool,
/// whose few threads all other tasks need.
final class FileExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
