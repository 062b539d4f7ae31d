import APIKit
import HTTPEdge
import Synchronization

/// How many computations are accepted, so that one owner cannot use all places.
package struct ComputationLimits: Sendable {
    /// The maximum number in progress at once; further ones are refused.
    package var atOnce = 16
    /// The maximum number of one owner in progress at once; further ones wait.
    package var atOnceOfOwner = 2
    /// The maximum number of one owner in progress or waiting; further ones are refused.
    package var keysOfOwner = 100

    package init() {}
}

/// Computations that take seconds, each for an owner and a key: a few at once for each owner, one at a time for each key.
///
/// A request joins a computation of its key that has not started. One that has started may have read data that changed since, so
/// the request joins the next one, which all such requests share.
package final class OwnerComputations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Place: Hashable {
        let owner: String
        let key: Key
    }

    private struct Computation {
        /// Distinguishes the computation from a later one in the same place.
        let number: UInt64
        let task: Task<Value, any Error>
        var hasBegun = false
        var requests = 1
    }

    /// The computations of an owner that run or wait.
    private struct Turns {
        var taken = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private struct State {
        /// The newest computation of each place; the one before it may still run.
        var newest: [Place: Computation] = [:]
        var turns: [String: Turns] = [:]
        var underWay = 0
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limits: ComputationLimits

    package init(_ limits: ComputationLimits = ComputationLimits()) { self.limits = limits }

    /// Returns the result of a computation that starts after this call. If the caller gives up, the computation continues.
    ///
    /// - Throws: a ``Problem`` of status 503 if there are too many, see ``ComputationLimits``, and what `compute` throws.
    package func value(
        _ key: Key, of owner: String, _ compute: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let place = Place(owner: owner, key: key)
        let task = state.withLock { state -> Task<Value, any Error>? in
            let newest = state.newest[place]
            if let newest, !newest.hasBegun {
                state.newest[place]!.requests += 1
                return newest.task
            }
            guard newest != nil || state.newest.keys.count(where: { $0.owner == owner }) < limits.keysOfOwner else { return nil }
            state.next += 1
            let (number, previous) = (state.next, newest?.task)
            let task = Task<Value, any Error> { try await self.run(place, number, after: previous, compute) }
            state.newest[place] = Computation(number: number, task: task)
            return task
        }
        guard let task else { throw Self.tooMany(limits.keysOfOwner, "that you started are still waiting or running") }
        return try await task.value
    }

    /// Returns how many requests share the newest computation of a key, for tests.
    package func requests(_ key: Key, of owner: String) -> Int {
        state.withLock { $0.newest[Place(owner: owner, key: key)]?.requests ?? 0 }
    }

    private func run(
        _ place: Place, _ number: UInt64, after previous: Task<Value, any Error>?, _ compute: @Sendable () async throws -> Value
    ) async throws -> Value {
        defer { end(place, number) }
        // Its error concerns only its own requests.
        _ = await previous?.result
        await takeTurn(of: place.owner)
        defer { passTurn(of: place.owner) }
        guard begin(place, number) else { throw Self.tooMany(limits.atOnce, "are running") }
        defer { state.withLock { $0.underWay -= 1 } }
        return try await compute()
    }

    /// Returns false if too many are in progress.
    private func begin(_ place: Place, _ number: UInt64) -> Bool {
        state.withLock { state -> Bool in
            if state.newest[place]?.number == number { state.newest[place]!.hasBegun = true }
            guard state.underWay < limits.atOnce else { return false }
            state.underWay += 1
            return true
        }
    }

    private func end(_ place: Place, _ number: UInt64) {
        state.withLock { state in if state.newest[place]?.number == number { state.newest[place] = nil } }
    }

    private static func tooMany(_ count: Int, _ what: String) -> Problem {
        Problem(
            .serviceUnavailable, "queue-full", "\(count) computations \(what); try again in 5 s", retryAfterSeconds: 5)
    }

    // MARK: Turns

    private func takeTurn(of owner: String) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isFree = state.withLock { state -> Bool in
                var turns = state.turns[owner] ?? Turns()
                let isFree = turns.taken < limits.atOnceOfOwner
                if isFree { turns.taken += 1 } else { turns.waiting.append(continuation) }
                state.turns[owner] = turns
                return isFree
            }
            if isFree { continuation.resume() }
        }
    }

    /// Starts the computation that has waited longest, if any.
    private func passTurn(of owner: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard var turns = state.turns[owner] else { return nil }
            let next = turns.waiting.isEmpty ? nil : turns.waiting.removeFirst()
            if next == nil { turns.taken -= 1 }
            state.turns[owner] = turns.taken == 0 ? nil : turns
            return next
        }
        next?.resume()
    }
}
