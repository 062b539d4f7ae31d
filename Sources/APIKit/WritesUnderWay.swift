import HTTPEdge
import Platform
import Store
import Synchronization

/// Writes that run to their end even if no client waits any more: their responses are stored for clients that ask again.
package final class WritesUnderWay: Sendable {
    private struct Key: Hashable {
        let owner, text: String
    }

    private let tasks = Mutex(0)
    /// The hashes of the requests that are executed now, by their keys.
    private let requests = Mutex([Key: String]())

    package init() {}

    /// The number of writes running now.
    var count: Int { tasks.withLock { $0 } }

    /// Runs `body` like ``run(_:)``, unless a request with the same key is running.
    ///
    /// - Throws: a ``Problem``: the same request is running, or another one with its key.
    func run<Value: Sendable>(
        _ request: IdempotentRequest, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let key = Key(owner: request.owner, text: request.key)
        let running: String? = requests.withLock { requests in
            if let hash = requests[key] { return hash }
            requests[key] = request.requestHash
            return nil
        }
        if let running {
            throw running == request.requestHash ? Problem.keyInProgress(request.key) : Problem.keyReused(request.key)
        }
        return try await run { [self] in
            defer { requests.withLock { $0[key] = nil } }
            return try await body()
        }
    }

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
    package func drain(within seconds: Double) async {
        let end = ContinuousClock.now + .seconds(seconds)
        while count > 0, ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(5))) != nil {}
    }
}
