import Synchronization

/// Limits how many hashes each client may wait for at once. Hashes are computed in order, and only a few may wait: without these
/// limits, one client could keep all others from signing in.
final class HashTurns: Sendable {
    /// The number of hashes that clients with the same name may wait for.
    struct Share {
        let name: String
        let most: Int
    }

    private let counts = Mutex<[String: Int]>([:])

    /// - Returns: false if one of the shares is used up.
    func begin(_ shares: [Share]) -> Bool {
        counts.withLock { counts in
            guard shares.allSatisfy({ counts[$0.name, default: 0] < $0.most }) else { return false }
            for share in shares { counts[share.name, default: 0] += 1 }
            return true
        }
    }

    func end(_ shares: [Share]) {
        counts.withLock { counts in
            for share in shares {
                let count = counts[share.name, default: 1] - 1
                counts[share.name] = count > 0 ? count : nil
            }
        }
    }
}

extension PeopleParts {
    /// Computes a hash when it is the client's turn.
    ///
    /// - Parameter isKnown: whether the client has signed in before, as every client with a session has. Unknown clients together
    ///   never take so many places that known clients find none.
    /// - Throws: ``PeopleError/busy(retryAfterSeconds:)``, and what `body` throws.
    func hashing<Value: Sendable>(
        for client: Client, isKnown: Bool = false, _ body: () async throws -> Value
    ) async throws -> Value {
        var shares = client.networks.enumerated().map { HashTurns.Share(name: $1, most: rules.hashesAtOnce << $0) }
        if !isKnown, client.session == nil { shares.append(HashTurns.Share(name: "strangers", most: rules.hashesOfStrangers)) }
        guard turns.begin(shares) else { throw PeopleError.busy(retryAfterSeconds: 1) }
        defer { turns.end(shares) }
        return try await body()
    }
}
