import HTTPTestSupport
import JSONText
import Market
import ServerWorld
import Testing

/// Comparisons of coins, without scripts.
@Suite struct ComparePageTests {
    /// BTC doubles in the days that both have, ETH halves; ETH begins 20 days later.
    private func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, client async throws in
            try await server.storeCloses(of: "bitcoin", Self.line("BTC", from: 100, by: 1, days: 121))
            try await server.storeCloses(of: "ethereum", Self.line("ETH", from: 400, by: -2, days: 101))
            try await body(server, client)
        }
    }

    private static func line(_ ticker: String, from first: Double, by step: Double, days: Int) -> PriceHistory {
        PriceHistory(
            ticker: Ticker(ticker)!, firstDay: yesterday - (days - 1), closes: (0..<days).map { first + step * Double($0) })
    }

    @Test func currenciesAreNotSuggested() async throws {
        try await run { server, client async throws in
            try await server.store([1.25, 1.25], of: "eur")
            let page = try await client.get("/compare")
            #expect(page.has("BTC · ETH</a>") && !page.has(" · EUR") && !page.has("EUR · "))
            #expect(!(try await client.get("/compare?coins=BTC").has(" · EUR")))
        }
    }

    @Test func bothBeginAt100OnTheFirstDayOfBoth() async throws {
        try await run { _, client async throws in
            let page = try await client.get("/compare?coins=BTC,eth&past=All")
            #expect(page.status == 200)
            // BTC rises from 120 to 220, ETH falls from 400 to 200.
            for part in ["+83.3%", "−50.0%", "line-compare-1", "line-compare-2", ">BTC 183</text>", ">ETH 50</text>", ">50.0</td>"]
            {
                #expect(page.has(part), "no \(part)")
            }
            #expect(page.has("100 is the close of 20 November 2024, UTC: there are no earlier closes of ETH."))
            #expect(["full", "wide", "narrow"].allSatisfy { page.has("<svg class=\"\($0)\"") }, "a picture is missing")
            let json = try JSONValue(parsing: try await client.get("/compare/chart.json?coins=BTC,ETH&past=All").body)
            let values = json["lines"]?.array?[1]["values"]?.array?.compactMap(\.number)
            #expect(values?.count == 101 && values?.first == 100 && values?.last == 50)
            let csv = try await client.get("/compare/chart.csv?coins=BTC,ETH&past=All").text
            #expect(csv.hasPrefix("date,close_BTC,close_ETH,index_BTC,index_ETH\n2024-11-20,120.0,400.0,100.0,100.0\n"))
        }
    }

    @Test func aPeriodBeginsThatManyDaysAgo() async throws {
        try await run { _, client async throws in
            let page = try await client.get("/compare?coins=BTC,ETH&past=1M")
            #expect(page.has("100 is the close of 29 January 2025, UTC."))
            #expect(page.has("href=\"/compare?coins=BTC,ETH&amp;past=3M\""))
        }
    }

    @Test func formsLeadToAddressesThatPeoplePassOn() async throws {
        try await run { _, client async throws in
            for (query, address) in [
                ("coins=BTC&add=ETH&past=3M", "/compare?coins=BTC,ETH&past=3M"),
                ("coins=BTC&coins=ETH", "/compare?coins=BTC,ETH&past=1Y"),
                ("coins=BTC&add=btc", "/compare?coins=BTC&past=1Y"),
            ] {
                let answer = try await client.get("/compare?\(query)")
                #expect(answer.status == 303 && answer["location"] == address, "\(query): \(answer["location"] ?? "")")
            }
        }
    }

    @Test func withoutTwoCoinsThePageSaysWhatToDo() async throws {
        try await run { server, client async throws in
            #expect(try await client.get("/compare").has("Which coins do you want to compare?"))
            #expect(try await client.get("/compare?coins=BTC").has("Compare it with which coin?"))
            #expect(try await client.get("/compare").has("href=\"/compare?coins=BTC,ETH&amp;past=1Y\""))
            _ = try await server.database.removeCandles(of: AssetID("ethereum")!)
            // As another process would: the server checks for such changes every 20 ms.
            server.clock.advance(by: 1)
            #expect(try await client.get("/compare").has("A comparison needs closes of two coins."))
            #expect(try await client.get("/compare?coins=BTC,ETH").has("No closes of ETH are stored"))
        }
    }

    @Test func moreThanFiveAreRefusedAndNoneIsLost() async throws {
        try await run { server, client async throws in
            let more = ["polkadot", "cardano", "dogecoin", "litecoin"]
            for (index, id) in more.enumerated() {
                try await server.storeCloses(of: id, Self.line("X\(index)", from: 10, by: 1, days: 40))
            }
            let page = try await client.get("/compare?coins=BTC,ETH,DOT,ADA,DOGE,LTC")
            #expect(page.status == 422 && page.has("At most five coins.") && page.has("Remove 1 of them"))
            for ticker in ["BTC", "ETH", "DOT", "ADA", "DOGE", "LTC"] { #expect(page.has("<b>\(ticker)</b>"), "\(ticker) is lost") }
            #expect(page.has("href=\"/compare?coins=BTC,ETH,DOT,ADA,DOGE&amp;past=1Y\""))
            #expect(try await client.get("/compare?coins=BTC,ETH,DOT,ADA,DOGE").has("line-compare-5"))
        }
    }

    @Test func aNameThatIsNoCoinIsSaidAndEscaped() async throws {
        try await run { _, client async throws in
            let page = try await client.get("/compare?coins=BTC,ETHH,%3Cscript%3Ealert(1)%3C%2Fscript%3E")
            #expect(page.status == 200 && page.has("No coin named ETHH. Did you mean ETH?"))
            #expect(page.has("No coin named &lt;script&gt;") && !page.has("<script>alert"))
            #expect(try await client.get("/compare/chart.json?coins=BTC,ETHH").status == 404)
        }
    }

    @Test func coinsWithoutACommonDay() async throws {
        try await run { server, client async throws in
            let old = PriceHistory(ticker: Ticker("DOT")!, firstDay: yesterday - 500, closes: [1, 2, 3])
            try await server.storeCloses(of: "polkadot", old)
            #expect(try await client.get("/compare?coins=BTC,DOT&past=All").has("The closes of DOT end on "))
            // What is suggested can be compared.
            let (start, more) = (try await client.get("/compare"), try await client.get("/compare?coins=BTC"))
            #expect(!start.has("DOT ·") && !start.has("· DOT") && !more.has("· DOT"))
        }
    }
}
