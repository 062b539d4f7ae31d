import Platform
import ServiceLifecycle

/// Enforces the time limits of requests for as long as the server runs.
package struct DeadlineService: Service {
    private let deadlines: Deadlines

    package init(_ deadlines: Deadlines) { self.deadlines = deadlines }

    package func run() async throws { await cancelWhenGracefulShutdown { await deadlines.run() } }
}

extension Problem {
    /// 503 for a request that has no result in time.
    @Sendable package static func timedOut(afterSeconds seconds: Double) -> Problem {
        Problem(
            .serviceUnavailable, "timed-out", TimeLimit.message(seconds: seconds),
            retryAfterSeconds: TimeLimit.retryAfterSeconds)
    }
}
