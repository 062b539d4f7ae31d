import Glibc
import HTTPEdge
import HTTPTestSupport
import JSONText
import Market
import ServerWorld
import Services
import Synchronization
import Testing
import Waits

/// Writes with an `Idempotency-Key` whose clients do not get an answer in time.
@Suite(.serialized) struct KeyedWriteTests {
    /// A refresh of closes that a test holds, as a slow store would. It does its work completely or, if cancelled, not at all.
    private final class HeldRefresh: Sendable {
        private struct State {
            var calls = 0
            var isOpen = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())
        private let honoursCancellation: Bool

        init(honoursCancellation: Bool) { self.honoursCancellation = honoursCancellation }

        var calls: Int { state.withLock { $0.calls } }

        var refresh: AssetRefresh {
            { [self] _, _ in
                state.withLock { $0.calls += 1 }
                await held()
                let failure = honoursCancellation && Task.isCancelled ? "cancelled" : nil
                return RefreshedCloses(newest: nil, added: 7, differing: 0, providers: ["kraken"], failure: failure)
            }
        }

        func open() {
            let waiters = state.withLock { state in
                state.isOpen = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }

        private func held() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    private static let path = "/v1/assets/bitcoin/refresh"
    private static let key = ["Idempotency-Key": "refresh-1"]

    private func impatient() -> EdgeSettings {
        var settings = EdgeSettings()
        settings.requestSeconds = 0.2
        return settings
    }

    /// The answer to the request with the key; this machine may be too slow for the first ones.
    private func inTime(_ server: ServerUnderTest) async throws -> ServerUnderTest.Answer {
        while true {
            let answer = try await server.send("POST", Self.path, headers: Self.key)
            if answer.json["code"]?.string != "timed-out" { return answer }
        }
    }

    @Test func aLateAnswerIsKeptForARetry() async throws {
        let held = HeldRefresh(honoursCancellation: true)
        try await ServerUnderTest.run(settings: impatient(), refresh: held.refresh) { server async throws in
            let late = try await server.send("POST", Self.path, headers: Self.key)
            #expect(late.status == 503)
            #expect(late.json["code"]?.string == "timed-out", "\(late.text)")
            let early = try await inTime(server)
            #expect(early.json["code"]?.string == "in-progress", "\(early.text)")
            held.open()
            await server.parts.drainWrites(within: 60)
            let again = try await inTime(server)
            #expect(again.status == 200, "\(again.text)")
            #expect(again.header("Idempotency-Replayed") == "true")
            #expect(again.json["added"]?.integer == 7)
            #expect(held.calls == 1, "it is done once")
        }
    }

    @Test func theLimitOfTimeHoldsForWorkThatIgnoresIt() async throws {
        let held = HeldRefresh(honoursCancellation: false)
        try await ServerUnderTest.run(settings: impatient(), refresh: held.refresh) { server async throws in
            // The work ends only after its answer has arrived: if the answer waits for the work, this test does not end.
            let late = try await server.send("POST", Self.path)
            #expect(late.status == 503)
            #expect(late.json["code"]?.string == "timed-out", "\(late.text)")
            held.open()
        }
    }

    @Test func aClientThatLeavesFindsItsWriteDone() async throws {
        let held = HeldRefresh(honoursCancellation: true)
        try await ServerUnderTest.run(refresh: held.refresh) { server async throws in
            let port = server.port
            try await EdgeThread.run {
                let client = try EdgeClient(port: port)
                client.send(EdgeClient.request("POST", Self.path, headers: Self.key.map { ($0.key, $0.value) }, body: []))
                try blockUntil("the refresh is called", everyMilliseconds: 1) { held.calls > 0 }
            }
            held.open()
            await server.parts.drainWrites(within: 60)
            let again = try await server.send("POST", Self.path, headers: Self.key)
            #expect(again.header("Idempotency-Replayed") == "true", "\(again.text)")
            #expect(held.calls == 1, "it is done once")
        }
    }
}
