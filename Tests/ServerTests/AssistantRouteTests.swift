import Access
import Assistants
import JSONText
import Market
import Server
import ServerWorld
import Testing

/// The tools of assistants over HTTP: which there are for whom, that they do what the operations do, and what is refused.
@Suite(.serialized) struct AssistantRouteTests {
    private static func message(_ method: String, _ parameters: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#
    }

    private static func bearer(_ server: ServerUnderTest, _ scope: AccessScope, owner: String = "ann") async throws -> [String:
        String]
    {
        ["Authorization": "Bearer \(try await server.token(owner: owner, scope: scope))", "MCP-Protocol-Version": "2025-11-25"]
    }

    private static func tools(_ server: ServerUnderTest, _ headers: [String: String]) async throws -> [JSONValue] {
        let answer = try server.done(await server.post("/mcp", json: message("tools/list", "{}"), headers: headers))
        return answer.json["result"]?["tools"]?.array ?? []
    }

    /// The result of a call.
    private static func call(
        _ name: String, _ arguments: String, _ server: ServerUnderTest, _ headers: [String: String]
    ) async throws -> JSONValue {
        let text = message("tools/call", #"{"name":"\#(name)","arguments":\#(arguments)}"#)
        let answer = try server.done(await server.post("/mcp", json: text, headers: headers)).json
        return answer["result"] ?? answer
    }

    // MARK: Who has which tools

    @Test func everyToolIsAnOperationAndOnlyATokenOfScopeWriteHasThoseThatRecord() async throws {
        try await ServerUnderTest.run { server async throws in
            let writing = ["recordTransactions", "addAlert"]
            let reading = AssistantTools.operations.filter { !writing.contains($0) }
            let all = try await Self.tools(server, Self.bearer(server, .write))
            #expect(all.map { $0["name"]?.string } == AssistantTools.operations)
            for scope in [AccessScope.write, .admin] {
                #expect(try await Self.tools(server, Self.bearer(server, scope)).count == all.count)
            }
            // A program on this machine without a token has all rights elsewhere.
            for headers in [[:], try await Self.bearer(server, .read)] {
                #expect(try await Self.tools(server, headers).compactMap { $0["name"]?.string } == reading)
                let refused = try await Self.call("addAlert", "{}", server, headers)
                #expect(refused["error"]?["code"] == .number(-32602), "\(refused)")
            }
        }
    }

    @Test func schemasStandAlone() async throws {
        try await ServerUnderTest.run { server async throws in
            for tool in try await Self.tools(server, Self.bearer(server, .write)) {
                let name = tool["name"]?.string ?? "?"
                let schema = try #require(tool["inputSchema"])
                #expect(schema["type"]?.string == "object" && schema["oneOf"] == nil, "\(name)")
                #expect(schema["properties"]?["format"] == nil && schema["properties"]?["If-Match"] == nil, "\(name)")
                var writer = JSONWriter()
                writer.value(schema)
                #expect(!String(decoding: writer.bytes, as: UTF8.self).contains("$ref"), "\(name)")
                let changes = ["recordTransactions", "addAlert"].contains(name)
                #expect((schema["properties"]?["idempotency_key"] != nil) == changes, "\(name)")
                #expect(tool["annotations"]?["readOnlyHint"] == .boolean(!changes), "\(name)")
            }
        }
    }

    @Test func withoutARightToReadThereIsNothing() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            #expect(try await server.post("/mcp", json: Self.message("ping", "{}")).status == 401)
        }
    }

    // MARK: What they do

    @Test func aForecastCarriesItsSkillAndCoverage() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            let headers = try await Self.bearer(server, .read)
            let result = try await Self.call("getForecast", #"{"asset":"BTC","days":3,"levels":[80]}"#, server, headers)
            #expect(result["isError"] == .boolean(false))
            let text = try #require(result["content"]?.array?.first?["text"]?.string)
            #expect(text.contains("Measured skill (CRPS) against the last price"), "\(text)")
            #expect(text.contains("80 % band") && text.contains("days 1-7"), "\(text)")
            let document = try #require(result["structuredContent"])
            #expect(document["skill"]?.array?.first?["groups"]?.array?.first?["coverage"]?.array?.count == 3)
            let same = try await server.get("/v1/assets/BTC/forecast?days=3&levels=80")
            #expect(document == same.json)
        }
    }

    @Test func aBacktestMeasuresTheStoredCloses() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store(ServerUnderTest.walk(2, count: 700), of: "bitcoin")
            let answer = try await server.get("/v1/assets/BTC/backtest")
            if answer.status == 200 {
                #expect(answer.json["asset"]?.string == "bitcoin" && answer.json["skill"]?.array?.count == 1)
            } else {
                #expect(answer.status == 422 && answer.json["code"]?.string == "not-measurable", "\(answer.text)")
            }
            let result = try await Self.call("getBacktest", #"{"asset":"BTC"}"#, server, [:])
            #expect(result["isError"] == .boolean(answer.status != 200))
            #expect(try await server.get("/v1/assets/ETH/backtest").json["code"]?.string == "no-closes")
        }
    }

    @Test func aTransactionIsRecordedOnceAndExactly() async throws {
        try await ServerUnderTest.run { server async throws in
            let headers = try await Self.bearer(server, .write)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: headers))
            let order = #"""
                {"wallet":"Main","kind":"deposit","asset":"BTC","quantity":0.123456789012345678,"cost":"5","idempotency_key":"once"}
                """#
            for _ in 0..<2 {
                let receipt = try await Self.call("recordTransactions", order, server, headers)
                #expect(receipt["structuredContent"]?["recorded"] == .number(1), "\(receipt)")
            }
            let list = try await Self.call("listTransactions", #"{"wallet":"Main"}"#, server, headers)
            let rows = list["structuredContent"]?["data"]?.array ?? []
            #expect(rows.map { $0["quantity"]?.string } == ["0.123456789012345678"])
            #expect(list["content"]?.array?.first?["text"]?.string?.contains("1 in data") == true)
            let other = try await Self.call(
                "recordTransactions", order.replacing("0.12345", with: "0.22345"), server, headers)
            #expect(other["structuredContent"]?["code"]?.string == "key-reused")
        }
    }

    @Test func anotherOwnersWalletIsAsIfItWereNotThere() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(
                await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: try await Self.bearer(server, .write)))
            let other = try await Self.bearer(server, .write, owner: "bob")
            for (name, arguments) in [
                ("getPortfolioValuation", #"{"wallets":["Main"]}"#), ("listTransactions", #"{"wallet":"Main"}"#),
                ("recordTransactions", #"{"wallet":"Main","kind":"deposit","asset":"USD","quantity":"1"}"#),
            ] {
                let result = try await Self.call(name, arguments, server, other)
                #expect(result["isError"] == .boolean(true) && result["structuredContent"]?["status"] == .number(404), "\(result)")
                #expect(result["structuredContent"]?["detail"]?.string == "no wallet named Main; listWallets lists them")
            }
        }
    }

    // MARK: Hostile arguments

    @Test(arguments: [
        ("getForecast", "{}", "missing-value"), ("getForecast", #"{"asset":7}"#, "invalid-value"),
        ("getForecast", #"{"asset":"BTC","days":1e300}"#, "invalid-value"),
        ("getForecast", #"{"asset":"BTC","days":-1}"#, "invalid-value"),
        ("getForecast", #"{"asset":"BTC","days":2.5}"#, "invalid-value"),
        ("getForecast", #"{"asset":"BTC","levels":"80"}"#, "invalid-value"),
        ("getForecast", #"{"asset":"BTC","format":"csv"}"#, "unknown-member"),
        ("getForecast", #"{"asset":"BTC","constructor":{}}"#, "unknown-member"),
        ("getPortfolioGains", #"{"wallets":["a\u0000b"]}"#, "invalid-value"),
        ("getPortfolioGains", #"{"wallets":[[]]}"#, "invalid-value"),
        ("listAssets", #"{"search":"\u0000"}"#, "invalid-value"), ("listAssets", #"{"limit":0}"#, "invalid-value"),
        ("listAssets", #"{"cursor":"zz"}"#, "invalid-value"), ("listAssets", #"{"cursor":"ff"}"#, "unknown-cursor"),
        ("listAssets", #"{"MCP-Protocol-Version":"x"}"#, "unknown-member"),
        ("addAlert", #"{"measure":"price","asset":"BTC","direction":"below","threshold":1e-400}"#, "invalid-value"),
        ("addAlert", #"{"idempotency_key":5}"#, "missing-value"),
        ("recordTransactions", #"{"wallet":"x","kind":"theft"}"#, "invalid-value"),
    ]) func argumentsAreCheckedLikeThoseOfPrograms(tool: String, arguments: String, code: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let result = try await Self.call(tool, arguments, server, Self.bearer(server, .write))
            #expect(result["isError"] == .boolean(true))
            #expect(result["structuredContent"]?["code"]?.string == code, "\(result)")
        }
    }

    @Test(arguments: [
        (
            "getPortfolioGains", #"{"wallets":"Main"}"#,
            #"/wallets: "Main" is not accepted; give a list in JSON such as ["Main"]: 1 to 100"#
        ),
        (
            "getPortfolioGains", #"{"wallets":[]}"#,
            #"/wallets: [] is not accepted; give a list in JSON such as ["Main"]: 1 to 100 times the id"#
        ),
        (
            "getPortfolioGains", #"{"wallets":[1]}"#,
            #"the id or the name of a wallet; the argument is a list in JSON such as ["Main"]"#
        ),
        ("getPortfolioGains", #"{"wallets":["No"]}"#, "listWallets lists them"),
        ("getForecast", #"{"asset":"BTC","levels":"80"}"#, "a list in JSON such as [80, 95]: 0 to 20 times a percentage"),
        ("getForecast", #"{"asset":"BTC","levels":["80"]}"#, "the argument is a list in JSON such as [80, 95]"),
        (
            "previewTransactions", #"{"wallet":"x","kind":"set","holdings":{}}"#,
            #"such as [{"asset": "BTC", "quantity": "0.5"}]: 1 to"#
        ),
    ]) func errorsOfListsShowOne(tool: String, arguments: String, words: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let result = try await Self.call(tool, arguments, server, Self.bearer(server, .read))
            let text = result["content"]?.array?.first?["text"]?.string ?? ""
            #expect(result["isError"] == .boolean(true) && text.contains(words), "\(text)")
        }
    }

    /// A list that a tool gets later has an example too.
    @Test func everyListHasAnExample() async throws {
        try await ServerUnderTest.run { server async throws in
            for tool in try await Self.tools(server, Self.bearer(server, .write)) {
                for member in tool["inputSchema"]?["properties"]?.members ?? [] where member.value["type"]?.string == "array" {
                    let note = member.value["description"]?.string ?? ""
                    let example = note.components(separatedBy: "Example: ").last ?? ""
                    let list = try? JSONValue(parsing: Array(example.utf8)).array
                    #expect(list?.isEmpty == false && !note.contains("commas"), "\(member.key): \(note)")
                }
            }
        }
    }

    @Test func nullIsWhatIsLeftOut() async throws {
        try await ServerUnderTest.run { server async throws in
            let result = try await Self.call(
                "listAssets", #"{"limit":1,"search":null,"cursor":null}"#, server, Self.bearer(server, .read))
            #expect(result["structuredContent"]?["data"]?.array?.count == 1, "\(result)")
        }
    }

    // MARK: The transport

    @Test func onlyPostsOfThisSiteAreAnswered() async throws {
        try await ServerUnderTest.run { server async throws in
            let ping = Self.message("ping", "{}")
            var headers = try await Self.bearer(server, .read)
            let get = try await server.get("/mcp", headers: headers)
            #expect(get.status == 405 && get.header("Allow") == "POST")
            #expect(try await server.send("DELETE", "/mcp", headers: headers).status == 405)
            #expect(try await server.post("/mcp", json: ping, headers: headers).json["result"] == .object([]))
            headers["Origin"] = "https://example.org"
            #expect(try await server.post("/mcp", json: ping, headers: headers).status == 403)
            headers["Origin"] = "http://127.0.0.1:\(server.port)"
            #expect(try await server.post("/mcp", json: ping, headers: headers).status == 200)
        }
    }

    @Test func messagesWithoutAnAnswerAreAccepted() async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.post("/mcp", json: #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            #expect(answer.status == 202 && answer.body.isEmpty)
        }
    }

    @Test(arguments: ["{", "[]", "7", "", "[{}", #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#])
    func whatIsNoMessageGets400(body: String) async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.post("/mcp", json: body)
            #expect(answer.status == 400 && answer.json["code"]?.string == "not-a-message", "\(answer.text)")
        }
    }

    @Test func anotherVersionGets400AndAMessageThatIsTooLong413() async throws {
        try await ServerUnderTest.run { server async throws in
            let headers = ["MCP-Protocol-Version": "2026-07-28"]
            #expect(try await server.post("/mcp", json: Self.message("ping", "{}"), headers: headers).status == 400)
            let start = Self.message("initialize", #"{"protocolVersion":"2026-07-28"}"#)
            let begun = try await server.post("/mcp", json: start, headers: headers)
            #expect(begun.json["result"]?["protocolVersion"]?.string == "2025-11-25")
            let long = "[" + String(repeating: " ", count: 2 << 20) + "]"
            #expect(try await server.post("/mcp", json: long).status == 413)
        }
    }
}
