import Platform
import Synchronization

/// Writes that run to their end even if no client waits any more: their responses are stored for clients that ask again.
final class WritesUnderWay: Sendable {
    private let tasks = Mutex(0)

    /// The number of writes running now.
    var count: Int { tasks.withLock { $0 } }

    /// Runs `body` in a task of its own that is never cancelled. If the caller is cancelled, it stops waiting.
    func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let first = FirstResult<Value>()
        tasks.withLock { $0 += 1 }
        Task {
            first.give(await Result.of(body))
            tasks.withLock { $0 -= 1 }
        }
        return try await withTaskCancellationHandler {
            try await first.value()
        } onCancel: {
            first.give(.failure(CancellationError()))
        }
    }

    /// Returns when no write is running, after `seconds`, or when its task is cancelled.
    func drain(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        while count > 0, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil {}
    }
}
