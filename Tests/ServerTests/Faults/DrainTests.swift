import ChildProcess
import Foundation
import Glibc
import HTTPTestSupport
import JSONText
import LoopbackServer
import Market
import Platform
import ServerWorld
import Storage
import Testing
import Waits

/// SIGTERM: requests in progress are answered, endless ones are ended, and the program exits.
@Suite struct DrainTests {
    /// Twice the time that the product promises from the signal to the end: the machine has other work.
    private static let longestSeconds = 20.0

    private static let series =
        "{\"model\":\"daily-close\",\"series\":["
        + (0..<20).map { index in
            "{\"id\":\(index),\"closes\":\(jsonCloses(simulatedHistory(index, days: 500)))}"
        }.joined(separator: ",") + "]}"

    @Test func requestsInFlightAreAnsweredAndTheProgramEnds() async throws {
        let problems = try await ServerFolder.run { folder in
            // The time to drain is tested below; here it would take from the ten seconds.
            let server = try ServerProcess.listening(in: folder, ["drain-seconds": "0"])
            let clients = WritingClients(seed: 1)
            let job = try Self.createJob(server)
            let events = try EdgeClient(port: server.port, timeoutSeconds: 30)
            events.send(EdgeClient.request("GET", "/v1/jobs/\(job)/events"))
            let strangers = try Self.slowClients(server.port)
            var problems: [String] = []
            // The first part of their bodies is sent before the signal and the second after it.
            let body = Array(Self.series.utf8)
            let inFlight = try (0..<3).map { _ in try EdgeClient(port: server.port, timeoutSeconds: 30) }
            for client in inFlight {
                client.send(EdgeClient.request("POST", "/v1/forecasts", headers: Self.json(body.count)) + body.prefix(1000))
            }
            try server.waitForMetric("http_requests_in_flight") { $0 >= 6 }
            var seconds = 0.0
            var end: ChildProcess.End?
            try clients.write(to: server.port) {
                try clients.waitForWrites(10)
                let start = ProcessState.monotonicSeconds
                server.child.kill(SIGTERM)
                try blockUntil("the server stops listening") { (try? EdgeClient(port: server.port)) == nil }
                for client in inFlight { client.send(Array(body.dropFirst(1000))) }
                for (index, client) in inFlight.enumerated() {
                    problems += Self.problems("request \(index)") { try client.answer() }
                }
                problems += Self.problems("events") { try events.answer() }
                end = try server.end(withinSeconds: 60)
                seconds = ProcessState.monotonicSeconds - start
            }
            if end != .exited(0) { problems.append("it ended so: \(end.map { "\($0)" } ?? "not")") }
            if seconds > Self.longestSeconds { problems.append("it took \(seconds) s to end") }
            if !server.log.contains("\"stopped\"") { problems.append("it did not end in order: \(server.log.suffix(2000))") }
            _ = strangers.count
            return problems + (try Self.problemsAfterwards(folder, clients, job))
        }
        #expect(problems == [])
    }

    /// Returns the problems after a restart: every confirmed write must be stored, and the job must continue.
    private static func problemsAfterwards(_ folder: String, _ clients: WritingClients, _ job: String) throws -> [String] {
        let server = try ServerProcess.listening(in: folder)
        clients.sendPending(to: server.port)
        var problems = try clients.problems(server)
        if clients.confirmed < 5 { problems.append("only \(clients.confirmed) writes were confirmed") }
        try blockUntil("the job is done", withinSeconds: 900) {
            let state = try JSONValue(parsing: server.send("GET", "/v1/jobs/\(job)").body)["state"]?.string
            return state == "done"
        }
        server.killAndWait()
        return problems
    }

    private static func json(_ count: Int) -> [(String, String)] {
        [("Content-Type", "application/json"), ("Content-Length", "\(count)")]
    }

    private static func problems(_ name: String, _ answer: () throws -> EdgeAnswer) -> [String] {
        do {
            let answer = try answer()
            return answer.status == 200 ? [] : ["\(name): \(answer.status) \(answer.text.prefix(500))"]
        } catch {
            return ["\(name) got no whole answer: \(error)"]
        }
    }

    /// A job that takes longer than the test.
    private static func createJob(_ server: ServerProcess) throws -> String {
        let closes = jsonCloses(simulatedHistory(0, days: 500))
        let lines = (0..<400).map { "{\"id\":\($0),\"closes\":\(closes)}\n" }.joined()
        let answer = try server.send("POST", "/v1/jobs?days=5", lines, headers: [("Content-Type", "application/x-ndjson")])
        guard answer.status == 202, let id = try JSONValue(parsing: answer.body)["id"]?.string else {
            throw ServerProcess.Failure(description: "no job: \(answer.status) \(answer.text.prefix(500))")
        }
        return id
    }

    /// One client that has sent half of its headers, one half of its body, and one that reads nothing of its answer; and one that
    /// only holds a connection.
    private static func slowClients(_ port: Int) throws -> [EdgeClient] {
        let clients = try (0..<4).map { _ in try EdgeClient(port: port, timeoutSeconds: 5) }
        clients[0].send("GET /v1/assets HTTP/1.1\r\nHost: loc")
        clients[1].send(EdgeClient.request("POST", "/v1/forecasts", headers: json(5000)) + Array("{\"closes\":[".utf8))
        // More than the buffers of both sides hold.
        clients[2].send((0..<100).flatMap { _ in EdgeClient.request("GET", "/openapi.json") })
        return clients
    }

    @Test func theServerReportsNotReadyBeforeItStopsListening() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder, ["drain-seconds": "4"])
            let kept = try EdgeClient(port: server.port, timeoutSeconds: 30)
            kept.send(EdgeClient.request("GET", "/v2/health/live"))
            _ = try kept.answer()
            server.child.kill(SIGTERM)
            // New connections are accepted and answered meanwhile, and work is still done.
            try server.waitForHealth { isReady, findings in !isReady && findings.contains { $0.part == "process" } }
            let answer = try server.send("GET", "/v1/assets")
            guard answer.status == 200 else { throw ServerProcess.Failure(description: "\(answer.status) \(answer.text)") }
            kept.send(EdgeClient.request("GET", "/v1/assets"))
            let last = try kept.answer()
            guard last.status == 200, last["connection"] == "close", kept.isClosed() else {
                throw ServerProcess.Failure(description: "a kept connection was not closed: \(last.headers)")
            }
            let end = try server.end(withinSeconds: 60)
            guard end == .exited(0) else { throw ServerProcess.Failure(description: "it ended so: \(end)") }
        }
    }

    /// A server with a client whose refresh waits for a provider that never answers.
    private static func withHangingFeed(
        _ body: @escaping @Sendable (_ server: ServerProcess, _ feed: LoopbackServer, _ asking: EdgeClient) throws -> Void
    ) async throws {
        let feed = LoopbackServer { _, _ in FeedWorld.hanging }
        defer { feed.stop() }
        try await ServerFolder.run { folder in
            let server = try FeedWorld.server(in: folder, asking: feed, timeoutSeconds: 300, retries: 0)
            let asking = try EdgeClient(port: server.port, timeoutSeconds: 30)
            asking.send(EdgeClient.request("POST", "/v1/assets/\(FeedWorld.asset.id)/refresh?timeout=60"))
            try body(server, feed, asking)
        }
    }

    /// A feed that hangs delays nothing.
    @Test func requestsThatTakeLongerThanTheGraceAreAnswered503() async throws {
        try await Self.withHangingFeed { server, feed, asking in
            // A body that never arrives completely.
            let sending = try EdgeClient(port: server.port, timeoutSeconds: 30)
            sending.send(EdgeClient.request("POST", "/v1/forecasts", headers: Self.json(5000)) + Array("{".utf8))
            try blockUntil("the feed is asked") { !feed.requests.isEmpty }
            try server.waitForMetric("http_requests_in_flight") { $0 >= 3 }
            let start = ProcessState.monotonicSeconds
            server.child.kill(SIGTERM)
            for (name, client) in [("asking", asking), ("sending", sending)] {
                let answer = try client.answer()
                guard answer.status == 503, answer["connection"] == "close", answer["retry-after"] != nil,
                    answer.text.contains("\"stopping\""), client.isClosed()
                else { throw ServerProcess.Failure(description: "\(name): \(answer.status) \(answer.headers) \(answer.text)") }
            }
            let end = try server.end(withinSeconds: 60)
            let seconds = ProcessState.monotonicSeconds - start
            guard end == .exited(0), seconds <= Self.longestSeconds else {
                throw ServerProcess.Failure(description: "\(end) after \(seconds) s; \(server.log.suffix(2000))")
            }
        }
    }
}
