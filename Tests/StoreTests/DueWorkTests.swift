import Scratch
import Store
import Synchronization
import Testing

/// Due work and its leases, in a file that has no other tables.
@Suite struct DueWorkTests {
    private final class Clock: Sendable {
        let time = Mutex(100_000)
        func advance(by seconds: Int) { time.withLock { $0 += seconds } }
    }

    private final class Runs: Sendable {
        private let count = Mutex(0)

        /// The number of runs with this one.
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    private struct Thrown: Error {}

    private func withStore(_ body: (Store, Clock) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let clock = Clock()
            let schema = StoreSchema(migrations: Capability.dueWork.migrations, capabilities: [.dueWork])
            let store = try Store(
                "\(folder)/closecast.db", options: Store.Options(durability: .normal), clock: { clock.time.withLock { $0 } }, schema
            )
            try await body(store, clock)
            try store.close()
        }
    }

    /// Work of which one piece is always due.
    private func work(_ store: Store, _ holder: String) -> DueWork {
        let step: DueWork.Step = { 1 }
        return DueWork("test", every: 0.01, in: store, holder: holder) { step }
    }

    private func expect(
        _ work: DueWork, gives expected: Int?, _ comment: Comment? = nil, at location: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await work.run()
        #expect(found == expected, comment, sourceLocation: location)
    }

    @Test func oneProcessWorksAtATime() async throws {
        try await withStore { store, clock in
            let (one, two) = (work(store, "one"), work(store, "two"))
            try await expect(one, gives: 1)
            try await expect(two, gives: nil)
            clock.advance(by: 1)
            try await expect(one, gives: 1, "its own lease is extended")
            clock.advance(by: DueWork.leaseSeconds - 1)
            try await expect(two, gives: nil, "a second of the lease is left")
            clock.advance(by: 1)
            try await expect(two, gives: 1)
            try await one.stop()
            try await expect(one, gives: nil, "only the holder gives a lease back")
            try await two.stop()
            try await expect(one, gives: 1)
            clock.advance(by: -3600)
            try await expect(two, gives: 1, "a lease made before the clock was set back is not valid")
        }
    }

    @Test func nothingIsWrittenWhileNothingIsDue() async throws {
        try await withStore { store, _ in
            let idle = DueWork("test", every: 1, in: store, holder: "one") { nil }
            try await expect(idle, gives: 0)
            #expect(store.sharedCommits == .init())
            try await expect(work(store, "two"), gives: 1)
        }
    }

    @Test func anErrorDoesNotEndTheLoopAndItsEndGivesTheLeaseBack() async throws {
        try await withStore { store, _ in
            let runs = Runs()
            let step: DueWork.Step = {
                let run = runs.next()
                if run == 2 { throw Thrown() }
                return run
            }
            let failing = DueWork("test", every: 0.01, in: store, holder: "one") { step }
            let (results, reported) = AsyncStream<Int?>.makeStream()
            let loop = Task { await failing.repeatUntilCancelled { reported.yield(try? $0.get()) } }
            var first: [Int?] = []
            for await result in results.prefix(3) { first.append(result) }
            #expect(first == [1, nil, 3])
            try await expect(work(store, "two"), gives: nil)
            loop.cancel()
            await loop.value
            try await expect(work(store, "two"), gives: 1)
        }
    }

    @Test func workWithoutALeaseIsDoneBySeveralAtOnce() async throws {
        let runs = Runs()
        let one = DueWork("test", every: 1) { if runs.next() == 2 { throw Thrown() } }
        let two = DueWork("test", every: 1) { _ = try await one.run() }
        try await expect(two, gives: 0, "one runs while two does")
        await #expect(throws: Thrown.self) { try await two.run() }
        try await two.stop()
        try await expect(one, gives: 0)
        #expect(runs.next() == 4)
    }
}
