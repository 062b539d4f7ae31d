import Synchronization

/// Makes a value once for all who want it at the same time.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let running = Mutex<[Key: Task<Value, any Error>]>([:])

    /// The value that is being made under the key, or else what `make` gives. It goes on when the caller that began it is gone: others
    /// may wait for it.
    func value(_ key: Key, _ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = running.withLock { running in
            if let task = running[key] { return task }
            let task = Task {
                defer { self.running.withLock { $0[key] = nil } }
                return try await make()
            }
            running[key] = task
            return task
        }
        return try await task.value
    }
}
