import Synchronization

/// The first of several results, and one task that waits for it.
package final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: UnsafeContinuation<Value, any Error>?
        var isGiven = false
        var replacement: (any Error)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Gives a result; any but the first is dropped.
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

    /// From now on an error is replaced by this one.
    package func replaceErrors(by error: any Error) { state.withLock { $0.replacement = error } }

    /// Waits for the first result; called once.
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
    /// What an asynchronous function returns or throws.
    package static func of(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
