import Logging
import Trading

/// Does the scheduled work of the simulated accounts as it falls due, until the task is cancelled.
struct TradingLoop {
    let work: TradingWork
    private let logger = Logger(label: "closecast.trading")

    init(_ work: TradingWork) { self.work = work }

    func run() async {
        while !Task.isCancelled {
            do {
                if let count = try await work.run(), count > 0 { logger.info("done", metadata: ["changes": "\(count)"]) }
            } catch is CancellationError {
                break
            } catch {
                logger.warning("orders and payments wait", metadata: ["error": "\(error)"])
            }
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { break }
        }
        // Another process need not wait for the end of the lease.
        try? await work.stop()
    }
}
