import Platform
import Synchronization

/// Writes that go on to their end when nobody waits for them any more: their answers are kept for clients that ask again.
final class WritesUnderWay: Sendable {
    private let tasks = Mutex(0)

    /// How many there are now.
    var count: Int { tasks.withLock { $0 } }

    /// Runs `body` in a task of its own, which is not cancelled. Whoever waits for it may be, and learns no more then.
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

    /// Returns when none is under way, when so many seconds are over, or when its task is cancelled.
    func drain(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        while count > 0, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil {}
    }
}
