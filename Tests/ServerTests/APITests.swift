import APIKit
import Forecasting
import Hummingbird
import JSONText
import ServerWorld
import Testing

@Suite(.serialized) struct APITests {
    @Test func aPageOfAssetsLeadsToTheNext() async throws {
        try await ServerUnderTest.run { server async throws in
            var seen: [String] = []
            var path = "/v1/assets?limit=7"
            while true {
                let answer = try await server.get(path)
                #expect(answer.status == 200, "\(answer.text)")
                seen += answer.json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
                guard let next = answer.json["next_cursor"]?.string else { break }
                path = "/v1/assets?limit=7&cursor=\(next)"
            }
            let known = try await server.database.assets().map { "\($0.id)" }
            #expect(seen == known)
        }
    }

    @Test func currentVersionsAreNotSentAgain() async throws {
        try await ServerUnderTest.run { server async throws in
            let first = try await server.get("/v1/assets")
            let tag = try #require(first.header("ETag"))
            let second = try await server.get("/v1/assets", headers: ["If-None-Match": tag])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            let third = try await server.get("/v1/assets", headers: ["If-None-Match": "\"other\""])
            #expect(third.status == 200)
        }
    }

    @Test func aLimitAboveTheMostIsTheMost() async throws {
        try await ServerUnderTest.run { server async throws in
            let most = try await server.get("/v1/assets?limit=500")
            for limit in ["501", "100000", "9007199254740991"] {
                let answer = try await server.get("/v1/assets?limit=\(limit)")
                #expect(answer.status == 200 && answer.body == most.body, "\(answer.text.prefix(200))")
            }
            try await server.store([Double](repeating: 1, count: 10_010), of: "bitcoin")
            let closes = try await server.get("/v1/assets/BTC/history?limit=20000").json
            #expect(closes["data"]?.array?.count == 10_000 && closes["next_cursor"]?.string != nil)
        }
    }

    /// Every operation that lists answers `data` and `next_cursor`, and takes `limit` and `cursor`.
    @Test func listsAreAlike() async throws {
        try await ServerUnderTest.run { server async throws in
            let document = try await server.get("/openapi.json").json
            var lists = 0
            for path in document["paths"]?.members ?? [] {
                guard let get = path.value["get"], let id = get["operationId"]?.string else { continue }
                var answer = get["responses"]?["200"]?["content"]?["application/json"]?["schema"]
                if let name = answer?["$ref"]?.string?.split(separator: "/").last {
                    answer = document["components"]?["schemas"]?[String(name)]
                }
                let names = Set(get["parameters"]?.array?.compactMap { $0["name"]?.string } ?? [])
                let members = Set(answer?["properties"]?.members?.map(\.key) ?? [])
                let parts = [
                    names.contains("limit"), names.contains("cursor"), members.contains("data"), members.contains("next_cursor"),
                ]
                #expect(Set(parts).count == 1, "\(id): \(parts)")
                #expect(!id.hasPrefix("list") || parts[0], "\(id)")
                lists += parts[0] ? 1 : 0
            }
            #expect(lists >= 9)
        }
    }

    @Test func aRefusedParameterIsNamed() async throws {
        let cases: [(String, Int, String, String?)] = [
            ("/v1/assets?limit=0", 422, "invalid-value", "limit"), ("/v1/assets?limit=x", 422, "invalid-value", "limit"),
            ("/v1/assets?limit=-5", 422, "invalid-value", "limit"), ("/v1/assets?cursor=x", 422, "invalid-value", "cursor"),
            ("/v1/assets?limt=1", 400, "unknown-parameter", "limt"),
            ("/v1/assets?limit=1&limit=2", 400, "repeated-parameter", "limit"),
            ("/v1/assets?limit=%FF", 400, "malformed-uri", nil),
            // Each kind of fault has one status: not a number, out of the document's range, out of the model's range, too much
            // work.
            ("/v1/assets/BTC/forecast?days=abc", 422, "invalid-value", "days"),
            ("/v1/assets/BTC/forecast?days=1001", 422, "invalid-value", "days"),
            ("/v1/assets/BTC/forecast?days=97", 422, "horizon-out-of-range", "days"),
            ("/v1/assets/BTC/forecast?paths=10001", 422, "invalid-value", "paths"),
            // An impossible name is treated like a missing one.
            ("/v1/assets/no%20name", 404, "not-found", "asset"), ("/v1/assets/NIX", 404, "unknown-asset", "asset"),
            ("/v1/transactions/x", 404, "not-found", "transaction"), ("/v1/jobs/x", 404, "not-found", "job"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            for (path, status, code, field) in cases {
                let answer = try await server.get(path)
                #expect(answer.status == status, "\(path): \(answer.text)")
                #expect(answer.header("Content-Type") == "application/problem+json")
                #expect(answer.json["code"]?.string == code, "\(path): \(answer.text)")
                #expect(answer.json["field"]?.string == field, "\(path): \(answer.text)")
            }
        }
    }

    /// The edge may refuse any request, even on a route that needs no token and reads no body. The code that receives the answers
    /// checks that they are declared.
    @Test(arguments: [("Content-Encoding", "br", 415), ("Authorization", "Bearer x", 401), ("Origin", "https://example.org", 403)])
    func everyRouteDeclaresWhatAllMayAnswer(header: String, value: String, status: Int) async throws {
        try await ServerUnderTest.run { server async throws in
            for path in ["/openapi.json", "/v2/health/live", "/v1/assets", "/v1/wallets/None"] {
                #expect(try await server.get(path, headers: [header: value]).status == status, "\(path)")
            }
        }
    }

    @Test func aWrongMethodGetsTheAllowedOnes() async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.send("DELETE", "/openapi.json")
            #expect(answer.status == 405)
            #expect(answer.header("Allow") == "GET, HEAD")
        }
    }

    /// Another program on this machine serves pages from another port, and a page's origin is its scheme, host and port.
    @Test func onlyPagesOfTheServersOwnOriginAreAnswered() async throws {
        try await ServerUnderTest.run { server async throws in
            let own = "127.0.0.1:\(server.port)"
            let headers: [([String: String], Int)] = [
                (["Origin": "http://\(own)"], 200), (["Origin": "HTTP://\(own)", "Sec-Fetch-Site": "same-origin"], 200),
                (["Sec-Fetch-Site": "none"], 200), (["Origin": "https://example.org"], 403), (["Origin": "null"], 403),
                (["Origin": "http://127.0.0.1.example.org"], 403), (["Origin": "http://localhost:3000"], 403),
                (["Origin": "http://localhost:\(server.port)"], 403), (["Origin": "http://127.0.0.1"], 403),
                (["Origin": "https://\(own)"], 403), (["Origin": "http://\(own).example.org"], 403),
                (["Sec-Fetch-Site": "same-site"], 403), (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "other"], 403),
                (["Origin": "http://\(own)", "Sec-Fetch-Site": "same-site"], 403),
            ]
            for (headers, status) in headers {
                #expect(try await server.get("/v1/assets", headers: headers).status == status, "\(headers)")
                #expect(
                    try await server.post("/v1/wallets", json: "{", headers: headers).status == (status == 200 ? 400 : 403),
                    "\(headers)")
            }
        }
    }

    /// Only administrators write data that all owners share; a refresh asks the providers that they configured.
    @Test func operationsOfAdministratorsAreThoseOfSharedData() async throws {
        try await ServerUnderTest.run { server async throws in
            let operations = server.operations
            let document = try await server.get("/openapi.json").json
            var admin: Set<String> = []
            for operation in operations {
                let described = document["paths"]?[operation.path]?[operation.method.rawValue]?["description"]?.string ?? ""
                let scopes = ["`read`", "`write`", "`admin`", "no token"].filter { described.contains($0) }
                #expect(scopes.count == 1, "\(operation.id): \(described)")
                if scopes == ["`admin`"] { admin.insert(operation.id) }
            }
            // The server under test has no metrics; `GET /metrics` is the program's.
            #expect(
                admin == [
                    "addAsset", "removeAsset", "sendHistory", "removeHistory", "chooseReadingList", "addReadingTopic",
                    "editReadingTopic",
                    "removeReadingTopic", "setReadingPicture", "removeReadingPicture",
                ])
        }
    }

    @Test func everyWholeNumberThatARequestGivesHasItsBounds() async throws {
        try await ServerUnderTest.run { server async throws in
            let document = try await server.get("/openapi.json").json
            var found: [String: Int] = [:]
            func look(_ name: String, _ schema: JSONValue?) {
                guard let schema, schema["type"]?.string == "integer" else { return }
                #expect(schema["minimum"]?.integer != nil && schema["maximum"]?.integer != nil, "\(name): \(schema)")
                found[name] = max(found[name] ?? 0, schema["maximum"]?.integer ?? .max)
            }
            for path in document["paths"]?.members ?? [] {
                for operation in path.value.members ?? [] {
                    for parameter in operation.value["parameters"]?.array ?? [] {
                        look(parameter["name"]?.string ?? "", parameter["schema"])
                    }
                }
            }
            for form in document["components"]?["schemas"]?["ForecastRequest"]?["anyOf"]?.array ?? [] {
                for member in form["properties"]?.members ?? [] { look(member.key, member.value) }
            }
            #expect(found["paths"] == 10_000)
            #expect(found["days"] == 1000 && found["limit"] == (1 << 53) - 1, "\(found)")
        }
    }

    /// Numbers that a double would round to an accepted one are refused too.
    @Test func wholeNumbersThatADoubleRoundsAreRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            for (seed, status) in [("9007199254740991", 404), ("9007199254740992", 422), ("9007199254740993", 422)] {
                let answer = try await server.get("/v1/wallets/None/forecast?seed=\(seed)")
                #expect(answer.status == status, "\(seed): \(answer.text)")
                let body = #"{"closes":[1],"seed":\#(seed)}"#
                let sent = try await server.post("/v1/forecasts", json: body)
                #expect((sent.json["field"]?.string == "/seed") == (status == 422), "\(body): \(sent.text)")
            }
        }
    }

    @Test func everyBodyHasAnExampleThatIsAccepted() async throws {
        try await ServerUnderTest.run { server async throws in
            var examples: [(id: String, method: String, path: String, type: String, body: String)] = []
            for path in try await server.get("/openapi.json").json["paths"]?.members ?? [] {
                for operation in path.value.members ?? [] {
                    let id = operation.value["operationId"]?.string ?? ""
                    for content in operation.value["requestBody"]?["content"]?.members ?? []
                    where !["application/octet-stream", "application/zip"].contains(content.key) && !content.key.hasPrefix("image/")
                    {
                        let example = try #require(content.value["example"], "\(id) has none of \(content.key)")
                        let body = example.string ?? JSONWriter.document { $0.value(example) }
                        examples.append((id, operation.key.uppercased(), path.key, content.key, body))
                    }
                }
            }
            #expect(examples.count >= 16)
            // Operations that others depend on come first, deletions last.
            func rank(_ id: String) -> Int {
                if id == "restoreTransactions" { return 3 }
                return id == "createWallet" ? 0 : ["correctTransactions", "changeWallet", "changeInvestment"].contains(id) ? 2 : 1
            }
            for example in examples.sorted(by: { rank($0.id) < rank($1.id) }) {
                var path = example.path
                for (name, value) in ["wallet": "Main", "asset": "bitcoin", "model": "daily-close", "version": "1"] {
                    path = path.replacing("{\(name)}", with: value)
                }
                if example.id == "changeInvestment" {
                    let lot = try await server.get("/v1/investments").json["lots"]?.array?.first
                    path = path.replacing("{transaction}", with: "\(try #require(lot?["transaction"]?.integer))")
                }
                let answer = try await server.send(
                    example.method, path, body: example.body, headers: ["Content-Type": example.type])
                let namesOthers = ["removeExpenses", "restoreExpenses", "setExpenses"].contains(example.id)
                if path.hasPrefix("/v1/trading") || path.contains("{") || namesOthers {
                    // Some need cash, a card, another person's address, or something that does not exist; all have the required form.
                    let code = answer.json["code"]?.string ?? ""
                    #expect(
                        !["invalid-value", "unknown-member", "missing-value", "malformed-json"].contains(code), "\(answer.text)")
                    continue
                }
                #expect((200..<300).contains(answer.status), "\(example.id) \(example.body): \(answer.text)")
                if let effect = Self.effects[example.id] {
                    let said = try await server.get(effect.path).text
                    for text in effect.says { #expect(said.contains(text), "\(example.id): \(said)") }
                }
            }
        }
    }

    /// The path that shows the effect of an example, and the expected value.
    private static let effects: [String: (path: String, says: [String])] = [
        "createWallet": ("/v1/wallets/Main", [#""name":"Main","cost_basis":"fifo""#]),
        "changeWallet": ("/v1/wallets/Savings", [#""name":"Savings","cost_basis":"average""#]),
        "addAsset": ("/v1/assets/kaspa", [#""ticker":"KAS""#, #""name":"Kaspa""#, #""providers":{"coingecko":"kaspa"}"#]),
        "sendHistory": ("/v1/assets/BTC/history", [#""date":"2025-02-27","#, "84000.5", #""date":"2025-02-28","#, "84373.25"]),
        "recordTransactions": (
            "/v1/wallets/Main/transactions",
            [
                #""kind":"deposit""#, #""asset":"bitcoin","quantity":"0.5""#, #""value":"30000""#, #""note":"from the exchange""#,
                #""time":"2025-02-20T00:00:00Z""#,
            ]
        ),
        "addInvestment": (
            "/v1/investments", [#""acquired_at":"2025-02-20T00:00:00Z","quantity":"0.05","cost":"3200""#]
        ),
        "changeInvestment": (
            "/v1/investments", [#""acquired_at":"2025-02-20T00:00:00Z","quantity":"0.06","cost":"3840""#]
        ),
        "correctTransactions": ("/v1/transactions/1", [#""corrected_by":"#]),
    ]

    /// The router answers exactly the document's operations: HEAD with GET, and 405 for everything else.
    @Test func theDocumentHasEveryRoute() async throws {
        try await ServerUnderTest.run { server async throws in
            let document = try await server.get("/openapi.json").json
            var declared = Set(
                (document["paths"]?.members ?? []).flatMap { path in
                    (path.value.members ?? []).map { "\($0.key.uppercased()) \(path.key)" }
                })
            for route in declared where route.hasPrefix("GET ") { declared.insert("HEAD " + route.dropFirst(4)) }
            let served = server.routes.map { $0.replacing(/:([a-z]+)/) { "{\($0.output.1)}" } }
            #expect(Set(served).isSuperset(of: declared), "\(declared.subtracting(served))")
            for route in served {
                let parts = route.split(separator: " ").map(String.init)
                let target = parts[1].replacing(/{[a-z]+}/, with: "x")
                let answer = try await server.send(parts[0], target)
                #expect((answer.status != 405) == declared.contains(route), "\(route): \(answer.status)")
            }
        }
    }
}
