import HTTPTestSupport
import JSONText
import LoopbackServer
import Market
import Storage
import Synchronization
import Testing

/// A price provider hangs.
@Suite struct FeedFaultTests {
    @Test func theServerAnswersReportsTheFaultAndRecovers() async throws {
        let state = Switch()
        let feed = LoopbackServer { request, _ in state.hangs ? FeedWorld.hanging : FeedWorld.reply(request) }
        defer { feed.stop() }
        try await ServerFolder.run { folder in
            let server = try FeedWorld.server(in: folder, asking: feed, timeoutSeconds: 0.5, retries: 0)
            // The schedule fetches missed days at once.
            try server.waitForMetric("closecast_feed_failures_total") { $0 >= 1 }
            try Self.require(server.send("GET", "/v1/assets/feed-coin"), 200)
            try Self.require(server.send("GET", "/v1/assets/feed-coin/history"), 200)
            for _ in 0..<3 { try Self.require(server.send("POST", "/v1/assets/feed-coin/refresh?timeout=1"), 502) }
            try server.waitForMetric("closecast_feed_failures_total") { $0 >= 4 }
            // Its own attempt failed once; attempts requested by clients do not count for the server's health.
            try server.waitForHealth { isReady, findings in
                isReady && findings.filter { $0.part == "feeds" }.map { $0.problem.contains("days old") } == [true]
            }
            try server.waitForMetric("closecast_degraded{part=\"feeds\"}") { $0 == 1 }
            try server.waitForMetric("closecast_oldest_close_age_seconds") { $0 > 4 * 86_400 }
            state.answer()
            try Self.require(server.send("POST", "/v1/assets/feed-coin/refresh"), 200)
            try server.waitForHealth { isReady, findings in isReady && !findings.contains { $0.part == "feeds" } }
            try server.waitForMetric("closecast_degraded{part=\"feeds\"}") { $0 == 0 }
            try server.waitForMetric("closecast_oldest_close_age_seconds") { $0 < 2 * 86_400 }
            try server.waitForMetric("closecast_feed_age_seconds") { $0 < 600 }
            server.killAndWait()
        }
    }

    /// The behaviour of the feed.
    private final class Switch: Sendable {
        private let isOn = Mutex(false)

        var hangs: Bool { !isOn.withLock { $0 } }
        func answer() { isOn.withLock { $0 = true } }
    }

    private static func require(_ answer: EdgeAnswer, _ status: Int) throws {
        guard answer.status == status else {
            throw ServerProcess.Failure(description: "\(answer.status) in place of \(status): \(answer.text.prefix(1000))")
        }
    }
}
