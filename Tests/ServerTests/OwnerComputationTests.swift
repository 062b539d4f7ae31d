import HTTPEdge
import Services
import Synchronization
import Testing
import Waits

/// Computations of owners take turns: an owner with many requests leaves room for others.
@Suite struct OwnerComputationTests {
    private typealias Computations = OwnerComputations<String, Int>

    /// Computations that run until a test lets them end; it counts those with the same name that run at once.
    private final class Held: Sendable {
        private struct State {
            var begun = 0
            var running: [String: Int] = [:]
            var most: [String: Int] = [:]
            var isOpen = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        var begun: Int { state.withLock { $0.begun } }
        /// The largest number with the same name that ran at once.
        func most(_ name: String) -> Int { state.withLock { $0.most[name] ?? 0 } }

        /// Returns how many have started, including this one.
        func compute(_ name: String) async -> Int {
            let number = state.withLock { state -> Int in
                let running = state.running[name, default: 0] + 1
                state.running[name] = running
                state.most[name] = max(state.most[name] ?? 0, running)
                state.begun += 1
                return state.begun
            }
            await opened()
            state.withLock { $0.running[name, default: 0] -= 1 }
            return number
        }

        func open() {
            let waiters = state.withLock { state in
                state.isOpen = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }

        private func opened() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        /// Waits until this many have started.
        func reach(_ count: Int) async throws { try await until("\(count) have begun, not \(begun)") { begun >= count } }
    }

    private struct Failure: Error {}

    /// A value of an owner's key that `held` computes, under the owner's name.
    private func value(_ key: String, of owner: String, _ computations: Computations, _ held: Held) -> Task<Int, any Error> {
        Task { try await computations.value(key, of: owner) { await held.compute(owner) } }
    }

    /// Waits until this many requests share the newest computation of a key.
    private func wait(for count: Int, _ key: String, of owner: String, _ computations: Computations) async throws {
        try await until("\(count) share the computation") { computations.requests(key, of: owner) >= count }
    }

    /// Requests during a computation share the next one, which starts after it.
    @Test func aKeyIsComputedOnceAtATime() async throws {
        let (computations, held) = (Computations(), Held())
        let first = value("match", of: "ann", computations, held)
        try await held.reach(1)
        let others = (0..<20).map { _ in value("match", of: "ann", computations, held) }
        try await wait(for: 20, "match", of: "ann", computations)
        #expect(held.begun == 1)
        held.open()
        #expect(try await first.value == 1)
        for other in others { #expect(try await other.value == 2) }
        #expect(held.begun == 2 && held.most("ann") == 1)
        #expect(computations.requests("match", of: "ann") == 0, "nothing is left")
    }

    @Test func oneWhoFloodsLeavesRoomForOthers() async throws {
        let (computations, held) = (Computations(), Held())
        let flood = (0..<40).map { value("match-\($0)", of: "ann", computations, held) }
        try await held.reach(2)
        for index in 0..<40 { try await wait(for: 1, "match-\(index)", of: "ann", computations) }
        // All slots but two are free for others: otherwise this test does not end.
        let others = (0..<7).flatMap { person in
            (0..<2).map { value("match-\($0)", of: "person-\(person)", computations, held) }
        }
        try await held.reach(16)
        #expect(held.begun == 16 && held.most("ann") == 2)
        held.open()
        for task in flood + others { _ = try await task.value }
        #expect(held.begun == 54 && held.most("ann") == 2)
    }

    @Test func tooManyAreRefusedUntilThereIsRoom() async throws {
        var limits = ComputationLimits()
        (limits.atOnce, limits.atOnceOfOwner, limits.keysOfOwner) = (2, 2, 3)
        let (computations, held) = (Computations(limits), Held())
        let taken = (0..<3).map { value("match-\($0)", of: "ann", computations, held) }
        for index in 0..<3 { try await wait(for: 1, "match-\(index)", of: "ann", computations) }
        try await held.reach(2)
        for (key, owner) in [("match-3", "ann"), ("match-0", "bob")] {
            let refusal = await #expect(throws: Problem.self) { try await value(key, of: owner, computations, held).value }
            #expect(refusal?.code == "queue-full" && refusal?.status.code == 503 && refusal?.retryAfterSeconds == 5)
        }
        held.open()
        for task in taken { _ = try await task.value }
        #expect(try await value("match-3", of: "ann", computations, held).value == 4)
    }

    @Test func aFailureIsForItsOwnRequestsOnly() async throws {
        let (computations, held) = (Computations(), Held())
        let failing = Task {
            try await computations.value("match", of: "ann") {
                _ = await held.compute("ann")
                throw Failure()
            }
        }
        try await held.reach(1)
        let next = value("match", of: "ann", computations, held)
        try await wait(for: 1, "match", of: "ann", computations)
        held.open()
        await #expect(throws: Failure.self) { try await failing.value }
        #expect(try await next.value == 2)
    }
}
