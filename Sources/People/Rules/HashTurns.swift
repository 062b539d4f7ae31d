import Synchronization

/// How many hashes each client's network waits for at once. Hashes are served in their order, and only a few may wait: without this
/// limit, one client could keep everybody else from signing in.
final class HashTurns: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// - Returns: false if the network has as many as it may have.
    func begin(_ network: String, most: Int) -> Bool {
        counts.withLock { counts in
            let count = counts[network, default: 0]
            guard count < most else { return false }
            counts[network] = count + 1
            return true
        }
    }

    func end(_ network: String) {
        counts.withLock { counts in
            let count = counts[network, default: 1] - 1
            counts[network] = count > 0 ? count : nil
        }
    }
}

extension PeopleParts {
    /// Computes a hash in the turn of a client's network.
    ///
    /// - Throws: ``PeopleError/busy(retryAfterSeconds:)``, and what `body` throws.
    func hashing<Value: Sendable>(for client: Client, _ body: () async throws -> Value) async throws -> Value {
        guard turns.begin(client.network, most: rules.hashesAtOnce) else { throw PeopleError.busy(retryAfterSeconds: 1) }
        defer { turns.end(client.network) }
        return try await body()
    }
}
