import Access
import Market
import ServerWorld
import Services
import Testing

/// A client cannot run a command on the server's machine, so remedies are requests.
@Suite(.serialized) struct RemedyTests {
    /// The command-line words in a text.
    private static func commands(in text: String) -> [String] {
        [
            "--", "closecast history", "closecast wallet", "closecast asset", "closecast token", "closecast invest",
            "closecast doctor",
        ]
        .filter(text.contains)
    }

    private func expectNone(
        _ answer: ServerUnderTest.Answer, _ code: String, at place: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.json["code"]?.string == code, "\(answer.text)", sourceLocation: place)
        #expect(Self.commands(in: answer.text).isEmpty, "\(answer.text)", sourceLocation: place)
    }

    @Test func rowsThatAreNotRecorded() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            func send(_ rows: String, wallet: String = "") async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "POST", "/v1/transactions/import\(wallet)", body: "time,kind,asset,quantity,wallet,cash\n\(rows)\n",
                    headers: ["Content-Type": "text/csv"])
            }
            let unnamed = try await send("2025-01-01,deposit,BTC,1,,")
            expectNone(unnamed, "bad-rows")
            #expect(unnamed.text.contains("?wallet=NAME"))
            expectNone(try await send("2025-01-01,deposit,NOSUCH,1,Main,"), "bad-rows")
            expectNone(try await send("2025-01-01,deposit,BTC,1,Nobody,"), "bad-rows")
            expectNone(try await send("2025-01-01,deposit,BTC,1,#77,"), "bad-rows")
            expectNone(try await send("2025-01-01,buy,BTC,1,Main,5"), "bad-rows")
        }
    }

    @Test func closesThatCannotBeForecastFrom() async throws {
        try await ServerUnderTest.run { server async throws in
            var closes = ServerUnderTest.walk(1)
            closes[500] *= 50
            try await server.store(closes, of: "bitcoin")
            try await server.store(ServerUnderTest.walk(2), of: "ethereum")
            try await server.store(ServerUnderTest.walk(3, count: 40), of: "litecoin")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            for asset in ["BTC", "ETH", "LTC", "ADA"] {
                let body = #"{"kind":"deposit","asset":"\#(asset)","quantity":"3","cost":"1"}"#
                try server.done(await server.post("/v1/wallets/Main/transactions", json: body))
            }
            let path = "/v1/wallets/Main/forecast?days=2&paths=20"
            expectNone(try await server.get(path), "unusable-closes")
            expectNone(try await server.get(path + "&as_of=2030-01-01"), "no-close-on-day")
            let without = try await server.get(path + "&leave_out=true")
            #expect(without.json["left_out"]?.array?.count == 3, "\(without.text)")
            #expect(Self.commands(in: without.text).isEmpty, "\(without.text)")
            for asset in ["BTC", "LTC"] { expectNone(try await server.get("/v1/assets/\(asset)/forecast"), "unusable-closes") }
            expectNone(try await server.get("/v1/assets/ADA/forecast"), "no-closes")
            let packed = try await server.send(
                "PUT", "/v1/assets/BTC/history", body: "\u{1F}PK\u{3}\u{4}", headers: ["Content-Type": "text/csv"])
            expectNone(packed, "bad-price-file")
        }
    }

    /// The parameters named in an answer make the same request succeed.
    @Test func aBadDayIsLeftOutByTheParametersThatTheAnswerNames() async throws {
        try await ServerUnderTest.run { server async throws in
            var closes = ServerUnderTest.walk(1)
            closes[closes.count - 40] /= 13
            try await server.store(closes, of: "bitcoin")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let body = #"{"kind":"deposit","asset":"BTC","quantity":"3","cost":"1"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: body))
            for path in ["/v1/assets/BTC/forecast?days=2&paths=20", "/v1/wallets/Main/forecast?days=2&paths=20"] {
                let refused = try await server.get(path)
                #expect(refused.status == 422 && refused.json["code"]?.string == "unusable-closes", "\(refused.text)")
                let detail = try #require(refused.json["detail"]?.string)
                let named = detail.matches(of: /skip_day=[0-9,-]+|fill=previous/).map { String($0.output) }
                #expect(named.count == 2, "\(detail)")
                for parameter in named {
                    let mended = try await server.get("\(path)&\(parameter)")
                    #expect(mended.status == 200, "\(parameter): \(mended.text)")
                }
            }
        }
    }

    @Test func tokensThatDoNotSuffice() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            func get(_ token: String?) async throws -> ServerUnderTest.Answer {
                let headers = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
                return try await server.send("DELETE", "/v1/assets/bitcoin", headers: headers)
            }
            expectNone(try await get(nil), "token-needed")
            expectNone(try await get("x"), "token-malformed")
            expectNone(try await get("closecast_" + String(repeating: "0", count: 64)), "token-unknown")
            expectNone(try await get(try await server.token(owner: "ada", scope: .read)), "scope-too-small")
            let made = try await server.parts.tokens.create(owner: "ada", scope: .admin, expiresAt: server.clock.now + 60)
            server.clock.advance(by: 61)
            expectNone(try await get(made.secret.text), "token-expired")
            try await server.parts.tokens.revoke(made.token.id)
            expectNone(try await get(made.secret.text), "token-revoked")
        }
    }
}
