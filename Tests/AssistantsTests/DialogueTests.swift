import Assistants
import JSONText
import Testing

/// The protocol's messages: what is answered, in which version, and that no input ends the server.
@Suite struct DialogueTests {
    /// A tool that repeats its arguments, digit by digit, and one that always fails.
    struct Echo: Toolbox {
        let tools = [
            Tool(name: "echo", description: "Repeats.", inputSchema: Array(#"{"type":"object"}"#.utf8), isReadOnly: true),
            Tool(name: "fail", description: "Fails.", inputSchema: Array(#"{"type":"object"}"#.utf8), isReadOnly: false),
        ]

        func result(of tool: String, _ arguments: ExactValue) async -> ToolResult {
            guard tool == "echo" else { return ToolResult("it failed", isError: true) }
            var writer = JSONWriter()
            writer.value(arguments.digits)
            return ToolResult("echoed", document: writer.bytes + Array("\r\n".utf8))
        }
    }

    static let dialogue = Dialogue(Echo(), serverVersion: "1.2.3")

    /// The answer to a text; its error, with null as id, if no response can name an id.
    private func answer(_ text: String, _ version: ProtocolVersion = .latest) async throws -> JSONValue? {
        try await answer(Array(text.utf8), version)
    }

    private func answer(_ text: [UInt8], _ version: ProtocolVersion = .latest) async throws -> JSONValue? {
        do throws(RPCError) {
            guard let bytes = try await Self.dialogue.answer(to: Incoming(text), version) else { return nil }
            #expect(!bytes.contains(0x0A) && !bytes.contains(0x0D))
            return try? JSONValue(parsing: bytes)
        } catch {
            return .object([.init(key: "refused", value: .number(Double(error.code)))])
        }
    }

    private func request(_ method: String, _ parameters: String = "{}", id: String = "1") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    }

    // MARK: Beginning

    @Test(arguments: [
        ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
        ("2026-07-28", "2025-11-25"), ("1.0", "2025-11-25"), ("", "2025-11-25"),
    ]) func theVersionIsTheClientsOrOurs(asked: String, agreed: String) async throws {
        let result = try await answer(request("initialize", #"{"protocolVersion":"\#(asked)","capabilities":{}}"#))?["result"]
        #expect(result?["protocolVersion"]?.string == agreed)
        #expect(result?["capabilities"] == .object([.init(key: "tools", value: .object([]))]))
        #expect(result?["serverInfo"]?["version"]?.string == "1.2.3")
        #expect(result?["instructions"]?.string?.contains("skill") == true)
    }

    @Test(arguments: ["{}", #"{"protocolVersion":20251125}"#, #"{"protocolVersion":null}"#])
    func aBeginningWithoutAVersionIsRefused(parameters: String) async throws {
        #expect(try await answer(request("initialize", parameters))?["error"]?["code"] == .number(-32602))
    }

    @Test func anHTTPRequestMayOnlyNameAVersionThatThisServerSpeaks() async throws {
        let ping = try Incoming(Array(request("ping").utf8))
        for name in [nil] + ProtocolVersion.allCases.map(\.rawValue) {
            #expect(try await Self.dialogue.answer(to: ping, versionNamed: name) != nil)
        }
        for name in ["2026-07-28", "", "latest", String(repeating: "2", count: 100_000)] {
            await #expect(throws: RPCError.self) { try await Self.dialogue.answer(to: ping, versionNamed: name) }
        }
        let start = try Incoming(Array(request("initialize", #"{"protocolVersion":"2099-01-01"}"#).utf8))
        #expect(try await Self.dialogue.answer(to: start, versionNamed: "2099-01-01") != nil)
    }

    // MARK: Tools

    @Test func toolsAreListedWithTheirHints() async throws {
        let tools = try await answer(request("tools/list"))?["result"]?["tools"]?.array ?? []
        #expect(tools.map { $0["name"]?.string } == ["echo", "fail"])
        #expect(tools.map { $0["annotations"]?["readOnlyHint"] } == [.boolean(true), .boolean(false)])
        #expect(tools[0]["inputSchema"]?["type"]?.string == "object")
        #expect(try await answer(request("tools/list", #"{"cursor":"x"}"#))?["error"]?["code"] == .number(-32602))
    }

    @Test(arguments: ProtocolVersion.allCases) func aResultIsTextAndFromJune2025OnJSON(version: ProtocolVersion) async throws {
        let call = request("tools/call", #"{"name":"echo","arguments":{"n":0.1000000000000000000001}}"#)
        let result = try await answer(call, version)?["result"]
        let texts = result?["content"]?.array?.map { $0["text"]?.string }
        #expect(texts == ["echoed", #"{"n":"0.1000000000000000000001"}"#])
        #expect(result?["isError"] == .boolean(false))
        #expect((result?["structuredContent"] != nil) == [.june2025, .november2025].contains(version))
    }

    @Test func aFailureIsAResult() async throws {
        let result = try await answer(request("tools/call", #"{"name":"fail"}"#))?["result"]
        #expect(result?["isError"] == .boolean(true) && result?["structuredContent"] == nil)
    }

    @Test(arguments: [
        "{}", #"{"name":1}"#, #"{"name":"other"}"#, #"{"name":""}"#, #"{"name":"echo","arguments":[]}"#,
        #"{"name":"echo","arguments":"{}"}"#, #"{"name":"echo","arguments":null}"#,
    ]) func aCallOfNoToolIsRefused(parameters: String) async throws {
        #expect(try await answer(request("tools/call", parameters))?["error"]?["code"] == .number(-32602))
    }

    // MARK: Messages

    @Test(arguments: [
        "resources/list", "prompts/list", "logging/setLevel", "server/discover", "", "initialize\\u0000", "tools",
    ]) func otherMethodsAreRefused(method: String) async throws {
        #expect(try await answer(request(method))?["error"]?["code"] == .number(-32601))
    }

    @Test(arguments: ["1", "0", "-7", "9007199254740993", "123456789012345678901234567890", #""a\"b""#, #""""#, #""é😀""#])
    func theIDIsRepeatedAsWritten(id: String) async throws {
        let bytes = try await Self.dialogue.answer(to: Incoming(Array(request("ping", id: id).utf8)), .latest)
        #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == #"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
    }

    @Test(arguments: ["null", "1.5", "1e3", "true", "[1]", "{}", "\"" + String(repeating: "x", count: 1001) + "\""])
    func otherIDsAreRefused(id: String) async throws {
        #expect(try await answer(request("ping", id: id)) == .object([.init(key: "refused", value: .number(-32600))]))
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"jsonrpc":"2.0","method":"nonsense","params":7}"#,
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
        #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"fail"}}"#,
    ]) func notificationsAndResponsesGetNoAnswer(text: String) async throws {
        #expect(try await answer(text) == nil)
    }

    @Test(arguments: [
        ("{", -32700), ("", -32700), ("nul", -32700), (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32700),
        (#"{"jsonrpc":"2.0","id":1e999,"method":"ping"}"#, -32700), ("{} {}", -32700), (#""\ud800""#, -32700),
        ("1", -32600), ("\"ping\"", -32600), ("null", -32600), ("true", -32600), ("{}", -32600), ("[]", -32600),
        (#"{"jsonrpc":"1.0","method":"ping"}"#, -32600), (#"{"jsonrpc":2.0,"method":"ping"}"#, -32600),
        (#"{"jsonrpc":"2.0","method":["ping"]}"#, -32600),
    ]) func whatIsNoMessageIsRefused(text: String, code: Int) async throws {
        #expect(try await answer(text) == .object([.init(key: "refused", value: .number(Double(code)))]))
    }

    @Test func deepNestingIsRefused() async throws {
        for text in [String(repeating: "[", count: 1_000_000), String(repeating: #"{"a":"#, count: 100_000)] {
            #expect(try await answer(text)?["refused"] == .number(-32700))
        }
    }

    @Test func textThatIsNotUTF8IsRefused() async throws {
        for bytes: [UInt8] in [[0xFF], Array("{\"jsonrpc\":\"".utf8) + [0xC0, 0x80] + Array("\"}".utf8), [0, 0, 0]] {
            #expect(try await answer(bytes)?["refused"] == .number(-32700))
        }
    }

    @Test(arguments: [#""params":[]"#, #""params":"x""#, #""params":null"#]) func parametersAreAnObject(member: String) async throws
    {
        let text = #"{"jsonrpc":"2.0","id":4,"method":"ping",\#(member)}"#
        let answer = try await answer(text)
        #expect(answer?["error"]?["code"] == .number(-32602) && answer?["id"] == .number(4))
    }

    // MARK: Batches

    @Test func onlyOneVersionHasBatches() async throws {
        let batch = "[\(request("ping")),{\"jsonrpc\":\"2.0\",\"method\":\"x\"},7,\(request("ping", id: "2"))]"
        let answers = try await answer(batch, .march2025)?.array ?? []
        #expect(answers.map { $0["id"] } == [.number(1), .null, .number(2)])
        #expect(answers[1]["error"]?["code"] == .number(-32600))
        #expect(try await answer(#"[{"jsonrpc":"2.0","method":"x"}]"#, .march2025) == nil)
        for version in ProtocolVersion.allCases where version != .march2025 {
            #expect(try await answer(batch, version)?["refused"] == .number(-32600))
        }
        let many = "[" + Array(repeating: request("ping"), count: 21).joined(separator: ",") + "]"
        #expect(try await answer(many, .march2025)?["refused"] == .number(-32600))
    }

    // MARK: Random input

    @Test(arguments: 0..<8) func damagedMessagesAreAnsweredOrRefused(seed: UInt64) async throws {
        var random = Damage(state: seed)
        let whole = Array(request("tools/call", #"{"name":"echo","arguments":{"a":[1,2.5,"x",null,{"b":true}]}}"#).utf8)
        for _ in 0..<500 {
            var text = whole
            for _ in 0...Int(random.next() % 4) {
                let place = Int(random.next() % UInt64(text.count))
                switch random.next() % 3 {
                case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: text.remove(at: place)
                default: text.insert(contentsOf: text[0..<place], at: place)
                }
            }
            _ = try await answer(text)
        }
    }

    /// SplitMix64.
    private struct Damage {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
