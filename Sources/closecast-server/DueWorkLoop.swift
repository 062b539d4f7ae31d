import Logging
import Metrics
import ServiceLifecycle
import Storage
import Trading

/// Repeats due work until the server stops.
struct DueWorkLoop: NamedService {
    let work: DueWork
    let logger: Logger
    /// The message that is logged with an error.
    let failure: String
    /// Whether changes are logged, and changes and failures counted by metrics that bear the name of the work.
    var isCounted = false

    func run() async throws { await cancelWhenGracefulShutdown { await work.repeatUntilCancelled { report($0) } } }

    private func report(_ result: Result<Int, any Error>) {
        switch result {
        case .success(let changes): note(changes)
        case .failure(let error):
            if isCounted { Counter(label: "closecast_\(work.name)_failures_total").increment() }
            if let unfinished = error as? UnfinishedWork { note(unfinished.count) }
            logger.warning("\(failure)", metadata: ["error": "\(error)"])
        }
    }

    private func note(_ changes: Int) {
        guard isCounted, changes > 0 else { return }
        Counter(label: "closecast_\(work.name)_changes_total").increment(by: changes)
        logger.info("done", metadata: ["changes": "\(changes)"])
    }
}
