import Synchronization

/// Keeps the first of several results for one waiting task.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: UnsafeContinuation<Value, any Error>?
        var isGiven = false
        var replacement: (any Error)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Sets the result; any but the first is ignored.
    package func give(_ result: Result<Value, any Error>) {
        let (waiter, result) = state.withLock { state -> (UnsafeContinuation<Value, any Error>?, Result<Value, any Error>) in
            guard !state.isGiven else { return (nil, result) }
            state.isGiven = true
            let given = result.mapError { state.replacement ?? $0 }
            defer { state.waiter = nil }
            if state.waiter == nil { state.result = given }
            return (state.waiter, given)
        }
        waiter?.resume(with: result)
    }

    /// Replaces any later error with this one.
    package func replaceErrors(by error: any Error) { state.withLock { $0.replacement = error } }

    /// Waits for the first result. Call it once.
    package func value() async throws -> Value {
        try await withUnsafeThrowingContinuation { waiter in
            let result = state.withLock { state in
                if state.result == nil { state.waiter = waiter }
                return state.result
            }
            if let result { waiter.resume(with: result) }
        }
    }
}

extension Result where Failure == any Error {
    /// Returns what an asynchronous function returns or throws.
    package static func of(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
