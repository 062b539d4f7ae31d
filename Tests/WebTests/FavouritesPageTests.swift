import HTTPTestSupport
import Market
import ServerWorld
import Testing

/// The favourites page, and the stars of other pages.
@Suite struct FavouritesPageTests {
    private func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, client async throws in
            for (index, id) in ["bitcoin", "ethereum", "cardano"].enumerated() {
                try await server.storeCloses(of: id, simulatedHistory(index, days: 40))
            }
            try await body(server, client)
        }
    }

    /// The coins that a page lists, in its order.
    private func tickers(_ page: EdgeAnswer) -> [String] { page.text.matches(of: /<b>([A-Z]+)<\/b>/).map { String($0.output.1) } }

    @Test func theyAreListedByNameAndRemovedByTheirStar() async throws {
        try await run { _, client async throws in
            #expect(try await client.get("/favourites").has("No favourites yet"))
            for id in ["bitcoin", "ethereum", "cardano", "polkadot"] {
                let answer = try await client.post("/favourites", from: "/markets", ["add": id, "next": "/markets"])
                #expect(answer.status == 303 && answer["location"] == "/markets")
            }
            let page = try await client.get("/favourites")
            #expect(tickers(page) == ["BTC", "ADA", "ETH", "DOT"], "\(tickers(page))")
            #expect(page.has("no closes") && page.text.ranges(of: "class=\"spark").count >= 2)
            for id in ["bitcoin", "ethereum"] {
                let removed = try await client.post("/favourites", from: "/favourites", ["remove": id, "next": "/favourites"])
                #expect(removed["location"] == "/favourites?removed=\(id)")
            }
            #expect(tickers(try await client.get("/favourites")) == ["ADA", "DOT"])
        }
    }

    /// The row of a removed favourite is gone, so its star cannot be pressed again; on other pages it can.
    @Test func aRemovalIsUndoneWithoutScripts() async throws {
        try await run { _, client async throws in
            try await mark(client)
            _ = try await press("up", "ethereum", client)
            let removed = try await client.post("/favourites", from: "/favourites", ["remove": "ethereum", "next": "/favourites"])
            let page = try await client.get(try #require(removed["location"]))
            #expect(page.has("ETH removed from favourites.") && tickers(page) == ["BTC", "ADA", "DOT"])
            #expect(page.text.contains(#"name="add" value="ethereum""#), "\(page.text)")
            let undone = try await client.post("/favourites", from: "/favourites", ["add": "ethereum", "next": "/favourites"])
            #expect(undone["location"] == "/favourites")
            // Back in its place, and nothing to undo.
            try await expectOrder(["BTC", "ETH", "ADA", "DOT"], client)
            for text in ["ethereum", "nothing", "a%20b", ""] {
                #expect(!(try await client.get("/favourites?removed=\(text)").has("removed from favourites")), "\(text)")
            }
            let elsewhere = try await client.post("/favourites", from: "/markets", ["remove": "ethereum", "next": "/markets"])
            #expect(elsewhere["location"] == "/markets")
        }
    }

    // MARK: Order

    private static let byName = "bitcoin,cardano,ethereum,polkadot"

    private func mark(_ client: PageVisitor) async throws {
        for id in Self.byName.split(separator: ",") {
            _ = try await client.post("/favourites", from: "/markets", ["add": String(id), "next": "/markets"])
        }
    }

    /// Presses a button of the page as it was shown.
    private func press(
        _ button: String, _ coin: String, _ client: PageVisitor, order: String? = nil, key: String? = nil
    ) async throws -> EdgeAnswer {
        let page = try await client.get("/favourites")
        let shown = try order ?? #require(PageVisitor.value(of: "order", in: page.text))
        let fields: KeyValuePairs = [button: coin, "order": shown]
        return try await client.post("/favourites/order", from: "/favourites", fields, key: key)
    }

    private func expectOrder(_ order: [String], _ client: PageVisitor) async throws {
        #expect(tickers(try await client.get("/favourites")) == order)
    }

    @Test func theyAreMovedWithinTheirEnds() async throws {
        try await run { _, client async throws in
            try await mark(client)
            _ = try await press("up", "ethereum", client)
            try await expectOrder(["BTC", "ETH", "ADA", "DOT"], client)
            _ = try await press("up", "bitcoin", client)
            _ = try await press("down", "polkadot", client)
            try await expectOrder(["BTC", "ETH", "ADA", "DOT"], client)
            // The first page has the same order.
            #expect(tickers(try await client.get("/")).filter { ["BTC", "ETH", "ADA"].contains($0) } == ["BTC", "ETH", "ADA"])
            // Without one of them, the others keep their order.
            _ = try await client.post("/favourites", from: "/favourites", ["remove": "bitcoin", "next": "/favourites"])
            try await expectOrder(["ETH", "ADA", "DOT"], client)
        }
    }

    @Test func aButtonThatIsPressedTwiceMovesOnceAndAnOldPageUndoesNothing() async throws {
        try await run { _, client async throws in
            try await mark(client)
            for _ in 0..<2 {
                let answer = try await press("up", "ethereum", client, order: Self.byName, key: "pressed-twice")
                #expect(answer["location"] == "/favourites?done=favourites-moved", "\(answer.text)")
            }
            try await expectOrder(["BTC", "ETH", "ADA", "DOT"], client)
            let page = try await press("down", "bitcoin", client, order: Self.byName)
            #expect(page.status == 409 && page.has("Your favourites were changed elsewhere in the meantime."))
            try await expectOrder(["BTC", "ETH", "ADA", "DOT"], client)
        }
    }

    @Test func moneyIsMovedLikeACoinAndNoAccountIsOpened() async throws {
        try await run { server, client async throws in
            for id in ["bitcoin", "eur"] {
                _ = try await client.post("/favourites", from: "/markets", ["add": id, "next": "/markets"])
            }
            #expect(try await press("up", "eur", client)["location"] == "/favourites?done=favourites-moved")
            try await expectOrder(["EUR", "BTC"], client)
            let account = try await server.get("/v1/trading/account").json
            #expect(account["created_at"] == .null, "\(account)")
        }
    }

    /// Only the order of the first 100 is stored.
    @Test func laterFavouritesHaveNoButtons() async throws {
        try await run { server, client async throws in
            for number in 101...202 {
                let asset = try #require(Asset(unknown: "COIN\(number)"))
                try await server.database.save(asset)
                _ = try await server.send("PUT", "/v1/favourites/\(asset.id)")
            }
            let page = try await client.get("/favourites")
            let rows = page.text.split(separator: "<li>").dropFirst().map(String.init).filter { $0.contains("name=\"remove\"") }
            #expect(rows.count == 102 && rows.prefix(100).allSatisfy { $0.contains("name=\"down\"") })
            #expect(rows[99].contains("disabled") && !rows[98].contains("disabled"))
            #expect(rows.suffix(2).allSatisfy { !$0.contains("name=\"up\"") })
            #expect(try await press("down", "coin101", client)["location"] == "/favourites?done=favourites-moved")
            let moved = try await client.get("/favourites").text
            let (first, second) = (try #require(moved.firstRange(of: "COIN102")), try #require(moved.firstRange(of: "COIN101")))
            #expect(first.lowerBound < second.lowerBound)
        }
    }

    @Test func thePreferredCoinStandsFirst() async throws {
        try await run { server, _ async throws in
            let client = PageVisitor(server, cookies: ["closecast-coin": "cardano"])
            try await mark(client)
            try await expectOrder(["ADA", "BTC", "ETH", "DOT"], client)
            #expect(try await client.get("/favourites").has("Preferred"))
            // Others move past it.
            _ = try await press("up", "polkadot", client)
            try await expectOrder(["ADA", "BTC", "DOT", "ETH"], client)
        }
    }

    @Test func aFormLeadsToNoOtherSite() async throws {
        try await run { _, client async throws in
            for next in ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)"] {
                let answer = try await client.post("/favourites", from: "/markets", ["add": "bitcoin", "next": next])
                #expect(answer["location"] == "/markets", "\(next)")
            }
        }
    }

    @Test func thoseOfAnotherPersonAreNotShownOrChanged() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = try await server.person("ann@example.com", accounts)
            let ben = try await server.person("ben@example.com", accounts, name: "Ben")
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 40))
            #expect(try await server.send("PUT", "/v1/favourites/BTC", headers: ann.headers).status == 204)
            let client = { (person: ServerUnderTest.SignedInPerson) in
                PageVisitor(server, headers: person.headers)
            }
            #expect(tickers(try await client(ann).get("/favourites")) == ["BTC"])
            #expect(try await client(ben).get("/favourites").has("No favourites yet"))
        }
    }
}
