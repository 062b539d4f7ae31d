import Logging
import Metrics
import Trading

/// Does the scheduled work of the simulated accounts when it is due, until the task is cancelled.
struct TradingLoop {
    let work: TradingWork
    private let logger = Logger(label: "closecast.trading")

    init(_ work: TradingWork) { self.work = work }

    func run() async {
        while !Task.isCancelled {
            do {
                if let count = try await work.run() { note(count) }
            } catch is CancellationError {
                break
            } catch {
                Counter(label: "closecast_trading_failures_total").increment()
                if let unfinished = error as? UnfinishedWork { note(unfinished.count) }
                logger.warning("scheduled work failed; it is tried again", metadata: ["error": "\(error)"])
            }
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { break }
        }
        // Lets another process start before the lease ends. In a new task, because nothing can be written in this cancelled one.
        try? await Task { try await work.stop() }.value
    }

    private func note(_ changes: Int) {
        guard changes > 0 else { return }
        Counter(label: "closecast_trading_changes_total").increment(by: changes)
        logger.info("done", metadata: ["changes": "\(changes)"])
    }
}
