import Foundation
import JSONText
import Market
import ServerWorld
import Services
import Testing

/// Paper matches over HTTP.
@Suite struct PaperMatchRouteTests {
    private static let path = "/v1/paper-matches"

    private func run(_ body: (ServerUnderTest) async throws -> Void) async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 700))
            try await server.storeCloses(of: "ethereum", simulatedHistory(1, days: 700))
            try await body(server)
        }
    }

    private func start(_ server: ServerUnderTest, _ body: String, _ headers: [String: String] = [:]) async throws -> String {
        let answer = try server.done(await server.post(Self.path, json: body, headers: headers))
        let id = try #require(answer.json["id"]?.string)
        #expect(answer.status == 201 && answer.header("Location") == "\(Self.path)/\(id)")
        return id
    }

    @Test func aMatchIsStartedListedReadAndDeleted() async throws {
        try await run { server async throws in
            let id = try await start(
                server, #"{"coins":["BTC","eth"],"start":"2024-11-20","end":"2025-06-30","fee":"0.0025","cash":500}"#)
            let listed = try await server.get(Self.path).json["data"]?.array
            #expect(listed?.map { $0["id"]?.string } == [id])
            let match = try await server.get("\(Self.path)/\(id)").json
            #expect(match["coins"] == .array([.string("bitcoin"), .string("ethereum")]) && match["simulated"] == .boolean(true))
            #expect(match["cash"]?.string == "500" && match["fee"]?.string == "0.0025" && match["threshold"]?.string == "0.5")
            #expect(match["running"] == .boolean(true) && match["waiting_for"] == .array([]))
            let result = try #require(match["result"])
            #expect(result["first_day"]?.string == "2024-11-20" && result["last_day"]?.string == "2025-02-28")
            let lines = try #require(result["strategies"]?.array)
            #expect(lines.map { $0["strategy"]?.string } == ["hold", "rebalance", "follow"])
            #expect(lines.allSatisfy { $0["values"]?.array?.count == 101 })
            #expect(lines[0]["luck"] == .null && lines[1]["luck"]?["low"]?.number != nil)
            // The first day and the first of December, January and February.
            #expect(
                result["decisions"]?.array?.map { $0["day"]?.string } == ["2024-11-20", "2024-12-01", "2025-01-01", "2025-02-01"])
            #expect(result["model"]?["name"]?.string == "daily-average")
            #expect(result["sentences"]?.array?.last?.string == "Simulated money on past closes; past results promise nothing.")
            #expect(try await server.send("DELETE", "\(Self.path)/\(id)").status == 204)
            for method in ["GET", "DELETE"] {
                let gone = try await server.send(method, "\(Self.path)/\(id)")
                #expect(gone.status == 404 && gone.json["code"]?.string == "no-such-paper-match", "\(gone.text)")
            }
            #expect(try await server.get(Self.path).json["data"] == .array([]))
        }
    }

    /// New closes continue a running match and do not change its past.
    @Test func aRunningMatchGoesOn() async throws {
        try await run { server async throws in
            let id = try await start(server, #"{"coins":["BTC"],"start":"2025-01-15","strategies":["rebalance"]}"#)
            func values() async throws -> [JSONValue] {
                let result = try await server.get("\(Self.path)/\(id)").json["result"]
                return result?["strategies"]?.array?[1]["values"]?.array ?? []
            }
            let before = try await values()
            try await server.storeCloses(
                of: "bitcoin", PriceHistory(ticker: Ticker("BTC")!, firstDay: yesterday + 1, closes: [1, 2]))
            server.clock.advance(by: 2 * 86_400)
            let after = try await values()
            #expect(before.count == 45 && after.count == 47 && Array(after.prefix(45)) == before)
        }
    }

    /// During constant writes, the result of a match still arrives, and all callers get the same one.
    @Test func aBusyStoreKeepsNobodyFromAResult() async throws {
        try await run { server async throws in
            let id = try await start(server, #"{"coins":["BTC","ETH"],"start":"2024-11-20"}"#)
            let answers = try await withThrowingTaskGroup(of: ServerUnderTest.Answer.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await server.get("\(Self.path)/\(id)") }
                    _ = try server.done(await server.post("/v1/wallets", json: #"{"name":"\#(UUID().uuidString)"}"#))
                }
                return try await group.reduce(into: [ServerUnderTest.Answer]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
            #expect(Set(answers.map(\.text)).count == 1)
        }
    }

    /// A match from today on waits for its first close.
    @Test func aMatchFromTodayWaits() async throws {
        try await run { server async throws in
            let id = try await start(server, #"{"coins":["BTC","ETH"],"start":"2025-03-01"}"#)
            let match = try await server.get("\(Self.path)/\(id)").json
            #expect(match["result"] == .null && match["waiting_for"]?.array?.count == 2)
        }
    }

    /// If the model is replaced while a match runs, the result says so.
    @Test func aReplacedModelIsNamed() async throws {
        let models = try ReplaceableModels()
        try await ServerUnderTest.run(models: models.path) { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 700))
            let follow = try await start(server, #"{"coins":["BTC"],"start":"2024-11-20"}"#)
            let hold = try await start(server, #"{"coins":["BTC"],"start":"2024-11-20","strategies":["hold"]}"#)
            func match(_ id: String) async throws -> (json: JSONValue, model: String?, sentences: [String]) {
                let json = try await server.get("\(Self.path)/\(id)").json
                let sentences = json["result"]?["sentences"]?.array?.compactMap(\.string) ?? []
                return (json, json["result"]?["model"]?["sha256"]?.string, sentences)
            }
            let before = try await match(follow)
            #expect(before.json["model_changed"] == .boolean(false) && before.model?.count == 64)
            #expect(before.json["model_sha256"]?.string == before.model)
            try models.replaceDefault()
            await server.parts.models.catalogue.rescan()
            let after = try await match(follow)
            #expect(after.json["model_changed"] == .boolean(true) && after.model?.count == 64 && after.model != before.model)
            #expect(after.json["model_sha256"]?.string == before.model)
            #expect(after.sentences.count { $0.hasPrefix("The model was replaced after this match started") } == 1)
            #expect(after.sentences.last == before.sentences.last && after.sentences.count == before.sentences.count + 1)
            let other = try await match(hold)
            #expect(other.json["model_changed"] == .boolean(false) && other.json["model_sha256"] == .null && other.model == nil)
            let listed = try await server.get(Self.path).json["data"]?.array
            #expect(listed?.map { $0["model_sha256"]?.string } == [nil, before.model])
        }
    }

    @Test func aWrongDefinitionIsRefused() async throws {
        let cases: [(String, Int, String)] = [
            (#"{"coins":[],"start":"2024-01-01"}"#, 422, "/coins"),
            (#"{"coins":["BTC","BTC"],"start":"2024-01-01"}"#, 422, "/coins"),
            (#"{"coins":["NIX"],"start":"2024-01-01"}"#, 404, "/coins/0"),
            (#"{"coins":["USD"],"start":"2024-01-01"}"#, 422, "/coins"),
            (#"{"coins":["BTC"],"start":"2025-03-02"}"#, 422, "/start"), (#"{"coins":["BTC"]}"#, 400, "/start"),
            (#"{"coins":["BTC"],"start":"2024-01-01","end":"2024-01-01"}"#, 422, "/end"),
            (#"{"coins":["BTC"],"start":"2024-01-01","cash":"0.5"}"#, 422, "/cash"),
            (#"{"coins":["BTC"],"start":"2024-01-01","fee":"0.2"}"#, 422, "/fee"),
            (#"{"coins":["BTC"],"start":"2024-01-01","threshold":"1"}"#, 422, "/threshold"),
            (#"{"coins":["BTC"],"start":"2024-01-01","strategies":["sell"]}"#, 422, "/strategies/0"),
        ]
        try await run { server async throws in
            for (body, status, field) in cases {
                let answer = try await server.post(Self.path, json: body)
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(body): \(answer.text)")
                #expect(try await server.get(Self.path).json["data"] == .array([]))
            }
        }
    }

    @Test func anothersMatchIsAsIfItWereNotThere() async throws {
        try await run { server async throws in
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            let reader = ["Authorization": "Bearer \(try await server.token(owner: "local", scope: .read))"]
            let body = #"{"coins":["BTC"],"start":"2025-01-15","strategies":["hold"]}"#
            let id = try await start(server, body)
            #expect(try await server.get(Self.path, headers: other).json["data"] == .array([]))
            for method in ["GET", "DELETE"] {
                let theirs = try await server.send(method, "\(Self.path)/\(id)", headers: other)
                let nobodys = try await server.send(method, "\(Self.path)/pm_0123456789abcdef", headers: other)
                #expect(theirs.status == 404 && nobodys.status == 404)
                #expect(theirs.json["code"] == nobodys.json["code"])
            }
            #expect(try await server.get("\(Self.path)/\(id)", headers: reader).status == 200)
            #expect(try await server.post(Self.path, json: body, headers: reader).status == 403)
            #expect(try await server.send("DELETE", "\(Self.path)/\(id)", headers: reader).status == 403)
        }
    }

    @Test func aRepeatedRequestStartsOneMatch() async throws {
        try await run { server async throws in
            let body = #"{"coins":["BTC"],"start":"2025-01-15","strategies":["hold"]}"#
            let key = ["Idempotency-Key": "one"]
            let first = try await start(server, body, key)
            let answer = try await server.post(Self.path, json: body, headers: key)
            #expect(answer.json["id"]?.string == first)
            #expect(try await server.get(Self.path).json["data"]?.array?.count == 1)
        }
    }

    @Test func aHundredMatchesAreTheMost() async throws {
        try await run { server async throws in
            for _ in 0..<100 { _ = try await start(server, #"{"coins":["BTC"],"start":"2025-01-15","strategies":["hold"]}"#) }
            let answer = try await server.post(Self.path, json: #"{"coins":["BTC"],"start":"2025-01-15"}"#)
            #expect(answer.status == 409 && answer.json["code"]?.string == "too-many-paper-matches", "\(answer.text)")
        }
    }
}
