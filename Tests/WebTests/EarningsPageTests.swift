import HTTPEdge
import HTTPTestSupport
import JSONText
import Market
import ServerWorld
import Testing

/// Earnings, on their page and through their operation.
@Suite struct EarningsPageTests {
    /// A person who deposited 1,000 EUR and 200 USD and bought bitcoins for 160 EUR, whose price has since risen by a quarter.
    private static func traded(
        settings: EdgeSettings = EdgeSettings(), _ body: (ServerUnderTest, PageVisitor) async throws -> Void
    ) async throws {
        try await ServerUnderTest.run(settings: settings, hasPages: true) { server async throws in
            try await server.storeTradingPrices()
            try await server.fund()
            let quote = try server.done(
                await server.post(
                    "/v1/trading/quotes", json: #"{"side":"buy","asset":"BTC","currency":"EUR","cash":"160"}"#))
            let id = try #require(quote.json["id"]?.string)
            try server.done(await server.send("POST", "/v1/trading/quotes/\(id)/confirmation"))
            let today = Day(secondsSince1970: server.clock.now)
            server.clock.advance(by: 2 * 86_400)
            try await server.store([200, 250], of: "bitcoin", through: today + 1)
            try await server.store([1.25, 1.25], of: "eur", through: today + 1)
            try await body(server, PageVisitor(server))
        }
    }

    @Test func anAccountWithoutPaymentsPointsToADeposit() async throws {
        try await PageVisitor.run { server, visitor in
            let page = try await visitor.get("/trading/earnings")
            #expect(page.status == 200 && page.has("Nothing earned or lost yet") && page.has(#"href="/trading/deposit""#))
            #expect(page.has("Simulated money"))
            let document = try await server.get("/v1/trading/earnings").json
            #expect(document["first"] == .null && document["days"]?.array?.isEmpty == true && document["earned"]?.string == "0")
        }
    }

    @Test func theFiguresAreThoseOfTheOperation() async throws {
        try await Self.traded { server, visitor in
            // 158.40 EUR after the fee bought 0.99 bitcoins, which cost 200 USD; a quarter of 198 USD, less the fee of 2 USD.
            let document = try await server.get("/v1/trading/earnings").json
            #expect(document["paid_in"]?.string == "1450" && document["paid_out"]?.string == "0")
            #expect(document["unrealized"]?.string == "47.5" && document["realized"]?.string == "0")
            #expect(document["earned"]?.string == "47.5" && document["exchange"]?.string == "0")
            #expect(document["fees"]?.string == "2" && document["value"]?.string == "1497.5")
            #expect(document["held"]?["ticker"]?.string == "BTC")
            let page = try await visitor.get("/trading/earnings")
            for part in ["+47.50", "1,497.50", "1,450.00", "2.00", "The same payments, holding BTC", "Simulated money"] {
                #expect(page.has(part), "\(part)")
            }
            let euros = try await server.get("/v1/trading/earnings?currency=EUR").json
            #expect(euros["earned"]?.string == "38" && euros["fees"]?.string == "1.6")
            let inEuros = try await PageVisitor(server, cookies: ["closecast-currency": "EUR"]).get("/trading/earnings")
            #expect(inEuros.has("+38.00") && inEuros.has("Exchange rates"))
        }
    }

    @Test func theChartIsDrawnWithoutScriptsAndForThem() async throws {
        try await Self.traded { server, visitor in
            let page = try await visitor.get("/trading/earnings?past=1W")
            #expect(page.has("line-put-in") && page.has("line-held") && page.has(#"value="1W" checked"#))
            let chart = try await server.get("/trading/earnings/chart.json").json
            #expect(chart["lines"]?.array?.compactMap { $0["name"]?.string } == ["close", "put-in", "held"])
            #expect(chart["lines"]?.array?.first?["values"]?.array?.last == .number(1497.5))
        }
    }

    /// The forecast is that of a wallet with the same coins and cash.
    @Test func theFanIsThatOfWhatTheAccountHolds() async throws {
        var settings = EdgeSettings()
        // A debug build takes many seconds to compute 1,000 paths of 96 days.
        settings.requestSeconds = 300
        try await Self.traded(settings: settings) { server, visitor in
            #expect(try await server.get("/trading/earnings/chart.json").json["fan"] == .null, "two closes are too few")
            #expect(try await !visitor.get("/?of=practice").has("class=\"fan\""))
            let closes = ServerUnderTest.walk(1)
            try await server.store(closes, of: "bitcoin", through: Day(secondsSince1970: server.clock.now) - 1)
            // 840 EUR and 200 USD are left, and 0.99 bitcoins were bought.
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Same"}"#))
            let holdings =
                #"[{"asset":"BTC","quantity":"0.99"},{"asset":"EUR","quantity":"840"},{"asset":"USD","quantity":"200"}]"#
            try await server.done(
                server.post("/v1/wallets/Same/transactions", json: #"{"kind":"set","holdings":\#(holdings)}"#))
            // From now on the sample paths are in memory.
            let wanted = try server.done(await server.get("/v1/wallets/Same/forecast")).json
            let fan = try #require(try await server.get("/trading/earnings/chart.json").json["fan"])
            let (last, middle) = (try #require(fan["last"]?.number), try #require(fan["middle"]?.array?.last?.number))
            #expect(abs(last - (1250 + 0.99 * closes[closes.count - 1])) < 0.0051)
            #expect(abs(middle - (wanted["values"]?.array?.last?["point"]?.number ?? 0)) < 0.0051)
            for path in ["/?of=practice", "/trading/earnings?ahead=1M"] {
                let page = try await visitor.get(path)
                #expect(page.has("class=\"fan\"") && page.has("forecast the value of what the account holds now"), "\(path)")
            }
        }
    }

    @Test func thePreferredCoinIsHeldInstead() async throws {
        try await Self.traded { server, _ in
            let today = Day(secondsSince1970: server.clock.now)
            try await server.store([10, 10, 10, 20], of: "ethereum", through: today - 1)
            let page = try await PageVisitor(server, cookies: ["closecast-coin": "ethereum"]).get("/trading/earnings")
            #expect(page.has("The same payments, holding ETH") && page.has("less than by holding ETH"))
            let held = try await server.get("/v1/trading/earnings?coin=ETH").json["held"]
            // 1,450 USD minus 1 % at 10, worth 20.
            #expect(held?["quantity"]?.string == "143.55" && held?["earned"]?.string == "1421")
            // No close on the day of the payments.
            let missing = try await server.get("/v1/trading/earnings?coin=ADA").json["held"]
            #expect(missing?["earned"] == .null && missing?["missing_day"]?.string != nil)
            #expect(try await server.get("/v1/trading/earnings?coin=EUR").status == 422)
            #expect(try await server.get("/v1/trading/earnings?coin=NOSUCH").status == 404)
            #expect(try await server.get("/v1/trading/earnings?period=2w").status == 422)
        }
    }

    @Test func amountsAreHiddenWhereTheReaderWantsIt() async throws {
        try await Self.traded { server, _ in
            let page = try await PageVisitor(server, cookies: ["closecast-hidden": "yes"]).get("/trading/earnings")
            let seen = page.text.replacing(/data-amount="[^"]*"/, with: "")
            #expect(!seen.contains("1,497.50") && !seen.contains("47.50") && seen.contains("\u{2022}\u{2022}\u{2022}"))
        }
    }

    @Test func anotherOwnerSeesTheirOwnFiguresOnly() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let anns = ["Authorization": "Bearer \(try await server.token(owner: "ann"))"]
            let bobs = ["Authorization": "Bearer \(try await server.token(owner: "bob"))"]
            try await server.storeTradingPrices()
            try await server.fund(headers: anns)
            #expect(try await server.get("/v1/trading/earnings", headers: anns).json["paid_in"]?.string == "1450")
            #expect(try await server.get("/v1/trading/earnings", headers: bobs).json["paid_in"]?.string == "0")
            let page = try await PageVisitor(server, headers: bobs).get("/trading/earnings")
            #expect(page.has("Nothing earned or lost yet") && !page.has("1,450.00"))
            #expect(try await server.get("/v1/trading/earnings").status == 401)
        }
    }
}
