import Synchronization

/// The time limit of a request, for any protocol. Each protocol has its own error for a late request.
///
/// The limit applies until the response begins; streaming it may take longer.
package struct TimeLimit: Sendable {
    private let deadlines: Deadlines
    private let seconds: Double
    private let lateError: @Sendable (_ seconds: Double) -> any Error

    /// The message for a client whose request took too long, with the seconds after which it may try again.
    package static func message(seconds: Double) -> String { "no answer within \(seconds) s; ask for less, or again later" }
    package static let retryAfterSeconds = 5

    /// - Parameter lateError: the error thrown when the time is over.
    package init(_ deadlines: Deadlines, seconds: Double, lateError: @escaping @Sendable (_ seconds: Double) -> any Error) {
        (self.deadlines, self.seconds, self.lateError) = (deadlines, seconds, lateError)
    }

    /// Runs `body` in a task of its own. When the time is over, the task is cancelled but not waited for, because it may not notice
    /// the cancellation.
    ///
    /// - Parameter isAbandoned: whether no client waits for the result any more; called ten times a second.
    /// - Throws: the late error, `CancellationError` if the request is abandoned, and whatever `body` throws.
    package func within<Value: Sendable>(
        isAbandoned: @escaping @Sendable () -> Bool = { false }, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let first = FirstResult<Value>()
        let task = Task { first.give(await Result.of(body)) }
        let id = deadlines.watch(until: deadlines.now() + seconds, isAbandoned: isAbandoned) { isAbandoned in
            let error: any Error = isAbandoned ? CancellationError() : lateError(seconds)
            // Cancelled before the response is sent, so that a reader of the request's body has stopped when the connection
            // discards the rest of it.
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

    /// Runs `body`, cancels it when the time is over, and waits for it to end: for callers that must not return before it has
    /// ended.
    ///
    /// - Throws: the late error if the time is over, and whatever `body` throws.
    package func cancelling<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        try await withoutActuallyEscaping(body) { body in
            let isLate = Atomic(false)
            let task = Task { try await body() }
            let id = deadlines.watch(until: deadlines.now() + seconds) { _ in
                isLate.store(true, ordering: .relaxed)
                task.cancel()
            }
            let result = await withTaskCancellationHandler {
                await task.result
            } onCancel: {
                task.cancel()
            }
            deadlines.forget(id)
            if isLate.load(ordering: .relaxed) { throw lateError(seconds) }
            return try result.get()
        }
    }
}
