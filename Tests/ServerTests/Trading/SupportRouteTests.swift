import JSONText
import ServerWorld
import Testing

/// Messages between people and operators.
@Suite struct SupportRouteTests {
    private func write(
        _ text: String, _ person: ServerUnderTest.SignedInPerson, _ server: ServerUnderTest, key: String? = nil
    ) async throws -> ServerUnderTest.Answer {
        var headers = person.headers
        headers["Idempotency-Key"] = key
        return try await server.post("/v1/trading/support", json: "{\"text\":\"\(text)\"}", headers: headers)
    }

    private func thread(_ person: ServerUnderTest.SignedInPerson, _ server: ServerUnderTest) async throws -> JSONValue {
        try await server.get("/v1/trading/support", headers: person.headers).json
    }

    @Test func aPersonWritesAndAnOperatorAnswers() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            #expect(try await thread(ann, server)["messages"]?.array?.isEmpty == true)
            #expect(try await write("from Eve", eve, server).status == 201)
            server.clock.advance(by: 1)
            #expect(try await write("where is\\nmy <b>deposit</b>?", ann, server, key: "k").status == 201)
            #expect(
                try await write("where is\\nmy <b>deposit</b>?", ann, server, key: "k").header("Idempotency-Replayed") == "true")
            #expect(try await thread(eve, server)["messages"]?.array?.count == 1)

            let path = "/v1/operator/support"
            func list() async throws -> [JSONValue] {
                try await server.get(path, headers: keeper.headers).json["data"]?.array ?? []
            }
            #expect(try await list().compactMap { $0["account"]?.string } == [ann.id, eve.id], "the newest first")
            #expect(try await list().first?["unread"]?.integer == 1)
            let answer = try await server.post("\(path)/\(ann.id)", json: #"{"text":"Tomorrow."}"#, headers: keeper.headers)
            #expect(answer.status == 201, "\(answer.text)")
            #expect(try await list().compactMap { $0["unread"]?.integer } == [1, 0], "unread ones first")
            #expect(try await list().first?["account"]?.string == eve.id)
            #expect(try await server.send("POST", "\(path)/\(eve.id)/read", headers: keeper.headers).status == 204)
            #expect(try await list().compactMap { $0["unread"]?.integer } == [0, 0])

            var own = try await thread(ann, server)
            #expect(own["unread"]?.integer == 1)
            #expect(own["messages"]?.array?.compactMap { $0["author"]?.string } == ["person", "operator"])
            #expect(own["messages"]?.array?.first?["text"]?.string == "where is\nmy <b>deposit</b>?")
            #expect(own["messages"]?.array?.first?["read_at"]?.string != nil)
            #expect(try await server.send("POST", "/v1/trading/support/read", headers: ann.headers).status == 204)
            own = try await thread(ann, server)
            #expect(own["unread"]?.integer == 0)
            #expect(try await server.get("\(path)/\(ann.id)", headers: eve.headers).status == 403)
            #expect(try await server.get("\(path)/\(keeper.id)", headers: keeper.headers).status == 404)
            _ = try await write("from the operator", keeper, server)
            let itself = try await server.post("\(path)/\(keeper.id)", json: #"{"text":"x"}"#, headers: keeper.headers)
            #expect(itself.json["code"]?.string == "own-thread")
        }
    }

    @Test func messagesHaveALimitAnHourAndALength() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            #expect(try await write(String(repeating: "a", count: 4001), ann, server).status == 422)
            #expect(try await write("  \\n ", ann, server).json["code"]?.string == "bad-message")
            #expect(try await write("\\u0007", ann, server).json["code"]?.string == "bad-message")
            #expect(try await write(String(repeating: "ә", count: 4000), ann, server).status == 201)
            for number in 2...20 { #expect(try await write("\(number)", ann, server).status == 201) }
            let refused = try await write("21", ann, server)
            #expect(refused.status == 429 && refused.header("Retry-After") != nil)
            server.clock.advance(by: 3600)
            #expect(try await write("21", try await server.signIn("ann@example.com"), server).status == 201)
        }
    }

    @Test func nobodyAnswersWithoutAccounts() async throws {
        try await ServerUnderTest.run { server async throws in
            let answer = try await server.post("/v1/trading/support", json: #"{"text":"anybody?"}"#)
            #expect(answer.json["code"]?.string == "nobody-answers")
        }
    }
}
