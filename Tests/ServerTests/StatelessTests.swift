import Access
import ChildProcess
import Foundation
import Glibc
import HTTPEdge
import HTTPTestSupport
import JSONText
import Market
import Platform
import ServerWorld
import Testing
import Waits
import closecast_server

/// The program as a server that stores nothing.
@Suite(.serialized) struct StatelessTests {
    /// Returns the settings of a server without those that name files.
    private static func settings(_ more: [String: String] = [:]) -> [String: String?] {
        let own: [String: String?] = ["stateless": "true", "database": String?.none, "feed-hour": String?.none]
        return own.merging(more.mapValues(Optional.some)) { $1 }
    }

    private static func body(_ settings: String = "") -> String {
        #"{"model":"daily-close","closes":\#(jsonCloses(simulatedHistory(0, days: 500)))\#(settings)}"#
    }

    @Test func itForecastsSentClosesAndRunsNetworksAndHasNothingElse() async throws {
        try await ServerFolder.run { folder in
            #if GRPC
                let server = try ServerProcess.listening(in: folder, Self.settings(["grpc-port": "0"]))
            #else
                let server = try ServerProcess.listening(in: folder, Self.settings())
            #endif
            let forecast = try server.send("POST", "/v1/forecasts", Self.body())
            #expect(forecast.status == 200)
            #expect(try JSONValue(parsing: forecast.body)["forecasts"]?.array?[0]["values"]?.array?.count == 96)
            #expect(try JSONValue(parsing: server.send("GET", "/v1/models").body)["data"]?.array?.count == 4)
            for path in ["/v2", "/v2/health/live", "/v2/health/ready", "/v2/models/daily-close"] {
                #expect(try server.send("GET", path).status == 200, "\(path)")
            }
            let metrics = try server.send("GET", "/metrics").text
            #expect(metrics.contains("closecast_ready 1") && metrics.contains("closecast_inference_waiting_series"), "\(metrics)")
            let document = try JSONValue(parsing: server.send("GET", "/openapi.json").body)
            let paths = document["paths"]?.members?.map(\.key) ?? []
            #expect(
                paths.filter { !$0.hasPrefix("/v2") }.sorted() == ["/metrics", "/openapi.json", "/v1/forecasts", "/v1/models"])
            for path in ["/", "/v1/assets", "/v1/wallets", "/v1/assets/BTC/forecast", "/v1/jobs", "/docs", "/markets"] {
                #expect(try Self.get(server, path) == 404, "\(path)")
            }
            server.child.kill(SIGTERM)
            #expect(try server.end(withinSeconds: 60) == .exited(0))
            #expect(server.log.contains("\"message\":\"stopped\""))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.allSatisfy { $0.hasPrefix("log-") }, "it wrote \(left)")
        }
    }

    /// The status of a path that the full server's document may declare differently.
    private static func get(_ server: ServerProcess, _ path: String, token: String? = nil) throws -> Int {
        let client = try EdgeClient(port: server.port, timeoutSeconds: 60)
        let headers = [("Connection", "close")] + (token.map { [("Authorization", "Bearer \($0)")] } ?? [])
        client.send(EdgeClient.request("GET", path, headers: headers, body: nil))
        return try client.answer().status
    }

    @Test func tokensOfTheFileAreAcceptedAndReadAgain() async throws {
        try await ServerFolder.run { folder in
            let (one, other) = (TokenSecret().text, TokenSecret().text)
            try Files.write(Array(one.utf8), to: folder + "/tokens")
            let server = try ServerProcess.listening(in: folder, Self.settings(["tokens": folder + "/tokens"]))
            for path in ["/v2/health/live", "/v2/health/ready"] { #expect(try Self.get(server, path) == 200) }
            for path in ["/v1/models", "/metrics", "/v2", "/v2/models/daily-close"] {
                #expect(try Self.get(server, path) == 401, "\(path)")
                #expect(try Self.get(server, path, token: other) == 401, "\(path)")
                #expect(try Self.get(server, path, token: "x") == 401, "\(path)")
                #expect(try Self.get(server, path, token: one) == 200, "\(path)")
            }
            try Files.write(Array(other.utf8), to: folder + "/tokens")
            server.child.kill(SIGHUP)
            try blockUntil("the new token is known") {
                try Self.get(server, "/v1/models", token: other) == 200
            }
            #expect(try Self.get(server, "/v1/models", token: one) == 401)
            #expect(!server.log.contains(one) && !server.log.contains(other))
        }
    }

    @Test(arguments: [
        (["host": "0.0.0.0"], 64, "give --tokens FILE, or --without-tokens"),
        (["host": "0.0.0.0", "tokens": "/nowhere"], 64, "tokens would cross the network unencrypted"),
        (["behind-proxy": "true"], 64, "give --tokens FILE, or --without-tokens"),
        (["tokens": "/nowhere"], 66, "/nowhere"),
        (["tokens": "/nowhere", "without-tokens": "true"], 64, "contradict each other"),
        (["database": "x.db"], 64, "stateless keeps no data, so database would have no effect"),
        (["accounts": "invite"], 64, "so accounts would have no effect"),
        (["stateless": "false", "tokens": "x"], 64, "tokens is for a server without a database"),
        (["stateless": "false", "without-tokens": "true"], 64, "without-tokens is for a server without a database"),
    ])
    func settingsThatContradictEachOtherAreRefused(settings: [String: String], status: Int32, says: String) async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess(in: folder, Self.settings(settings))
            #expect(try server.end(withinSeconds: 60) == .exited(status))
            #expect(server.log.contains(says), "\(server.log)")
        }
    }

    @Test func theEnvironmentMayNameADatabaseForOtherServers() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(
                in: folder, Self.settings(), environment: ["CLOSECAST_DATABASE": folder + "/x.db", "CLOSECAST_ACCOUNTS": "invite"])
            #expect(try Self.get(server, "/v1/models") == 200)
            #expect(!Files.exists(folder + "/x.db"))
        }
    }

    @Test func withoutTokensItAnswersWhoeverReachesIt() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(
                in: folder, Self.settings(["behind-proxy": "true", "without-tokens": "true"]))
            #expect(try Self.get(server, "/metrics") == 200)
            #expect(
                try server.send("POST", "/v1/forecasts", Self.body(), headers: [("Origin", "https://x.example")]).status == 200)
            let start = try #require(server.log.split(separator: "\n").first { $0.contains("\"message\":\"starting\"") })
            #expect(start.contains("any program that reaches the port"))
        }
    }

    /// A page of another site in a browser on this machine must not use it.
    @Test func foreignPagesAreRefusedOnThisMachine() async throws {
        try await ServerFolder.run { folder in
            let server = try ServerProcess.listening(in: folder, Self.settings())
            let answer = try server.send("POST", "/v1/forecasts", Self.body(), headers: [("Origin", "https://evil.example")])
            #expect(answer.status == 403)
        }
    }
}
