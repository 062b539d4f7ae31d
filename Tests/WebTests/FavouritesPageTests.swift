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

    @Test func theyAreListedByNameAndSeveralAreRemovedAtOnce() async throws {
        try await run { _, client async throws in
            for id in ["bitcoin", "ethereum", "cardano", "polkadot"] {
                let answer = try await client.post("/favourites", from: "/markets", ["add": id, "next": "/markets"])
                #expect(answer.status == 303 && answer["location"] == "/markets")
            }
            let page = try await client.get("/favourites")
            #expect(tickers(page) == ["BTC", "ADA", "ETH", "DOT"], "\(tickers(page))")
            #expect(page.has("no closes"))
            let removed = try await client.post(
                "/favourites", from: "/favourites",
                [
                    "selected": "yes", "remove": "bitcoin", "remove": "ethereum",
                    "next": "/favourites?done=favourites-removed",
                ])
            #expect(removed["location"] == "/favourites?done=favourites-removed")
            #expect(tickers(try await client.get("/favourites")) == ["ADA", "DOT"])
        }
    }

    @Test func nothingSelectedIsSaidBesideTheButton() async throws {
        try await run { _, client async throws in
            #expect(try await client.get("/favourites").has("No favourites yet"))
            _ = try await client.post("/favourites", from: "/markets", ["add": "bitcoin"])
            let page = try await client.post("/favourites", from: "/favourites", ["selected": "yes"])
            #expect(page.status == 422 && page.has("Nothing is selected.") && tickers(page) == ["BTC"])
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
