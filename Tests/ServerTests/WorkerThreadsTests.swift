import APIKit
import Dispatch
import HTTPEdge
import Market
import ServerWorld
import Synchronization
import Testing
import Waits

/// Long computations run on threads of their own, so that no other request waits for them, and no person for another.
@Suite(.serialized) struct WorkerThreadTests {
    @Test func figuresDiaryAndFilesAreComputedThere() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let export = try await server.get("/v1/transactions/export?format=csv").text
            try await server.storeCloses(of: "cardano", simulatedHistory(1))
            let forecast = "/v1/assets/cardano/forecast?model=daily-close"
            for (method, path, body) in [
                ("GET", "/v1/wallets/Main/gains", nil), ("GET", "/v1/wallets/Main/value", nil), ("GET", forecast, nil),
                ("GET", "/v1/assets/cardano/diary", nil), ("POST", "/v1/transactions/import", export),
            ] {
                let before = server.parts.worker.jobCount
                let headers = body == nil ? [:] : ["Content-Type": "text/csv"]
                let answer = try await server.send(method, path, body: body, headers: headers)
                #expect(answer.status == 200, "\(path): \(answer.text)")
                #expect(server.parts.worker.jobCount > before, "\(path)")
            }
        }
    }

    @Test func moreThanMayWaitForItAreRefusedAtOnce() async throws {
        let (count, capacity) = (100, 64)
        try await ServerUnderTest.run { server async throws in
            let (worker, refusals) = (server.parts.worker, Refusals())
            // Those of others are admitted, until all together are too many.
            async let other: Void = worker.run(for: "bob") {
                try await until("ann has refusals") { refusals.count.load(ordering: .relaxed) > 0 }
            }
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask { await Self.isDone(worker, until: count - capacity, refusals) }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == capacity)
            try await other
            try await worker.run(for: "") {}
        }
    }

    private final class Refusals: Sendable {
        let count = Atomic(0)
    }

    /// Works until `last` others have been refused; returns false if it is refused itself.
    private static func isDone(_ worker: WorkerThreads, until last: Int, _ refusals: Refusals) async -> Bool {
        do {
            try await worker.run(for: "ann") {
                try await until("\(last) are refused") { refusals.count.load(ordering: .relaxed) >= last }
            }
            return true
        } catch {
            #expect((error as? Problem)?.code == "queue-full", "\(error)")
            refusals.count.add(1, ordering: .relaxed)
            return false
        }
    }

    @Test func allTogetherAreAtMost128() async throws {
        let worker = WorkerThreads(threads: 2)
        let notes = Notes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<128 {
                group.addTask {
                    try await worker.run(for: "p\(number % 4)") {
                        try await until("it is open") { notes.isOpen.load(ordering: .relaxed) }
                    }
                }
            }
            try await until("all have begun") { worker.requestCount == 128 }
            await #expect(throws: Problem.self) { try await worker.run(for: "p5") {} }
            notes.isOpen.store(true, ordering: .relaxed)
            try await group.waitForAll()
        }
        try await worker.run(for: "p5") {}
    }

    /// A report that never waits holds one thread and the other reports of the same person, and nobody else.
    @Test func aSlowReportDelaysOnlyItsOwner() async throws {
        let (worker, gate) = (WorkerThreads(threads: 2), DispatchSemaphore(value: 0))
        let notes = Notes()
        async let slow: Void = worker.run(for: "ann") {
            notes.isOpen.store(true, ordering: .relaxed)
            Self.pass(gate)
            notes.order.withLock { $0.append("slow") }
        }
        try await until("it has begun") { notes.isOpen.load(ordering: .relaxed) }
        async let next: Void = worker.run(for: "ann") { notes.order.withLock { $0.append("next") } }
        try await until("both are given to the threads") { worker.jobCount >= 2 }
        try await worker.run(for: "bob") { notes.order.withLock { $0.append("bob") } }
        gate.signal()
        _ = try await (slow, next)
        #expect(notes.order.withLock { $0 } == ["bob", "slow", "next"])
    }

    private final class Notes: Sendable {
        let isOpen = Atomic(false)
        let order = Mutex([String]())
    }

    /// Blocks the thread, as a computation does.
    private static func pass(_ gate: DispatchSemaphore) { gate.wait() }

    /// With one thread, ten reports of one person are not all before that of another.
    @Test func personsTakeTurns() async throws {
        let (worker, gate) = (WorkerThreads(threads: 1), DispatchSemaphore(value: 0))
        let notes = Notes()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run(for: "ann") { Self.pass(gate) } }
            try await until("it is given to the thread") { worker.jobCount >= 1 }
            for _ in 0..<10 {
                let given = worker.jobCount
                group.addTask { try await worker.run(for: "ann") { notes.order.withLock { $0.append("ann") } } }
                try await until("it is given to the thread") { worker.jobCount > given }
            }
            let given = worker.jobCount
            group.addTask { try await worker.run(for: "bob") { notes.order.withLock { $0.append("bob") } } }
            try await until("it is given to the thread") { worker.jobCount > given }
            gate.signal()
            try await group.waitForAll()
        }
        #expect(notes.order.withLock { $0 }.firstIndex(of: "bob") == 0)
    }

    @Test func aShortRequestTakesNoPartInIt() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.get("/v1/assets")
            #expect(server.parts.worker.jobCount == 0)
        }
    }
}
