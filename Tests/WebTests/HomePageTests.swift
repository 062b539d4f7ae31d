import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

/// The first page: one total with its switch, favourites with their day, and what waits.
@Suite struct HomePageTests {
    @Test func aNewReaderIsToldHowItBegins() async throws {
        try await PageVisitor.run { _, client async throws in
            let page = try await client.get("/")
            #expect(page.status == 200 && page.has("Your total starts with a purchase") && page.has("No favourites yet."))
            #expect(page.has("No prices are stored yet.") && page.has("href=\"/prices/import\">Add coins or prices</a>"))
            #expect(!page.has("Waiting for you") && page.has("<a href=\"/\" aria-current=\"true\">Mine</a>"))
            let practice = try await client.get("/?of=practice")
            #expect(practice.status == 200 && practice.has("No money here yet"))
            #expect(practice.has("<a href=\"/?of=practice\" aria-current=\"true\">Practice</a>"))
        }
    }

    @Test func theTotalIsThatOfAllWallets() async throws {
        try await PageVisitor.run { server, client async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 40))
            for (wallet, amount) in [("Main", "1000"), ("Savings", "234.5")] {
                #expect(try await server.post("/v1/wallets", json: #"{"name":"\#(wallet)"}"#).status == 201)
                let deposit = #"{"kind":"deposit","asset":"USD","quantity":"\#(amount)"}"#
                #expect(try await server.post("/v1/wallets/\(wallet)/transactions", json: deposit).status == 201)
            }
            #expect(try await server.send("PUT", "/v1/favourites/BTC").status == 204)
            let page = try await client.get("/")
            #expect(
                page.has("1,234") && page.has("<span class=\"rest\">.50</span>") && page.has("href=\"/portfolio\">Show the details")
            )
            #expect(page.has("href=\"/coins/BTC\"") && !page.has("No favourites yet."))
            // The money of the practice account is no part of it.
            let deposit = #"{"currency":"USD","amount":"100"}"#
            try server.done(await server.post("/v1/trading/deposits", json: deposit))
            let waiting = try await client.get("/")
            #expect(waiting.has("Waiting for you") && waiting.has("href=\"/trading/history/") && waiting.has("1,234"))
            // Hidden amounts are hidden here too.
            _ = try await client.post("/settings", from: "/", ["hidden": "yes", "quietly": "yes", "next": "/"])
            let hidden = try await client.get("/")
            #expect(!hidden.text.replacing(/data-amount="[^"]*"/, with: "").contains("1,234"))
        }
    }
}
