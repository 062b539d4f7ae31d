import HTTPTestSupport
import Market
import ServerWorld
import Testing

/// The one way in which all forms ask for a coin, without scripts, and the suggestions that scripts fetch.
@Suite struct CoinPickerTests {
    private static func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, visitor async throws in
            try await server.store([100, 90], of: "bitcoin")
            try await server.store([2, 3], of: "cardano")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let holding = #"{"kind":"deposit","asset":"ADA","quantity":"7","time":"2025-02-25"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: holding))
            try await body(server, visitor)
        }
    }

    /// The names of the suggested coins, in their order.
    private static func suggested(_ page: EdgeAnswer) -> [String] {
        page.text.matches(of: /class="found-row" href="[^"]*" data-value="([^"]+)"/).map { String($0.output.1) }
    }

    private static func list(_ name: String, _ visitor: PageVisitor) async throws -> EdgeAnswer {
        try await visitor.get("/search?for=\(name)")
    }

    @Test func everyFormAsksInTheSameWay() async throws {
        try await Self.run { _, visitor async throws in
            for (path, field, list) in [
                ("/trading/trade?side=buy", "asset", "buy"), ("/trading/trade?side=sell", "asset", "sell"),
                ("/trading/send", "asset", "send"), ("/trading/receive", "asset", "receive"),
                ("/trading/history", "asset", "practice"), ("/wallets/Main/record", "asset", "wallet-"),
                ("/wallets/Main/history", "asset", "wallet-"), ("/compare", "coins", "priced"), ("/compare", "add", "priced"),
                ("/compare?coins=BTC", "add", "priced"), ("/favourites", "add", "all"), ("/paper", "coins", "priced"),
                ("/settings", "coin", "priced"),
            ] {
                let page = try await visitor.get(path)
                let fields = page.text.matches(of: /<input [^>]*name="([a-z]+)"[^>]*data-coins="\/search\?for=([a-z]+-?)/)
                #expect(fields.contains { $0.output.1 == field && $0.output.2 == list }, "\(path)")
                #expect(page.has(#"<option value="ADA">Cardano</option>"#) || list == "sell", "\(path)")
            }
        }
    }

    @Test func suggestionsBeginWithWhatIsHeld() async throws {
        try await Self.run { server, visitor async throws in
            _ = try await server.send("PUT", "/v1/favourites/dogecoin")
            let page = try await Self.list("all", visitor)
            #expect(Self.suggested(page).prefix(2) == ["ADA", "DOGE"] && page.has("3.00 USD"), "\(Self.suggested(page))")
        }
    }

    @Test func cashIsOfferedWhereItCanBeChosen() async throws {
        try await Self.run { server, visitor async throws in
            let wallet = try #require(try await server.get("/v1/wallets/Main").json["id"]?.string)
            #expect(Self.suggested(try await visitor.get("/search?for=wallet-\(wallet)&q=usd")).contains("USD"))
            for list in ["buy", "sell", "send", "receive", "practice", "priced"] {
                #expect(!Self.suggested(try await visitor.get("/search?for=\(list)&q=usd")).contains("USD"), "\(list)")
            }
            #expect(Self.suggested(try await Self.list("priced", visitor)).sorted() == ["ADA", "BTC"])
        }
    }

    @Test func onlyCoinsOfTheAccountAreSoldAndSent() async throws {
        try await Self.run { _, visitor async throws in
            #expect(Self.suggested(try await Self.list("sell", visitor)) == [])
            #expect(Self.suggested(try await Self.list("send", visitor)) == [])
            #expect(try await Self.list("receive", visitor).has("href=\"/trading/receive/ADA\""))
            #expect(try await Self.list("buy", visitor).has("href=\"/trading/trade/ADA?side=buy\""))
        }
    }

    /// As the table of markets does. Where a coin is only looked for, its price is only a hint.
    @Test func anOldPriceHasItsAgeWhereCoinsAreTraded() async throws {
        try await Self.run { server, visitor async throws in
            try await server.store([5, 6], of: "dogecoin", through: ServerUnderTest.yesterday - 20)
            let pages = [
                try await visitor.get("/trading/trade?side=buy"), try await Self.list("buy&q=doge", visitor),
                try await Self.list("receive&q=doge", visitor),
            ]
            for page in pages {
                #expect(page.text.matches(of: /6\.00 USD<\/b><small class="old">21 days old<\/small>/).count == 1, "\(page.text)")
                #expect(page.text.ranges(of: "days old").count == 1)
            }
            #expect(!(try await Self.list("all", visitor)).has("days old"))
        }
    }

    @Test func aPartOfANameListsTheCoinsThatHaveIt() async throws {
        try await Self.run { _, visitor async throws in
            let page = try await visitor.get("/trading/trade?side=buy&asset=bitc")
            #expect(page.status == 422 && Self.suggested(page).first == "BTC" && !Self.suggested(page).contains("ADA"))
        }
    }

    @Test func aFavouriteIsAddedByItsName() async throws {
        try await Self.run { _, visitor async throws in
            let added = try await visitor.post("/favourites", from: "/favourites", ["add": "Ada", "next": "/favourites"])
            #expect(added.status == 303)
            #expect(try await visitor.get("/favourites").has("data-coin=\"ADA\""))
            let unknown = try await visitor.post("/favourites", from: "/favourites", ["add": "NOSUCH", "next": "/favourites"])
            #expect(unknown.status == 422 && unknown.has("value=\"NOSUCH\"") && unknown.has("aria-invalid=\"true\""))
        }
    }

    @Test func thePreferredCoinIsChosenByItsName() async throws {
        try await Self.run { _, visitor async throws in
            let saved = try await visitor.post("/settings", from: "/settings", ["coin": "btc"])
            #expect(saved.status == 303 && visitor.cookies["closecast-coin"] == "bitcoin")
            #expect(try await visitor.get("/settings").text.contains(/name="coin"[^>]* value="BTC"/))
            let unknown = try await visitor.post("/settings", from: "/settings", ["coin": "NOSUCH"])
            #expect(unknown.status == 422 && unknown.has("value=\"NOSUCH\"") && visitor.cookies["closecast-coin"] == "bitcoin")
            _ = try await visitor.post("/settings", from: "/settings", ["coin": ""])
            #expect(visitor.cookies["closecast-coin"] == nil)
        }
    }
}
