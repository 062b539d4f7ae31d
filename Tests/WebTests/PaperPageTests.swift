import HTTPTestSupport
import Market
import ServerWorld
import Testing
import Waits

/// Strategy tests without scripts.
@Suite struct PaperPageTests {
    private func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, client async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 700))
            try await server.storeCloses(of: "ethereum", simulatedHistory(1, days: 700))
            try await body(server, client)
        }
    }

    /// The page of a match, once its result is computed.
    private func result(_ client: PageVisitor, _ path: String) async throws -> EdgeAnswer {
        var page = try await client.get(path)
        try await until("\(path) has a result", everyMilliseconds: 20) {
            guard page.has("Computing the test") else { return true }
            #expect(page.has("http-equiv=\"refresh\""))
            page = try await client.get(path)
            return false
        }
        return page
    }

    @Test func theFormCanBeSentAsItIs() async throws {
        try await run { _, client async throws in
            let page = try await client.get("/paper")
            #expect(page.status == 200 && page.has("value=\"BTC ETH\"") && page.has("value=\"2024-02-29\""))
            #expect(page.has("You have not started a test yet.") && page.has("Past results promise nothing."))
            let answer = try await client.post(
                "/paper", from: "/paper",
                [
                    "coins": "btc, ETH", "start": "2024-10-10", "end": "", "cash": "10,000", "fee": "0.1", "threshold": "50",
                    "strategies": "rebalance", "strategies": "follow",
                ])
            let path = try #require(answer["location"])
            #expect(answer.status == 303 && path.hasPrefix("/paper/pm_"))
            let match = try await result(client, path)
            #expect(match.status == 200)
            for part in [
                "Test of BTC, ETH",
                "10,000.00 USD for each strategy, fee 0.10%, from 10 October 2024 on.",
                "class=\"practice-line\"", "Simulated money", "Running", "10 October 2024 to 28 February 2025", "line-compare-3",
                "against Hold. Luck alone gives", "Follow the forecast", "probability above 50% of a higher close after 30 days",
                "Past results promise nothing.", "Hold: 2 trades",
            ] { #expect(match.has(part), "no \(part)") }
            #expect(match.has("is ahead with") || match.has("are level"))
            let list = try await client.get("/paper")
            #expect(list.has("href=\"\(path)\"") && list.has("Running") && list.has("Hold · Rebalance · Follow the forecast"))
            let deleted = try await client.post("\(path)/delete", from: path)
            #expect(deleted["location"] == "/paper?done=paper-deleted")
            #expect(try await client.get("/paper?done=paper-deleted").has("The test was deleted."))
            #expect(try await client.get(path).status == 404)
        }
    }

    @Test func whatIsWrongIsSaidBesideTheField() async throws {
        try await run { _, client async throws in
            let page = try await client.post(
                "/paper", from: "/paper",
                ["coins": "", "start": "soon", "end": "x", "cash": "a lot", "fee": "20", "threshold": "50"])
            #expect(page.status == 422)
            for part in [
                "Enter one to ten coins", "Enter a day from 3 January 2009", "Enter a day after the first day",
                "Enter an amount from 1",
            ] {
                #expect(page.has(part), "no \(part)")
            }
            #expect(page.has("value=\"a lot\""))
            let later = try await client.post(
                "/paper", from: "/paper",
                ["coins": "BTC", "start": "2024-10-10", "end": "", "cash": "100", "fee": "20", "threshold": "50"])
            #expect(later.status == 422 && later.has("Enter a fee from 0 to 10%."))
            let unknown = try await client.post(
                "/paper", from: "/paper",
                ["coins": "BTC NIX", "start": "2024-10-10", "end": "", "cash": "100", "fee": "1", "threshold": "50"])
            #expect(unknown.status == 422 && unknown.has("No coin named NIX was found."))
            #expect(try await client.get("/paper").has("You have not started a test yet."))
        }
    }

    @Test func aMatchFromTodayOnWaits() async throws {
        try await run { _, client async throws in
            let answer = try await client.post(
                "/paper", from: "/paper",
                ["coins": "BTC", "start": "2025-03-01", "end": "", "cash": "100", "fee": "1", "threshold": "50"])
            let page = try await result(client, try #require(answer["location"]))
            #expect(page.has("Waiting for closes") && page.has("Closes are missing for: BTC."))
        }
    }

    @Test func nobodySeesAnothersMatch() async throws {
        try await run { server, client async throws in
            let answer = try await client.post(
                "/paper", from: "/paper",
                ["coins": "BTC", "start": "2025-01-15", "end": "", "cash": "100", "fee": "1", "threshold": "50"])
            let path = try #require(answer["location"])
            let other = PageVisitor(server, token: try await server.token(owner: "other"))
            #expect(try await other.get(path).status == 404)
            #expect(try await other.get("/paper").has("You have not started a test yet."))
            #expect(try await other.post("\(path)/delete", from: "/paper").status == 404)
            #expect(try await client.get(path).status == 200)
        }
    }

    @Test(arguments: ["it", "ru", "kk"]) func theResultIsInEveryLanguage(language: String) async throws {
        try await run { _, client async throws in
            let answer = try await client.post(
                "/paper", from: "/paper",
                [
                    "coins": "BTC ETH", "start": "2024-11-10", "end": "2025-01-31", "cash": "100", "fee": "1", "threshold": "50",
                    "strategies": "rebalance",
                ])
            let path = try #require(answer["location"])
            let page = try await client.get(path, [("Accept-Language", language)])
            #expect(page.status == 200 && !page.has("Luck alone") && !page.has("Simulated money") && !page.has("{"))
            #expect(page.has(["it": "Denaro simulato", "ru": "Учебные деньги", "kk": "Шартты ақша"][language]!))
        }
    }

    @Test func aReplacedModelIsNamedInEveryLanguage() async throws {
        let models = try ReplaceableModels()
        try await PageVisitor.run(models: models.path) { server, client async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 700))
            let answer = try await client.post(
                "/paper", from: "/paper",
                [
                    "coins": "BTC", "start": "2024-11-10", "end": "", "cash": "100", "fee": "1", "threshold": "50",
                    "strategies": "follow",
                ])
            let path = try #require(answer["location"])
            let before = try await result(client, path)
            #expect(before.has("is ahead with") || before.has("are level"))
            #expect(!before.has("The model was replaced"))
            try models.replaceDefault()
            await server.parts.models.catalogue.rescan()
            let after = try await result(client, path)
            #expect(
                after.has(
                    "The model was replaced after this test started. Follow the forecast is computed again with daily-average"))
            for (language, words) in [
                ("it", "Il modello è stato sostituito"), ("ru", "модель заменили"), ("kk", "модель ауыстырылды"),
            ] {
                #expect(try await client.get(path, [("Accept-Language", language)]).has(words), "\(language)")
            }
        }
    }
}
