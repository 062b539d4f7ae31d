import Foundation
import HTTPTestSupport
import Market
import ServerWorld
import Services
import Synchronization
import Testing

/// The pages of long-running work over HTTP: who sees a task, its result, and how it ends.
@Suite struct TaskPageTests {
    private static func run(_ body: (ServerUnderTest, _ ann: PageVisitor, _ bob: PageVisitor) async throws -> Void) async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            try await body(
                server, PageVisitor(server, token: try await server.token(owner: "ann", scope: .admin)),
                PageVisitor(server, token: try await server.token(owner: "bob")))
        }
    }

    /// Starts a measurement, and returns the address of its task.
    private static func measure(_ coin: String, _ visitor: PageVisitor) async throws -> String {
        let answer = try await visitor.post("/coins/\(coin)/measure", from: "/settings")
        try #require(answer.status == 303, "\(answer.text)")
        return try #require(answer["location"])
    }

    @Test func aMeasurementIsSeenByItsOwnerAndNobodyElse() async throws {
        try await Self.run { server, ann, bob in
            // One day is left to measure on: the model knows days up to March 2024, and 96 days are compared.
            let last = Day(iso: "2024-07-08")!
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 620, through: last))
            let path = try await Self.measure("BTC", ann)
            for (method, other) in [("GET", ""), ("GET", "/events"), ("POST", "/cancel"), ("POST", "/remove")] {
                let answer = method == "GET" ? try await bob.get(path + other) : try await bob.post(path + other, from: "/settings")
                #expect(answer.status == 404, "\(method) \(other): \(answer.status)")
            }
            #expect(!(try await bob.get("/tasks").text.contains(path)))
            // The stream ends with the task.
            let events = try await ann.get(path + "/events")
            #expect(events["content-type"] == "text/event-stream" && events.text.contains("event: end"), "\(events.text)")
            let page = try await ann.get(path)
            #expect(page.status == 200 && page.text.contains("1 of 1 past day") && page.text.contains("prove"), "\(page.text)")
            #expect(page.text.contains("1 to 96") && page.text.contains("There are too few days for intervals."))
            #expect(try await ann.get("/tasks").text.contains(path))
            #expect(try await ann.post(path + "/remove", from: "/settings").status == 303)
            #expect(try await ann.get(path).status == 404)
        }
    }

    @Test func aCoinWithTooFewClosesSaysSo() async throws {
        try await Self.run { server, ann, _ in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 510))
            let path = try await Self.measure("BTC", ann)
            _ = try await ann.get(path + "/events")
            let page = try await ann.get(path)
            #expect(page.text.contains("Only 510 consecutive closes are stored. A measurement needs 596"), "\(page.text)")
            #expect(try await ann.post("/coins/NOPE/measure", from: "/settings").status == 404)
        }
    }

    @Test func aFormOfAnotherPageStartsNothing() async throws {
        try await Self.run { server, ann, _ in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 510))
            #expect(try await ann.sendForm("/coins/BTC/measure", [("csrf", "1")], site: nil, origin: nil).status == 403)
            #expect(try await ann.get("/tasks").text.contains("Nothing is running"))
        }
    }

    /// A restarted server does not know earlier tasks: the page says so, and what to do.
    @Test func aForgottenTaskHasAPage() async throws {
        try await Self.run { _, ann, _ in
            let page = try await ann.get("/tasks/0123456789abcdef0123456789abcdef")
            #expect(page.status == 404 && page.text.contains("Task not found"), "\(page.text)")
        }
    }

    @Test func batchJobsAreListedWithTheirResult() async throws {
        try await Self.run { server, ann, bob in
            let lines = "{\"id\":\"a\",\"closes\":\(jsonCloses(simulatedHistory(0, days: 500)))}\n"
            let made = try await ann.send("POST", "/v1/jobs?days=2", [("Content-Type", "application/x-ndjson")], body: lines)
            let id = try #require(made.json["id"]?.string)
            let page = try await ann.get("/tasks").text
            #expect(page.contains("Batch job of 1 series") && page.contains(id))
            #expect(!(try await bob.get("/tasks").text.contains(id)))
            #expect(try await bob.post("/tasks/jobs/\(id)/cancel", from: "/settings").status == 404)
            #expect(try await ann.post("/tasks/jobs/\(id)/cancel", from: "/settings").status == 303)
            #expect(try await ann.post("/tasks/jobs/\(id)/remove", from: "/settings").status == 303)
            #expect(!(try await ann.get("/tasks").text.contains(id)))
        }
    }

    // MARK: Prices

    @Test func closesAreShownBeforeTheyAreStored() async throws {
        try await Self.run { server, ann, bob in
            #expect(try await bob.get("/prices/import").status == 403)
            let history = simulatedHistory(0, days: 30)
            let preview = try await ann.upload("/prices/import", ["coin": "BTC"], file: ("p.csv", priceFile(history)))
            #expect(preview.status == 200 && preview.text.contains("30 closes of BTC"), "\(preview.text)")
            #expect(try await server.parts.market.store.coverage().isEmpty)
            let id = try #require(preview.text.firstMatch(of: /name="pending" value="([^"]+)"/).map { String($0.output.1) })
            let sent = try await ann.upload("/prices/import", ["do": "import", "pending": id])
            let path = try #require(sent["location"], "\(sent.text)")
            _ = try await ann.get(path + "/events")
            #expect(try await ann.get(path).text.contains("30 new closes were stored."))
            // The same form again stores nothing: its file is gone.
            #expect(try await ann.upload("/prices/import", ["do": "import", "pending": id]).status == 422)
        }
    }

    /// New coins are named after their files, or after the symbol in them; a file that cannot be read does not stop the others.
    @Test func severalFilesAreImportedAtOnceWithNewCoins() async throws {
        try await Self.run { server, ann, _ in
            let closes = priceFile(simulatedHistory(0, days: 30))
            let table = closes.split(separator: "\n").dropFirst()
            let many = (["symbol,date,close"] + ["AAA", "BBB"].flatMap { name in table.map { "\(name),\($0)" } })
                .joined(separator: "\n")
            let files = [
                ("BTC-USD.csv", closes), ("NEWCOIN.csv", closes), ("my closes of a coin.csv", closes), ("table.csv", many),
                ("bad.csv", "nothing,here\n1,2\n"),
            ]
            let preview = try await ann.upload("/prices/import", more: files)
            #expect(preview.status == 200, "\(preview.text)")
            for name in ["BTC", "NEWCOIN", "AAA", "BBB"] { #expect(preview.has("30 closes of \(name)"), "\(name)") }
            #expect(preview.has("NEWCOIN is a new coin") && preview.has("Enter a ticker: 1 to 20 letters"))
            #expect(preview.has("No closes can be read from this file.") && preview.has("Import 4 coins"))
            let id = try #require(PageVisitor.value(of: "pending", in: preview.text))
            // The coin that was asked for is typed, and checked before anything is stored.
            let asked: KeyValuePairs = ["do": "import", "pending": id, "coin-2": "CCC"]
            let again = try await ann.upload("/prices/import", asked)
            #expect(again.status == 200 && again.has("Import 5 coins"), "\(again.text)")
            #expect(try await server.parts.market.store.coverage().isEmpty)
            let path = try #require(try await ann.upload("/prices/import", asked)["location"])
            _ = try await ann.get(path + "/events")
            #expect(try await ann.get(path).has("30 new closes were stored."))
            #expect(try await server.parts.market.store.coverage().count == 5)
            #expect(try await server.parts.market.directory.asset("CCC").ticker.description == "CCC")
        }
    }

    /// The second file would replace the first one's closes.
    @Test func twoFilesOfOneCoinAreNotBothImported() async throws {
        try await Self.run { server, ann, _ in
            let closes = priceFile(simulatedHistory(0, days: 30))
            let preview = try await ann.upload("/prices/import", more: [("BTC.csv", closes), ("BTC-USD.csv", closes)])
            #expect(preview.has("BTC is in these files more than once.") && preview.has("Import 1 coin"), "\(preview.text)")
        }
    }

    @Test func aCoinWhoseNameWasTakenMeanwhileDoesNotStopTheOthers() async throws {
        try await Self.run { server, ann, _ in
            let closes = priceFile(simulatedHistory(0, days: 30))
            let preview = try await ann.upload("/prices/import", more: [("NEWCOIN.csv", closes), ("BTC.csv", closes)])
            let id = try #require(PageVisitor.value(of: "pending", in: preview.text))
            var other = try #require(Asset(unknown: "NEWCOIN"))
            other.ticker = try #require(Ticker("OTHER"))
            try await server.database.save(other)
            let path = try #require(try await ann.upload("/prices/import", ["do": "import", "pending": id])["location"])
            _ = try await ann.get(path + "/events")
            let page = try await ann.get(path)
            #expect(page.has("30 new closes were stored.") && page.has("This name belongs to another coin here."), "\(page.text)")
        }
    }

    /// A task that stores the sample may be cancelled after some of its coins.
    @Test func theSampleIsOfferedUntilAllOfItIsStored() async throws {
        try await Self.run { server, ann, _ in
            try await server.database.save(try #require(Asset(unknown: "SIM01")))
            try await server.storeCloses(of: "sim01", simulatedHistory(0, days: 30))
            #expect(try await ann.get("/prices/import").has(#"value="sample""#))
        }
    }

    @Test func theSampleKeepsNamesAndProvidersThatWereSet() async throws {
        try await Self.run { server, ann, _ in
            var (named, other) = (try #require(Asset(unknown: "SIM01")), try #require(Asset(unknown: "SIM02")))
            (named.name, named.providerIDs, other.providerIDs) = ("Ours", [.kraken: "SIMUSD"], [.kraken: "SIM2USD"])
            for asset in [named, other] { try await server.database.save(asset) }
            let path = try #require(try await ann.post("/prices/import", from: "/prices/import", ["do": "sample"])["location"])
            _ = try await ann.get(path + "/events")
            let stored = try await server.database.assets(ids: [named.id, other.id])
            #expect(stored[named.id] == named && stored[other.id]?.providerIDs == other.providerIDs)
            #expect(stored[other.id]?.name == "SIM02, a simulated market")
        }
    }

    @Test func aServerWithoutPricesOffersTheSampleAndStoresIt() async throws {
        try await Self.run { server, ann, bob in
            let empty = try await ann.get("/markets")
            #expect(empty.has(#"value="sample""#) && empty.has(#"name="file" multiple"#), "\(empty.text)")
            #expect(!(try await bob.get("/markets").has(#"value="sample""#)))
            // An empty Home offers the same.
            #expect(try await ann.get("/").has(#"value="sample""#))
            #expect(!(try await bob.get("/").has("/prices/import")))
            let path = try #require(try await ann.post("/prices/import", from: "/prices/import", ["do": "sample"])["location"])
            _ = try await ann.get(path + "/events")
            // The task is named like the button that started it.
            let task = try await ann.get(path)
            #expect(task.has("Add the sample") && !task.has("Fetch closes"))
            #expect(try await server.parts.market.store.coverage().count == 12)
            #expect(try await ann.get("/markets").has("/coins/SIM01"))
            #expect(!(try await ann.get("/prices/import").has(#"value="sample""#)))
        }
    }

    @Test func namesOfCoinsToFetchAreChecked() async throws {
        let refresh: AssetRefresh = { _, _ in
            RefreshedCloses(newest: nil, added: 7, differing: 0, providers: ["binance"], failure: nil)
        }
        try await ServerUnderTest.run(refresh: refresh, hasPages: true) { server async throws in
            let visitor = PageVisitor(server)
            let most = "Enter at most 50 coins, in at most 1,000 characters."
            for (names, said) in [
                ("", "Enter at least one ticker"), ("BTC, nosuchcoin", "“nosuchcoin” is not known here"),
                (String(repeating: "BTC ", count: 51), most), (String(repeating: "B", count: 1001), most),
            ] {
                let page = try await visitor.post("/prices/import", from: "/prices/import", ["do": "fetch", "names": names])
                #expect(page.status == 422 && page.has(said), "\(page.text)")
            }
            let fields: KeyValuePairs = ["do": "fetch", "names": "btc, ETH"]
            let path = try #require(try await visitor.post("/prices/import", from: "/prices/import", fields)["location"])
            _ = try await visitor.get(path + "/events")
            #expect(try await visitor.get(path).has("7 new closes were stored."))
        }
    }

    /// Silent providers must not keep other people's tasks waiting for long.
    @Test func fetchingManyCoinsHasADeadline() async throws {
        let clock = Mutex<ServerUnderTest.TestClock?>(nil)
        let calls = Atomic(0)
        let refresh: AssetRefresh = { _, seconds in
            #expect(seconds <= 30)
            if calls.add(1, ordering: .relaxed).newValue == 1 { clock.withLock { $0?.advance(by: 60) } }
            return RefreshedCloses(newest: nil, added: 7, differing: 0, providers: ["binance"], failure: nil)
        }
        try await ServerUnderTest.run(refresh: refresh, hasPages: true) { server async throws in
            clock.withLock { $0 = server.clock }
            let visitor = PageVisitor(server)
            let fields: KeyValuePairs = ["do": "fetch", "names": "BTC ETH ADA DOT BNB DOGE LTC XRP"]
            let path = try #require(try await visitor.post("/prices/import", from: "/prices/import", fields)["location"])
            _ = try await visitor.get(path + "/events")
            let page = try await visitor.get(path)
            #expect(page.has("7 new closes were stored.") && page.has("The time ran out before XRP was fetched."), "\(page.text)")
            // Four are fetched at once.
            #expect(calls.load(ordering: .relaxed) <= 4)
        }
    }

    @Test func notesAndRefusalsOfAnImportNameTheFieldsOfThePage() async throws {
        try await Self.run { _, ann, _ in
            let lines = priceFile(simulatedHistory(0, days: 30)).split(separator: "\n").enumerated().map { index, line in
                index == 0 ? "date,close,volume" : "\(line),5"
            }
            let text = lines.joined(separator: "\n")
            let noted = try await ann.upload("/prices/import", ["coin": "BTC"], file: ("p.csv", text))
            #expect(noted.status == 200 && noted.text.contains("“Volume”: “Coins”"), "\(noted.text)")
            #expect(!noted.text.contains("volume_unit=") && !noted.text.contains("--volume"))
            let chosen = try await ann.upload("/prices/import", ["coin": "BTC", "volume_unit": "coins"], file: ("p.csv", text))
            #expect(chosen.status == 200 && !chosen.text.contains("“Volume”"), "the note is gone")
            let euros = try await ann.upload("/prices/import", ["coin": "BTC"], file: ("BTC-EUR.csv", text))
            #expect(euros.status == 422 && euros.text.contains("The prices are in EUR, and closes are stored in US dollars."))
            #expect(euros.text.contains("enter USD as “Currency of the prices”."), "\(euros.text)")
            let dollars = try await ann.upload("/prices/import", ["coin": "BTC", "quote": "usd"], file: ("BTC-EUR.csv", text))
            #expect(dollars.status == 200)
        }
    }

    @Test func theColumnsAndTheDateFormatOfAnImportAreChosenOnThePage() async throws {
        try await Self.run { _, ann, _ in
            let text = "Day,Last\n19/02/2025,1.5\n20/02/2025,1.6\n"
            let bad = try await ann.upload("/prices/import", ["coin": "BTC", "date_format": "x"], file: ("p.csv", text))
            #expect(bad.status == 422 && bad.text.contains("“x” is not a date format."), "\(bad.text)")
            let fields: KeyValuePairs = ["coin": "BTC", "date_column": "Day", "close_column": "Last", "date_format": "dd/MM/yyyy"]
            let read = try await ann.upload("/prices/import", fields, file: ("p.csv", text))
            #expect(read.status == 200 && read.text.contains("2 closes of BTC"), "\(read.text)")
        }
    }

    @Test func aBadFileIsRefusedBesideItsFieldAndTheCoinIsKept() async throws {
        try await Self.run { _, ann, _ in
            let bad = try await ann.upload("/prices/import", ["coin": "BTC"], file: ("p.csv", "nothing,here\n1,2\n"))
            #expect(bad.status == 422 && bad.text.contains("No closes can be read from this file."), "\(bad.text)")
            #expect(bad.text.contains("value=\"BTC\""))
            let none = try await ann.upload("/prices/import", ["coin": "BTC"])
            #expect(none.status == 422 && none.text.contains("Choose a file first."))
            let unknown = try await ann.upload(
                "/prices/import", ["coin": "<b>"], file: ("p.csv", priceFile(simulatedHistory(0, days: 30))))
            #expect(
                unknown.status == 422 && unknown.text.contains("Enter a ticker: 1 to 20 letters")
                    && unknown.text.contains("&lt;b&gt;")
            )
        }
    }
}
