import Access
import Forecasts
import JSONText
import Languages
import Market
import ServerWorld
import Services
import Testing

/// A coin's page without scripts.
@Suite struct CoinPageTests {
    private func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run(follows: true, body)
    }

    @Test func aCoinWithItsForecast() async throws {
        try await run { server, visitor in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let page = try await visitor.get("/coins/btc")
            #expect(page.status == 200)
            for part in [
                "<h1>BTC</h1>", "id=\"odds\"", "id=\"honesty\"", "Of this possible gain", "id=\"diary\"", "class=\"wide\"",
                "class=\"narrow\"",
            ] {
                #expect(page.has(part), "no \(part)")
            }
            // The last close is yesterday's, so the line is today; the 96th day ahead is named.
            #expect(page.has(">today</text>"))
            #expect(page.has("in 96 days, on 4 June 2025"))
            #expect(page.has("A little better than the last price for one month. After that, no better."))
            let json = try #require(try? JSONValue(parsing: Array(try await visitor.get("/coins/btc/chart.json").text.utf8)))
            #expect(json["lines"]?.array?.first?["values"]?.array?.compactMap(\.number) == history.closes)
            #expect(json["fan"]?["middle"]?.array?.count == 96)
            #expect(json["fan"]?["first"]?.number == Double(yesterday.daysSince1970))
            // The forecast that the page shows is in the diary, and the next page shows it as an entry.
            #expect(try await server.parts.diary.scores(of: AssetID("bitcoin")!, limit: 5).count == 1)
            #expect(try await visitor.get("/coins/btc").has("28 Feb 2025</h3>"))
        }
    }

    @Test func linksChooseDaysAndScale() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let page = try await visitor.get("/coins/BTC?past=1M&ahead=2W&scale=log")
            #expect(page.has("in 14 days, on 14 March 2025") && page.has("the past month"))
            #expect(page.has("href=\"/coins/BTC?past=1M&amp;ahead=1W&amp;scale=log#chart\""))
            let first = yesterday.daysSince1970 - 20
            #expect(try await visitor.get("/coins/BTC?from=\(first)&to=\(first + 10)").has("data-x=\"\(first).0 \(first + 10).0 "))
            // An invalid choice means the default.
            #expect(try await visitor.get("/coins/BTC?past=9Z&ahead=%22%3E").has("in 96 days"))
        }
    }

    @Test func theChangeIsThatOfTheChosenPeriod() async throws {
        try await run { server, visitor in
            let closes = try await server.storeCloses(of: "bitcoin", simulatedHistory(0)).closes
            let last = try #require(closes.last)
            for (past, days, name) in [("1M", 30, "the past month"), ("1W", 7, "the past week")] {
                let change = Conventions(of: .english).percent(last / closes[closes.count - 1 - days] - 1, decimals: 1)
                let page = try await visitor.get("/coins/BTC?past=\(past)")
                let note = "\">\(change)</span> <span class=\"small muted\">\(name), to the close of 28 Feb 2025, UTC</span>"
                #expect(page.has(note), "\(note)")
            }
            let first = Conventions(of: .english).date(yesterday - (closes.count - 1))
            #expect(try await visitor.get("/coins/BTC?past=All").has("since \(first), to the close of 28 Feb 2025, UTC"))
        }
    }

    @Test func candlesAndVolumesAreOfferedWhereTheyAreKnown() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "ethereum", simulatedHistory(1))
            let line = try await visitor.get("/coins/ETH")
            #expect(line.has("data-volume") && !line.has("data-kind") && !line.has("class=\"volume\""))
            #expect(try await visitor.get("/coins/ETH?kind=candles&volume=on").has("class=\"volume\""))
            let rows = (0..<40).map { "\(yesterday - (39 - $0)),10,\(12 + $0 % 3),9,\(9.5 + Double($0 % 4) / 2),500" }
            let put = try await server.put(
                "/v1/assets/BTC/history", csv: "date,open,high,low,close,volume\n" + rows.joined(separator: "\n"))
            #expect(put.json["added"]?.integer == 40, "\(put.text)")
            let page = try await visitor.get("/coins/BTC?past=1M&kind=candles&volume=on")
            for part in [
                "class=\"candle rise\"", "class=\"candle fall\"", "class=\"volume\"",
                "href=\"/coins/BTC?past=1W&amp;ahead=3M&amp;kind=candles&amp;volume=on#chart\"",
            ] { #expect(page.has(part), "\(part)") }
            #expect(!page.has("class=\"line line-close\""))
        }
    }

    @Test func aPositionAndItsPurchasesAreShown() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            try await server.storeCloses(of: "ethereum", simulatedHistory(1))
            let wallet = try await server.parts.portfolios(.local).wallets.create("Main")
            _ = try await visitor.post(
                "/coins/BTC/add", from: "/coins/BTC",
                ["wallet": wallet.publicID, "quantity": "2.5", "cost": "30", "day": "2025-02-20"])
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("<span data-amount>2.5</span> BTC") && page.has("Unrealized gain"))
            #expect(page.has("class=\"trade bought\"") && page.has("The chart marks your purchases"))
            let other = try await visitor.get("/coins/ETH")
            #expect(other.has("None in your wallets.") && !other.has("class=\"trade"))
        }
    }

    @Test func aPastForecastUnderTheLine() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 600, through: yesterday - 30))
            server.clock.advance(by: -30 * 86_400)
            _ = try await visitor.get("/coins/BTC")
            server.clock.advance(by: 30 * 86_400)
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let page = try await visitor.get("/coins/BTC")
            let id = try #require(page.text.firstMatch(of: /data-entry="(\d+)"/)?.output.1)
            #expect(page.has("30 of 96 days") && page.has("1 forecast proves nothing yet."))
            let shown = try await visitor.get("/coins/BTC?diary=\(id)")
            #expect(shown.has("class=\"fan past\"") && shown.has("Remove from the chart"))
            #expect(shown.has("data-chart=\"/coins/BTC/chart.json?diary=\(id)\""))
            let past = try await visitor.get("/coins/BTC/chart.json?diary=\(id)").json["pastFans"]?.array
            #expect(past?.first?["first"]?.number == Double((yesterday - 30).daysSince1970))
            // One coin's entry does not belong to another.
            try await server.storeCloses(of: "ethereum", simulatedHistory(1))
            #expect(try await visitor.get("/coins/ETH/chart.json?diary=\(id)").json["pastFans"]?.array?.isEmpty == true)
        }
    }

    // MARK: Pegged coins

    /// A price that returns to its level and is coarsely rounded, after years in which it never changed.
    @Test func aPageDoesNotContradictItselfAboutAPeggedCoin() async throws {
        try await run { server, visitor in
            let newest = ServerUnderTest.pegged(1, count: 520).map { ($0 * 1e4).rounded() / 1e4 }
            try await server.store(Array(repeating: 1, count: 600) + newest, of: "bitcoin")
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("The coin’s price keeps returning to its level"))
            #expect(page.has("Its bands are too wide.") && !page.has("may be far too narrow") && !page.has("equal the one before"))
        }
    }

    private static let peggedTexts = [
        ("en", "The accuracy measured on other coins does not hold for this one.", "Measure the forecast on this coin alone"),
        ("it", "La precisione misurata su altre monete non vale per questa.", "Misura la previsione solo su questa moneta"),
        ("ru", "Точность, измеренная на других монетах, к этой не относится.", "Проверить прогноз только на этой монете"),
        ("kk", "Басқа монеталарда өлшенген дәлдік бұл монетаға жатпайды.", "Болжамды тек осы монетада тексеру"),
    ]

    @Test func aPeggedCoinHasALinkToItsMeasurementInsteadOfOtherCoinsFigures() async throws {
        try await run { server, visitor in
            try await server.store(ServerUnderTest.pegged(1), of: "bitcoin")
            try await server.store(ServerUnderTest.walk(1), of: "ethereum")
            for (language, verdict, link) in Self.peggedTexts {
                let page = try await visitor.get("/coins/BTC", [("Accept-Language", language)])
                #expect(page.has("<p class=\"verdict\">\(verdict)</p>"), "\(language)")
                #expect(page.has("<a class=\"link\" href=\"#measure\">\(link)</a>") && page.has("id=\"measure\""), "\(language)")
                let other = try await visitor.get("/coins/ETH", [("Accept-Language", language)])
                #expect(!other.has(verdict) && !other.has(link), "\(language)")
            }
            for text in ["16 real coins", "of 100 closes", "The figures above"] {
                #expect(try await !visitor.get("/coins/BTC").has(text), "\(text)")
            }
            #expect(try await visitor.get("/coins/ETH").has("16 real coins"))
        }
    }

    /// A file's page has no measurement to link to.
    @Test func aPeggedFileHasNoFiguresEither() async throws {
        try await run { _, visitor in
            let closes = ServerUnderTest.pegged(1)
            let history = PriceHistory(ticker: Ticker("PEG")!, firstDay: yesterday - (closes.count - 1), closes: closes)
            let page = try await visitor.upload("/file", file: ("PEG.csv", priceFile(history)))
            #expect(page.has("does not hold for this one.") && page.has("Its bands are too wide."))
            #expect(!page.has("16 real coins") && !page.has("#measure"))
        }
    }

    /// Many equal closes that the model does not read do not cast doubt on its forecast.
    @Test func equalClosesOfEarlierYearsAreNoPeg() async throws {
        try await run { server, visitor in
            try await server.store(Array(repeating: 1000, count: 300) + ServerUnderTest.walk(1), of: "bitcoin")
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("id=\"honesty\"") && !page.has("a pegged coin") && !page.has("does not hold"))
            // Without a forecast, the page of the coin says it about the stored closes.
            try await server.store(Array(repeating: 1000, count: 90), of: "ethereum")
            #expect(
                try await visitor.get("/coins/ETH").has("89 of 90 closes equal the one before: a pegged coin or a rounded price."))
        }
    }

    // MARK: Names

    /// Names of coins are proper nouns, but the sample's is a description.
    @Test(arguments: [
        ("en", "Simulated market"), ("it", "Mercato simulato"), ("ru", "Учебный рынок"), ("kk", "Шартты нарық"),
    ]) func theNameOfASampleIsInTheReadersLanguage(language: String, name: String) async throws {
        try await run { server, _ in
            var sample = try #require(Asset(unknown: "SIM01"))
            sample.name = SimulatedMarket.sampleName(sample.ticker)
            try await server.database.save(sample)
            let page = try await PageVisitor(server, headers: ["Accept-Language": language]).get("/search?q=SIM01")
            #expect(page.has(name) && !page.has("a simulated market"), "\(page.text)")
        }
    }

    /// Practice prices mark the stored name, so that everybody sees that they are simulated.
    @Test(arguments: [
        ("en", "Bitcoin, simulated prices"), ("it", "Bitcoin, prezzi simulati"), ("ru", "Bitcoin, учебные цены"),
        ("kk", "Bitcoin, шартты баға"),
    ]) func theMarkOfSimulatedPricesIsInTheReadersLanguage(language: String, name: String) async throws {
        try await run { server, _ in
            var coin = try #require(try await server.database.asset(AssetID("bitcoin")!))
            coin.name = SimulatedMarket.practiceName(coin.name)
            try await server.database.save(coin)
            for path in ["/search?q=bitcoin", "/coins/BTC"] {
                let page = try await PageVisitor(server, headers: ["Accept-Language": language]).get(path)
                #expect(page.has(name) && (language == "en" || !page.has("simulated prices")), "\(path)")
            }
        }
    }

    // MARK: States

    @Test func aCoinWithoutClosesSaysWhatToDo() async throws {
        try await run { _, visitor in
            let page = try await visitor.get("/coins/BTC")
            #expect(page.status == 200 && page.has("No closes yet") && page.has("closecast history import BTC.csv"))
        }
    }

    @Test func tooFewClosesAreShownWithoutAForecast() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 300))
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("Too few closes for a forecast") && page.has("the model reads 500. 200 more are needed."))
            #expect(page.has("class=\"line line-close\"") && !page.has("id=\"odds\""))
        }
    }

    @Test func aGapIsNamedAndAnOldCloseHasItsAge() async throws {
        try await run { server, visitor in
            let history = simulatedHistory(0)
            let candles = history.closes.enumerated().map { Candle(day: history.firstDay + $0, close: $1) }.filter {
                $0.day != yesterday - 100
            }
            _ = try await server.database.store(
                candles, of: AssetID("bitcoin")!, source: "test", retrievedAt: ServerUnderTest.start, replaces: true)
            server.clock.advance(by: 10 * 86_400)
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has("1 day is missing between 19 Nov 2024 and 21 Nov 2024."))
            #expect(page.has("The last close is from 28 Feb 2025, 11 days ago.") && !page.has("The forecast starts there."))
        }
    }

    @Test func anUnknownCoinIsNotFoundButItsNeighbourIs() async throws {
        try await run { _, visitor in
            let page = try await visitor.get("/coins/BTCC")
            #expect(page.status == 404 && page.has("No coin named BTCC was found.") && page.has("href=\"/coins/BTC\""))
            let attack = try await visitor.get("/coins/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
            #expect(attack.status == 404 && !attack.has("<script>alert"))
        }
    }

    @Test func aTickerOfSeveralCoinsLeadsToEachByItsID() async throws {
        try await run { server, visitor in
            for id in ["dup-one", "dup-two"] {
                try await server.done(server.post("/v1/assets", json: "{\"id\":\"\(id)\",\"ticker\":\"DUP\",\"name\":\"Dup\"}"))
            }
            let page = try await visitor.get("/coins/DUP")
            #expect(page.status == 300 && page.has("Several coins have this ticker"), "\(page.text)")
            #expect(page.has("href=\"/coins/dup-one\"") && page.has("href=\"/coins/dup-two\""))
            #expect(try await visitor.get("/coins/dup-two").has("<h1>DUP</h1>"))
        }
    }

    // MARK: Forms

    @Test func coinsAreAddedToAWallet() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let first = try await visitor.get("/coins/BTC")
            #expect(first.has("You have no wallet yet.") && first.has("/record?kind=buy&amp;asset=bitcoin"))
            #expect(try await visitor.get("/wallets/Investments/record?kind=buy&asset=bitcoin").has(#"value="BTC""#))
            let wallet = try await server.parts.portfolios(.local).wallets.create("Main")
            let refused = try await visitor.post(
                "/coins/BTC/add", from: "/coins/BTC", ["wallet": wallet.publicID, "quantity": "1,5o", "cost": "30"])
            #expect(refused.status == 422 && refused.has("“1,5o” is not a number.") && refused.has("value=\"30\""))
            let negative = try await visitor.post(
                "/coins/BTC/add", from: "/coins/BTC", ["wallet": wallet.publicID, "quantity": "0", "cost": "30"])
            #expect(negative.status == 422 && negative.has("id=\"add-quantity-error\""))
            let unknown = try await visitor.post(
                "/coins/BTC/add", from: "/coins/BTC", ["wallet": wallet.publicID, "quantity": "1", "day": "2010-01-01"])
            #expect(unknown.status == 422 && unknown.has("No close of that day is stored."), "\(unknown.text)")
            let added = try await visitor.post(
                "/coins/BTC/add", from: "/coins/BTC", ["wallet": wallet.publicID, "quantity": "1,250.5", "cost": "30"])
            #expect(added.status == 200 && added.has("Added to the wallet."))
            let holdings = try await server.get("/v1/wallets/\(wallet.publicID)").text
            #expect(holdings.contains("1250.5"), "\(holdings)")
        }
    }

    @Test func refreshSaysWhyNothingCame() async throws {
        let refresh: AssetRefresh = { _, _ in
            RefreshedCloses(newest: nil, added: 0, differing: 0, providers: ["binance"], failure: "binance: 503")
        }
        try await ServerUnderTest.run(refresh: refresh, hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            _ = try await visitor.post("/coins/BTC/refresh", from: "/coins/BTC")
            let address = visitor.path
            let task = try #require(address.split(separator: "=").last)
            _ = try await visitor.get("/tasks/\(task)/events")
            // The address can be loaded again.
            for _ in 0..<2 {
                let page = try await visitor.get(address)
                #expect(page.status == 200 && page.has("No price provider answered for BTC.") && page.has("id=\"odds\""))
                #expect(page.has("<details class=\"opens\"><summary>Details</summary><div><p class=\"small\">binance: 503</p>"))
            }
        }
    }

    @Test func aCancelledRefreshSaysSo() async throws {
        let refresh: AssetRefresh = { _, _ in
            // Pause: a provider that has not answered until the task is cancelled.
            while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
            return RefreshedCloses(newest: nil, added: 0, differing: 0, providers: [], failure: "cancelled")
        }
        try await ServerUnderTest.run(refresh: refresh, hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            _ = try await visitor.post("/coins/BTC/refresh", from: "/coins/BTC")
            let address = visitor.path
            let task = try #require(address.split(separator: "=").last)
            _ = try await visitor.post("/tasks/\(task)/cancel", from: "/settings")
            _ = try await visitor.get("/tasks/\(task)/events")
            #expect(try await visitor.get(address).has("The refresh was cancelled."))
        }
    }

    @Test func aServerWithoutProvidersSaysSo() async throws {
        try await run { server, visitor in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let page = try await visitor.post("/coins/BTC/refresh", from: "/settings")
            #expect(page.status == 409 && page.has("This server does not fetch prices."), "\(page.text)")
        }
    }
}
