import Synchronization

/// A short write that shares a transaction with others, as ``SharedCommits`` sees it.
protocol SharedWrite: Sendable {
    /// Returns false if its caller was cancelled. A write that has begun continues: others share its transaction.
    func begin() -> Bool
    /// Runs the body, and stores its result. Called again if another write of the group ended the transaction.
    func run(_ connection: Connection) throws
    /// Answers the caller after the commit: with the body's result, or with an error.
    func finish(_ failure: (any Error)?)
}

/// A write of one caller, who waits for its commit.
final class WaitingWrite<Value: Sendable>: SharedWrite {
    private enum Progress { case waiting, cancelled, running }

    private struct State {
        var progress = Progress.waiting
        var value: Value?
        var caller: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())
    private let body: @Sendable (Connection) throws -> Value

    init(_ body: @escaping @Sendable (Connection) throws -> Value) { self.body = body }

    /// Waits for ``finish(_:)``.
    ///
    /// - Parameter enqueue: called once the write is ready to run.
    func value(_ enqueue: () -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                state.withLock { $0.caller = caller }
                enqueue()
            }
        } onCancel: {
            state.withLock { if $0.progress == .waiting { $0.progress = .cancelled } }
        }
    }

    func begin() -> Bool {
        state.withLock { state in
            guard state.progress == .waiting else { return false }
            state.progress = .running
            return true
        }
    }

    func run(_ connection: Connection) throws {
        let value = try body(connection)
        state.withLock { $0.value = value }
    }

    func finish(_ failure: (any Error)?) {
        let (caller, value) = state.withLock { ($0.caller!, $0.value) }
        if let failure { caller.resume(throwing: failure) } else { caller.resume(returning: value!) }
    }
}
