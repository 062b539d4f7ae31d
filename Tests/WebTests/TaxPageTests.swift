import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

@Suite struct TaxPageTests {
    @Test func thePageListsDisposalsRulesAndSourcesAndSaysThatItIsNoAdvice() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            #expect(try await visitor.get("/portfolio").has("href=\"/wallets/tax\""))
            let page = try await visitor.get("/wallets/tax?year=2025&country=us")
            #expect(page.status == 200 && page.has("Tax year 2025: United States"), "\(page.text)")
            #expect(page.has("This is not tax advice.") && page.has("Each wallet has lots of its own."))
            #expect(page.has("Rev. Proc. 2024-28") && page.has("read in descriptions only"))
            #expect(page.has("Up to a year") && page.has("data-print") && page.has(" BTC<span class=\"under\">"))
            #expect(page.has("/v1/portfolio/tax?year=2025&amp;country=us&amp;format=csv"))
            let own = try await visitor.get("/wallets/tax?year=2024&country=gb&currency=")
            #expect(own.has("Disposals, GBP") && own.has("The country’s") && !own.has("The country counts in"), "\(own.text)")
            let pounds = try await visitor.get("/wallets/tax?year=2024&country=gb&currency=USD")
            #expect(pounds.has("The country counts in GBP; the figures are in USD."))
            let link =
                "/v1/portfolio/tax?year=2024&amp;country=gb&amp;currency=USD&amp;format=csv\" download>CSV: Disposals, Income</a>"
            #expect(pounds.has(link) && pounds.has("in the United Kingdom most gifts are, at market value"), "\(pounds.text)")
            // A method of another country is not used.
            let italian = try await visitor.get("/wallets/tax?year=2025&country=it&method=fifo&currency=USD")
            #expect(italian.status == 200 && italian.has("LIFO: last in, first out"))
        }
    }

    @Test func thePageSaysWhichZoneCountsAndWhereItIsChosen() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let utc = try await visitor.get("/wallets/tax?year=2025")
            #expect(
                utc.has("days of UTC") && utc.has(#"href="/notices/settings#time_zone">Change the time zone</a>"#), "\(utc.text)")
            try server.done(await server.send("PUT", "/v1/notices/settings", body: #"{"time_zone":"Asia/Tokyo"}"#))
            #expect(try await visitor.get("/wallets/tax?year=2025").has("days of Asia/Tokyo"))
        }
    }

    @Test func kindsAndLabelsAreNamedInEveryLanguage() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            for body in [
                #"{"kind":"swap","asset":"BTC","quantity":"0.01","to_asset":"ETH","to_quantity":"0.2","time":"2025-02-28"}"#,
                #"{"kind":"withdrawal","asset":"BTC","quantity":"0.02","label":"loss","time":"2025-02-28"}"#,
                #"{"kind":"income","asset":"BTC","quantity":"0.03","label":"staking","time":"2025-02-28"}"#,
            ] { try server.done(await server.post("/v1/wallets/Main/transactions", json: body)) }
            for (language, swap, loss, staking) in [
                ("en", "Swap", "Lost", "Staking"), ("it", "Scambio", "Persa", "Staking"), ("ru", "Обмен", "Утрачено", "Стейкинг"),
                ("kk", "Айырбас", "Жоғалған", "Стейкинг"),
            ] {
                let page = try await visitor.get("/wallets/tax?year=2025&country=us", [("Accept-Language", language)])
                #expect(page.has("\(swap), Main</span>") && page.has("\(loss), Main</span>"), "\(language): \(page.text)")
                #expect(page.has("\(staking), Main</span>"), "\(language): \(page.text)")
            }
            let csv = try server.done(await server.get("/v1/portfolio/tax?year=2025&country=us&format=csv")).text
            #expect(
                csv.contains("2025-02-28,swap,,Main,bitcoin,BTC,0.01,") && csv.contains("2025-02-28,loss,,Main,bitcoin,BTC,0.02,"))
            #expect(csv.contains("2025-02-26,income,,Main,bitcoin,BTC,0.123456789012345678,"), "\(csv)")
        }
    }

    @Test func aWrongYearOrWalletIsSaidBesideTheForm() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            for query in ["year=0", "year=2025&wallet=Nobody"] {
                let page = try await visitor.get("/wallets/tax?\(query)")
                #expect(page.status == 422 && page.has("name=\"country\"") && !page.has("data-print"), "\(query) \(page.text)")
            }
        }
    }
}
