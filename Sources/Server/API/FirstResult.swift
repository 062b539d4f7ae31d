import Synchronization

/// The first of several results, and one task that waits for it.
final class FirstResult<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: UnsafeContinuation<Value, any Error>?
        var isGiven = false
        var replacement: (any Error)?
    }

    private let state = Mutex(State())

    /// Gives a result; any but the first is dropped.
    func give(_ result: Result<Value, any Error>) {
        let (waiter, result) = state.withLock { state -> (UnsafeContinuation<Value, any Error>?, Result<Value, any Error>) in
            guard !state.isGiven else { return (nil, result) }
            state.isGiven = true
            let told = result.mapError { state.replacement ?? $0 }
            defer { state.waiter = nil }
            if state.waiter == nil { state.result = told }
            return (state.waiter, told)
        }
        waiter?.resume(with: result)
    }

    /// From now on an error is told as this one.
    func replaceErrors(by error: any Error) { state.withLock { $0.replacement = error } }

    /// Waits for the first result; called once.
    func value() async throws -> Value {
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
    static func of(_ body: () async throws -> Success) async -> Result {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}
