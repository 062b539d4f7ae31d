import JSONText
import ServerWorld
import Testing

/// The amount above which the password is needed again.
@Suite struct OwnLimitRouteTests {
    @Test func aHigherLimitNeedsThePassword() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            func change(_ limit: String, _ headers: [String: String]) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "PATCH", "/v1/trading/account", body: #"{"password_above_usd":"\#(limit)"}"#, headers: headers)
            }
            #expect(try await change("1500", ann.headers).json["password_above_usd"]?.string == "1500")
            let token = try await server.post(
                "/v1/account/tokens", json: #"{"name":"x","scope":"write"}"#, headers: ann.headers
            ).json["token"]?.string
            server.clock.advance(by: 660)
            let late = try await change("1500.01", ann.headers)
            #expect(late.status == 403 && late.json["code"]?.string == "not-fresh" && late.json["limit"]?.string == "1500")
            #expect(try await change("900", ann.headers).json["password_above_usd"]?.string == "900")
            #expect(try await change("0.001", ann.headers).status == 422)
            let program = ["Authorization": "Bearer \(try #require(token))"]
            #expect(try await change("900.01", program).json["code"]?.string == "not-fresh")
            #expect(try await change("800", program).status == 200)
        }
    }
}
