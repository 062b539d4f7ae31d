import Foundation
import JSONText
import LoopbackServer
import Market
import Testing

/// Commands that get closes from a server on the loopback that answers as Binance does.
@Suite struct FetchCommandTests {
    private static let today = Day(secondsSince1970: Int(Date().timeIntervalSince1970))

    /// The price of a coin on a day.
    @Sendable private static func close(_ seconds: Int) -> Double {
        let day = Double(seconds) / 86_400
        return (100_000 + 500 * sin(day / 9) + 90 * sin(day * 3)).rounded() / 1000
    }

    @Sendable private static func binance(_ request: LoopbackServer.Request, _ number: Int) -> LoopbackServer.Reply {
        let step = request.query["interval"] == "1h" ? 3600 : 86_400
        let from = Int(request.query["startTime"]!)! / 1000
        let to = request.query["endTime"].flatMap { Int($0) }.map { $0 / 1000 } ?? Int(Date().timeIntervalSince1970)
        let first = (from + step - 1) / step * step
        let times = Array(stride(from: first, through: to, by: step).prefix(Int(request.query["limit"] ?? "500")!))
        return klines(times, step: step)
    }

    @Sendable private static func klines(_ times: [Int], step: Int) -> LoopbackServer.Reply {
        let rows = times.map { time in
            "[\(time * 1000),\"\(close(time))\",\"999\",\"1\",\"\(close(time))\",\"7.5\",\(time * 1000 + step * 1000 - 1),\"8.5\",9,\"1\",\"1\",\"0\"]"
        }
        return .json("[" + rows.joined(separator: ",") + "]")
    }

    /// Returns the server's closes up to `days` days before yesterday.
    private func old(_ days: Int, count: Int = 600) -> PriceHistory {
        let last = Self.today - 1 - days
        return PriceHistory(
            ticker: Ticker("BTC")!, firstDay: last - (count - 1),
            closes: (0..<count).map { Self.close((last - (count - 1 - $0)).daysSince1970 * 86_400) })
    }

    private func serving<Result>(
        _ answer: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Reply = binance,
        _ body: (LoopbackServer, [String: String]) throws -> Result
    ) rethrows -> Result {
        let server = LoopbackServer(answer)
        defer { server.stop() }
        return try body(server, ["CLOSECAST_BINANCE_URL": server.address.absoluteString])
    }

    @Test func fetchedClosesAreStoredWithTheirSource() throws {
        try serving { server, environment in
            let home = try Home()
            let run = try home.run("history", "fetch", "BTC", "--days", "30", environment: environment)
            #expect(run.status == 0, "\(run.words)")
            #expect(
                run.lines[0] == "BTC  \(Self.today - 30) to \(Self.today - 1) from binance  30 added, 0 unchanged", "\(run.output)")
            let again = try home.run("history", "fetch", "BTC", "--days", "30", "--json", environment: environment)
            let asset = try again.json["assets"]!.array![0]
            #expect(asset["added"]?.integer == 0 && asset["unchanged"]?.integer == 30)
            #expect(asset["providers"]?.array == [.string("binance")])
            let shown = try home.done("history", "show", "BTC", "--json").json["candles"]!.array!
            #expect(shown.count == 30 && shown.allSatisfy { $0["source"]?.string == "binance" })
            #expect(shown.last?["date"]?.string == "\(Self.today - 1)", "today has not ended")
        }
    }

    @Test func impossibleValuesOfAProviderAreLeftOutAsInImports() throws {
        @Sendable func wrong(_ request: LoopbackServer.Request, _ number: Int) -> LoopbackServer.Reply {
            var reply = Self.binance(request, number)
            // The low above the high.
            reply.body = Array(String(decoding: reply.body, as: UTF8.self).replacing("\"999\",\"1\"", with: "\"1\",\"999\"").utf8)
            return reply
        }
        try serving(wrong) { server, environment in
            let home = try Home()
            let run = try home.run("history", "fetch", "BTC", "--days", "30", environment: environment)
            #expect(run.status == 0, "\(run.words)")
            #expect(
                run.output.contains(
                    "binance: 30 candles are impossible, the first on \(Self.today - 30): low 999 is above the high 1; the impossible"
                ),
                "\(run.output)")
            let again = try home.run("history", "fetch", "BTC", "--days", "30", "--json", environment: environment)
            #expect(try again.json["assets"]?.array?[0]["notes"]?.array?.first?.string?.contains("are impossible") == true)
            let shown = try home.done("history", "show", "BTC", "--json").json["candles"]!.array!
            #expect(shown.count == 30 && shown.allSatisfy { $0["high"]?.number == nil && $0["low"]?.number == nil })
            #expect(try !home.run("history", "check").output.contains("impossible"))
        }
    }

    /// Income of every kind of file is refused without a close; then the command that the refusal names gets it.
    @Test(arguments: [
        ("binance-history", "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,DAY 10:00:00,Spot,Airdrop Assets,ETH,2,\n"),
        ("columns", "date,type,coin,amount\nDAY,Staking,ETH,2\n"),
        ("closecast", "time,kind,asset,quantity,at_market\nDAY,income,ETH,2,true\n"),
    ])
    func theClosesThatAnImportOfIncomeLacksAreFetched(form: String, text: String) throws {
        try serving { server, environment in
            let (home, day) = (try Home(), Self.today - 5)
            try home.done("wallet", "create", "Main")
            try home.folder.write(text.replacing("DAY", with: "\(day)"), to: "t.csv")
            let words = ["wallet", "import", "t.csv", "--wallet", "Main", "--form", form]
            let refused = try closecast(words, folder: home.folder)
            #expect(refused.status == 65 && refused.words.contains("t.csv:2: no close of "), "\(refused.words)")
            let command = try #require(refused.words.split(separator: "closecast ").dropFirst().first?.prefix { $0 != "\n" })
            #expect(
                command.hasPrefix("history fetch ETH --start \(day)") || command.hasPrefix("history fetch ethereum "), "\(command)")
            let fetched = try closecast(
                command.split(separator: " ").map(String.init), folder: home.folder, environment: environment)
            #expect(fetched.status == 0, "\(fetched.words)")
            let done = try closecast(words, folder: home.folder)
            #expect(done.output == "1 transaction recorded, 0 were there before\n", "\(done.words)")
            let csv = try home.done("wallet", "export").lines
            #expect(csv.count == 2 && csv[1].contains(",income,") && csv[1].contains(",true"), "\(csv)")
        }
    }

    @Test func aForecastFetchesAndStoresByItself() throws {
        try serving { server, environment in
            let home = try Home()
            let first = try home.run("forecast", "BTC", "--json", environment: environment)
            #expect(first.status == 0, "\(first.words)")
            #expect(first.words.contains("note: BTC: 1000 closes fetched from binance and stored\n"))
            let forecast = try first.json["forecasts"]!.array![0]
            #expect(forecast["closes"]?["source"]?.string == "binance")
            #expect(forecast["closes"]?["age_days"]?.integer == 1)
            #expect(dates(forecast).first == "\(Self.today)")
            let asked = server.requests.count
            let second = try home.run("forecast", "BTC", "--json", environment: environment)
            #expect(second.output == first.output && second.words.isEmpty)
            #expect(server.requests.count == asked, "fresh closes are not asked for again")
        }
    }

    @Test func oldClosesAreRefreshed() throws {
        try serving { server, environment in
            let home = try Home(["BTC": old(10)])
            let run = try home.run("forecast", "BTC", "--json", environment: environment)
            #expect(run.status == 0, "\(run.words)")
            #expect(try run.json["forecasts"]?.array?[0]["closes"]?["age_days"]?.integer == 1)
            #expect(try home.done("history", "list", "--json").json["assets"]?.array?[0]["last"]?.string == "\(Self.today - 1)")
        }
        try serving { server, environment in
            let home = try Home(["BTC": old(10)])
            let run = try home.run("forecast", "BTC", "--offline", "--json", environment: environment)
            #expect(try run.json["forecasts"]?.array?[0]["closes"]?["age_days"]?.integer == 11)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func withoutAnAnswerStoredClosesAreUsedAndTheirAgeReported() throws {
        for answer in [500, 404] {
            try serving({ _, _ in .json("{}", status: answer) }) { server, environment in
                let home = try Home(["BTC": old(10)])
                let run = try home.run("forecast", "BTC", "--json", environment: environment)
                #expect(run.status == 0)
                #expect(run.words.contains("no provider answered for BTC; using stored closes"), "\(run.words)")
                #expect(run.words.contains("\(Self.today - 11) (11 days ago") || run.words.contains("10 days"), "\(run.words)")
                #expect(try run.json["forecasts"]?.array?[0]["closes"]?["age_days"]?.integer == 11)
                #expect(!server.requests.isEmpty)
            }
        }
    }

    /// Closes that do not join the stored ones would leave a gap that no refresh fills, and that no forecast reads across.
    @Test func anAnswerThatDoesNotReachBackToTheStoredClosesIsNotKept() throws {
        try serving({ _, _ in
            Self.klines((1...40).reversed().map { (Self.today - $0).daysSince1970 * 86_400 }, step: 86_400)
        }) { server, environment in
            let home = try Home(["BTC": old(100)])
            let run = try home.run("forecast", "BTC", "--json", environment: environment)
            #expect(run.status == 0, "\(run.words)")
            #expect(!server.requests.isEmpty)
            #expect(run.words.contains("using stored closes"), "\(run.words)")
            #expect(try home.done("history", "list", "--json").json["assets"]?.array?[0]["missing"]?.integer == 0)
        }
    }

    @Test func aProvidersChangedCloseIsReportedAndChangesNothing() throws {
        try serving { server, environment in
            let right = old(5)
            var closes = right.closes
            closes[closes.count - 1] *= 1.01
            let home = try Home(["BTC": PriceHistory(ticker: right.ticker, firstDay: right.firstDay, closes: closes)])
            let run = try home.run("forecast", "BTC", environment: environment)
            #expect(run.words.contains("1 stored close differs from what providers answer now, the first on \(right.lastDay)"))
            let shown = try home.done("history", "show", "BTC", "--json").json["candles"]!.array!
            #expect(shown.first { $0["date"]?.string == "\(right.lastDay)" }?["close"]?.number == closes.last)
            let replaced = try home.run("history", "fetch", "BTC", "--days", "10", "--replace", environment: environment)
            #expect(replaced.output.contains("1 replaced"))
        }
    }

    @Test func aKeyIsSentButNeverShown() throws {
        let key = "s3cret-k3y-0f-n0b0dy"
        try serving({ request, _ in .json("{\"error\":\"bad key \(key)\",\"status\":{\"error_message\":\"\(key)\"}}", status: 401) }
        ) {
            server, _ in
            let home = try Home()
            try home.folder.write(key + "\n", to: "key")
            let run = try home.run(
                "history", "fetch", "BTC", "--provider", "coingecko",
                environment: [
                    "CLOSECAST_COINGECKO_URL": server.address.absoluteString,
                    "CLOSECAST_COINGECKO_KEY_FILE": home.folder.path("key"),
                ])
            #expect(run.status == 69)
            #expect(!run.words.contains(key) && !run.output.contains(key), "\(run.words)")
            #expect(server.requests.contains { $0.headers.values.contains(key) }, "the key was not sent")
        }
    }

    @Test func theMarketRefreshesAndShowsChanges() throws {
        try serving { server, environment in
            let home = try Home(["BTC": old(3)])
            let run = try home.run("market", "--json", environment: environment)
            let row = try run.json["assets"]!.array![0]
            #expect(row["day"]?.string == "\(Self.today - 1)", "\(run.words)")
            let (last, before) = ((Self.today - 1).daysSince1970 * 86_400, (Self.today - 2).daysSince1970 * 86_400)
            #expect(abs(row["change_24h"]!.number! - (Self.close(last) / Self.close(before) - 1)) < 1e-12)
            #expect(row["change_12h"]?.number != nil)
        }
    }

    // MARK: Failures that are remembered

    private func memory(_ home: Home) -> String { home.folder.path("home/.local/share/closecast/closecast.db.unanswered") }

    @Test func aFailureIsNotRepeatedWithinAMinuteByAnyCommand() throws {
        let server = LoopbackServer { _, _ in .json("{}", status: 500) }
        defer { server.stop() }
        let environment = ["CLOSECAST_BINANCE_URL": server.address.absoluteString]
        let home = try Home(["BTC": old(10)])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "BTC", "1", "--cost", "5")
        let first = try home.run("market", environment: environment)
        #expect(
            first.status == 0 && first.words.contains("no provider answered for BTC; using stored closes"), "\(first.words)")
        let asked = server.requests.count
        #expect(asked > 0)
        for words in [["market"], ["wallet", "show", "Main"], ["forecast", "BTC"]] {
            let run = try closecast(words, folder: home.folder, environment: environment)
            #expect(run.status == 0, "\(run.words)")
            #expect(run.words.contains(/no provider answered for BTC \d+ seconds? ago; using stored closes/), "\(run.words)")
            #expect(run.words.contains("closecast history fetch BTC asks again"), "\(run.words)")
        }
        #expect(server.requests.count == asked, "asked again within a minute")
        #expect(try home.run("history", "fetch", "BTC", environment: environment).status == 69)
        #expect(server.requests.count > asked, "fetch always contacts the provider")
    }

    @Test func afterAMinuteItIsTriedAgain() throws {
        try serving { server, environment in
            let home = try Home(["BTC": old(10)])
            let now = Int(Date().timeIntervalSince1970)
            // A time that has not come yet is a clock that was wrong.
            for text in ["\(now - 61) bitcoin\n", "\(now + 3600) *\n", "x *\n\n* 5 6\n"] {
                try text.write(toFile: memory(home), atomically: true, encoding: .utf8)
                let asked = server.requests.count
                #expect(try home.run("market", environment: environment).status == 0)
                #expect(server.requests.count > asked, "\(text)")
            }
        }
    }

    @Test func oneUnansweredAssetDoesNotKeepOthersFromBeingRefreshed() throws {
        try serving({ request, number in
            request.query["symbol"] == "ETHUSDT" ? .json("{}", status: 500) : Self.binance(request, number)
        }) { server, environment in
            let home = try Home(["BTC": old(10), "ETH": old(10)])
            #expect(try home.run("forecast", "ETH", environment: environment).words.contains("no provider answered for ETH;"))
            let run = try home.run("market", "--json", environment: environment)
            let days = try run.json["assets"]!.array!.map { $0["day"]?.string }
            #expect(days == ["\(Self.today - 1)", "\(Self.today - 11)"], "\(run.words)")
        }
    }

    @Test func withoutANetworkNoAssetIsRequestedTwice() throws {
        let home = try Home(["BTC": old(10), "ETH": old(10)])
        #expect(try home.run("forecast", "ETH").words.contains("no provider answered for ETH;"))
        #expect(try home.run("forecast", "BTC").words.contains(/no provider answered for BTC \d+ seconds? ago/))
    }

    @Test func withoutAWritableCacheNothingChanges() throws {
        let home = try Home(["BTC": old(10)])
        try FileManager.default.createDirectory(atPath: memory(home), withIntermediateDirectories: true)
        for _ in 0..<2 {
            let run = try home.run("market")
            #expect(run.status == 0 && run.words.contains("no provider answered for BTC;"), "\(run.words)")
        }
    }
}
