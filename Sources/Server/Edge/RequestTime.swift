import Hummingbird
import ServiceLifecycle
import Synchronization

/// Cancels requests that take longer than they may, all of them from one loop: a timer for each would cost more than most requests.
package final class RequestDeadlines: Service, Sendable {
    private struct Watched {
        let deadline: Double
        let expire: @Sendable () -> Void
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

    func watch(until deadline: Double, expire: @escaping @Sendable () -> Void) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.watched[state.next] = Watched(deadline: deadline, expire: expire)
            return state.next
        }
    }

    func forget(_ id: UInt64) { _ = state.withLock { $0.watched.removeValue(forKey: id) } }

    /// Expires those whose time is over; called by ``run()``.
    package func expireAll() {
        let now = now()
        let late = state.withLock { state in
            let late = state.watched.filter { $0.value.deadline <= now }
            for id in late.keys { state.watched[id] = nil }
            return late.values
        }
        for watched in late { watched.expire() }
    }
}

/// Answers 503 where the handler has no answer in time; it is cancelled, and an answer it has nevertheless is sent.
///
/// The time counts until the answer begins: one that is written bit by bit may take longer.
package struct RequestTime<Context: RequestContext>: RouterMiddleware {
    private let deadlines: RequestDeadlines
    private let seconds: Double
    private let isStreamed: @Sendable (Request) -> Bool

    /// - Parameter isStreamed: whether a request takes as long as its body does, which may be long; slow clients are cut elsewhere.
    package init(
        _ deadlines: RequestDeadlines, seconds: Double, isStreamed: @escaping @Sendable (Request) -> Bool = { _ in false }
    ) {
        (self.deadlines, self.seconds, self.isStreamed) = (deadlines, seconds, isStreamed)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        if isStreamed(request) { return try await next(request, context) }
        return try await withoutActuallyEscaping(next) { next in
            let call = Call(request: request, context: context, next: next)
            let task = Task { try await call.next(call.request, call.context) }
            let hasExpired = Flag()
            let id = deadlines.watch(until: deadlines.now() + seconds) {
                hasExpired.set()
                task.cancel()
            }
            defer { deadlines.forget(id) }
            do {
                return try await withTaskCancellationHandler {
                    try await task.value
                } onCancel: {
                    task.cancel()
                }
            } catch  where hasExpired.isSet {
                throw Problem(
                    .serviceUnavailable, "timed-out", "no answer within \(seconds) s; ask for less, or again later",
                    retryAfterSeconds: 5)
            }
        }
    }

    /// `@unchecked`: the task that made it waits for the one that runs it, so that only one of both uses it at a time.
    private struct Call: @unchecked Sendable {
        let request: Request
        let context: Context
        let next: (Request, Context) async throws -> Response
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .acquiring) }
        func set() { value.store(true, ordering: .releasing) }
    }
}
