import ServiceLifecycle
import Synchronization

/// Cancels requests that take longer than they may, and those whose client has left, all of them from one loop: a timer for each would
/// cost more than most requests.
package final class RequestDeadlines: Service, Sendable {
    private struct Watched {
        let deadline: Double
        let hasLeft: @Sendable () -> Bool
        /// Whether the client has left; otherwise the time is over.
        let expire: @Sendable (_ hasLeft: Bool) -> Void
    }

    private struct State {
        var watched: [UInt64: Watched] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let interval: Duration
    let now: @Sendable () -> Double

    /// - Parameters:
    ///   - interval: between two looks; a request may take that much longer.
    ///   - now: seconds on a clock that never goes back.
    package init(interval: Duration = .milliseconds(100), now: @escaping @Sendable () -> Double) {
        (self.interval, self.now) = (interval, now)
    }

    /// Requests that are watched now.
    package var count: Int { state.withLock { $0.watched.count } }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: self.interval)) != nil { self.expireAll() }
        }
    }

    func watch(
        until deadline: Double, hasLeft: @escaping @Sendable () -> Bool = { false },
        expire: @escaping @Sendable (_ hasLeft: Bool) -> Void
    ) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.watched[state.next] = Watched(deadline: deadline, hasLeft: hasLeft, expire: expire)
            return state.next
        }
    }

    func forget(_ id: UInt64) { _ = state.withLock { $0.watched.removeValue(forKey: id) } }

    /// Expires those whose time is over or whose client has left; called by ``run()``.
    package func expireAll() {
        let now = now()
        let ended = state.withLock { state -> [(Watched, hasLeft: Bool)] in
            var ended: [(Watched, hasLeft: Bool)] = []
            for (id, watched) in state.watched {
                let isLate = watched.deadline <= now
                guard isLate || watched.hasLeft() else { continue }
                state.watched[id] = nil
                ended.append((watched, !isLate))
            }
            return ended
        }
        for (watched, hasLeft) in ended { watched.expire(hasLeft) }
    }
}

/// Answers 503 in time where the work for a request has no result by then, and cancels the work where the client has left.
///
/// The time counts until the answer begins: one that is written bit by bit may take longer.
package struct RequestTimeLimit: Sendable {
    private let deadlines: RequestDeadlines
    private let seconds: Double

    package init(_ deadlines: RequestDeadlines, seconds: Double) { (self.deadlines, self.seconds) = (deadlines, seconds) }

    /// Runs `body` in a task of its own. When the time is over that task is cancelled, and nobody waits for it: there may be nothing
    /// in it that notices.
    ///
    /// - Parameter hasLeft: whether nobody waits for the answer any more; called ten times a second.
    /// - Throws: a ``Problem`` of status 503 when the time is over, `CancellationError` when the client has left, and what `body` throws.
    package func within<Value: Sendable>(
        hasLeft: @escaping @Sendable () -> Bool = { false }, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let first = FirstResult<Value>()
        let task = Task { first.give(await Result.of(body)) }
        let id = deadlines.watch(until: deadlines.now() + seconds, hasLeft: hasLeft) { hasLeft in
            let error: any Error = hasLeft ? CancellationError() : late
            // Cancelled before the answer goes out: whoever reads the request's body then has stopped when the connection goes on with
            // what is left of it.
            first.replaceErrors(by: error)
            task.cancel()
            first.give(.failure(error))
        }
        defer { deadlines.forget(id) }
        return try await withTaskCancellationHandler {
            try await first.value()
        } onCancel: {
            task.cancel()
            first.give(.failure(CancellationError()))
        }
    }

    private var late: Problem {
        Problem(
            .serviceUnavailable, "timed-out", "no answer within \(seconds) s; ask for less, or again later", retryAfterSeconds: 5)
    }
}
