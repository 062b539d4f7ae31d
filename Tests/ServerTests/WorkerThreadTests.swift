import APIKit
import HTTPEdge
import Market
import ServerWorld
import Services
import Synchronization
import Testing
import Waits

/// Long computations run on a separate thread, so that no other request waits for them.
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
            let done = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask { await Self.isDone(worker, until: count - capacity, refusals) }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(done == capacity)
            try await worker.run {}
        }
    }

    private final class Refusals: Sendable {
        let count = Atomic(0)
    }

    /// Works until `last` others have been refused; returns false if it is refused itself.
    private static func isDone(_ worker: WorkerThread, until last: Int, _ refusals: Refusals) async -> Bool {
        do {
            try await worker.run {
                try await until("\(last) are refused") { refusals.count.load(ordering: .relaxed) >= last }
            }
            return true
        } catch {
            #expect((error as? Problem)?.code == "queue-full", "\(error)")
            refusals.count.add(1, ordering: .relaxed)
            return false
        }
    }

    @Test func aShortRequestTakesNoPartInIt() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.get("/v1/assets")
            #expect(server.parts.worker.jobCount == 0)
        }
    }
}
