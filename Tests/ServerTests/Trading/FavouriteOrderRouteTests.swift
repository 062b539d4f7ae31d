import JSONText
import ServerWorld
import Testing

/// The order of favourites through the API is that of the page.
@Suite struct FavouriteOrderRouteTests {
    private static let path = "/v1/trading/feed"

    private static func ids(_ document: JSONValue, _ name: String) -> [String] {
        document[name]?.array?.compactMap(\.string) ?? []
    }

    private static func fill(_ server: ServerUnderTest, headers: [String: String] = [:]) async throws -> JSONValue {
        try server.done(await server.send("PUT", path, body: #"{"assets":["BTC","ETH","ADA"]}"#, headers: headers)).json
    }

    @Test func theNamedCoinStandsFirst() async throws {
        try await ServerUnderTest.run { server async throws in
            let filled = try await Self.fill(server)
            #expect(Self.ids(filled, "assets") == ["bitcoin", "ethereum", "cardano"] && filled["preferred"] == .null)
            #expect(Self.ids(filled, "shown") == ["bitcoin", "ethereum", "cardano"])
            for (coin, shown) in [
                ("ADA", ["cardano", "bitcoin", "ethereum"]), ("DOT", ["polkadot", "bitcoin", "ethereum", "cardano"]),
            ] {
                let order = try server.done(await server.get("\(Self.path)?coin=\(coin)")).json
                #expect(Self.ids(order, "shown") == shown && order["preferred"]?.string == shown[0])
                // Setting the same value again changes nothing.
                #expect(Self.ids(order, "assets") == ["bitcoin", "ethereum", "cardano"])
            }
            let unknown = try await server.get(Self.path + "?coin=NOSUCH")
            #expect(unknown.status == 404 && unknown.json["field"]?.string == "coin")
            let cash = try await server.get(Self.path + "?coin=EUR")
            #expect(cash.status == 422 && cash.json["code"]?.string == "not-a-coin" && cash.json["field"]?.string == "coin")
        }
    }

    /// The page and the operation use the same order.
    @Test func thePreferredCoinOfTheAccountStandsFirst() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = try await server.person("ann@example.com", accounts)
            _ = try await Self.fill(server, headers: ann.headers)
            try server.done(await server.send("PATCH", "/v1/account", body: #"{"preferred_coin":"ADA"}"#, headers: ann.headers))
            let order = try server.done(await server.get(Self.path, headers: ann.headers)).json
            #expect(order["preferred"]?.string == "cardano" && Self.ids(order, "shown") == ["cardano", "bitcoin", "ethereum"])
            #expect(Self.ids(order, "assets") == ["bitcoin", "ethereum", "cardano"])
            for coin in ["BTC", "ETH", "ADA"] {
                try server.done(await server.send("PUT", "/v1/favourites/\(coin)", headers: ann.headers))
            }
            let page = try await PageVisitor(server, token: ann.token).get("/favourites")
            let tickers = page.text.matches(of: /<b>([A-Z]+)<\/b>/).map { String($0.output.1) }
            #expect(tickers == ["ADA", "BTC", "ETH"] && page.has("Preferred"))
            let other = try server.done(await server.get(Self.path + "?coin=ETH", headers: ann.headers)).json
            #expect(Self.ids(other, "shown") == ["ethereum", "bitcoin", "cardano"])
            #expect(Self.ids(try await Self.fill(server, headers: ann.headers), "shown") == ["cardano", "bitcoin", "ethereum"])
        }
    }
}
