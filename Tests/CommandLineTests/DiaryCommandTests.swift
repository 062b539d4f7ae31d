import Foundation
import JSONText
import Market
import Testing

/// Forecasts that `forecast` keeps and `diary` lists.
@Suite struct DiaryCommandTests {
    private static let today = Day(secondsSince1970: Int(Date().timeIntervalSince1970))

    /// Returns a coin's closes up to a day; a longer history has the same closes.
    private func coin(through last: Day, days: Int) -> PriceHistory {
        let all = SimulatedMarket(days: 900, seed: 7, lastDay: lastDay).history(0, ticker: Ticker("BTC")!)
        return PriceHistory(ticker: all.ticker, firstDay: last - (days - 1), closes: Array(all.closes[..<days]))
    }

    private func importCloses(_ history: PriceHistory, into home: Home) throws {
        try home.folder.write(csv(history), to: "BTC.csv")
        try home.done("history", "import", "BTC.csv")
    }

    @Test func aForecastOfStoredClosesIsKeptOnce() throws {
        let home = try Home(["BTC": coin(through: Self.today - 1, days: 500)])
        #expect(try home.done("diary").output.hasPrefix("no forecast was kept yet"))
        #expect(try home.done("diary", "BTC").output.hasPrefix("no forecast of BTC was kept yet"))
        let first = try home.done("forecast", "BTC", "--offline")
        #expect(first.words.isEmpty, "\(first.words)")
        #expect(try home.done("forecast", "BTC", "--offline").output == first.output)
        let list = try home.done("diary", "--json").json["assets"]!.array!
        #expect(list.map { $0["id"]?.string } == ["bitcoin"] && list.map { $0["entries"]?.integer } == [1])
        #expect(try home.done("diary").lines.count == 2)
        let entry = try home.done("diary", "BTC", "--json").json["entries"]!.array![0]
        #expect(
            entry["cutoff"]?.string == "\(Self.today - 1)" && entry["late"] == .boolean(false) && entry["counts"] == .boolean(true))
        #expect(entry["progress"]?.string == "waiting" && entry["days"]?.integer == 96 && entry["point_error"] == .null)
        #expect(entry["model"]?.string == "daily-average" && entry["paths"]?.integer == 1000 && entry["seed"]?.integer == 1)
        let text = try home.done("diary", "BTC").output
        #expect(text.contains("1 forecast made ahead") && text.contains("points: nothing to score yet"))
        #expect(text.contains("0/96"))
    }

    @Test func aShortForecastIsKeptOverTheWholeHorizonAndOwnSamplingIsNot() throws {
        let home = try Home(["BTC": coin(through: Self.today - 1, days: 500)])
        try home.done("forecast", "BTC", "--offline", "--seed", "2")
        try home.done("forecast", "BTC", "--offline", "--paths", "100")
        #expect(try home.done("diary", "BTC").output.hasPrefix("no forecast of BTC was kept yet"))
        let short = try home.done("forecast", "BTC", "--offline", "--days", "1", "--csv")
        let whole = try home.done("forecast", "BTC", "--offline", "--csv")
        #expect(short.lines.count == 2 && whole.lines.prefix(2) == short.lines[...])
        let entries = try home.done("diary", "BTC", "--json").json["entries"]!.array!
        #expect(entries.count == 1 && entries[0]["days"]?.integer == 96)
    }

    @Test func theKeptNumbersAreThePrintedOnes() throws {
        let home = try Home(["BTC": coin(through: Self.today - 1, days: 500)])
        let reported = try home.done("forecast", "BTC", "--offline", "--json").json["forecasts"]!.array![0]
        let kept = try home.done("diary", "BTC", "--json", "--values").json["entries"]!.array![0]
        #expect(kept["model_sha256"] == reported["model_sha256"] && kept["last_close"] == reported["last_close"])
        #expect(areClose(points(kept), points(reported)) && dates(kept) == dates(reported))
        for name in ["0.025", "0.1", "0.25", "0.75", "0.9", "0.975"] {
            #expect(areClose(quantiles(kept, name), quantiles(reported, name)), "\(name)")
        }
        let naive = try #require(kept["values"]?.array?.last?["naive_quantiles"])
        #expect(naive.members?.count == 21)
        #expect(abs(naive["0.5"]!.number! / reported["last_close"]!.number! - 1) < 1e-6)
    }

    @Test func forecastsOfPastFileAndSimulatedClosesAreNotKept() throws {
        let home = try Home(["BTC": coin(through: Self.today - 1, days: 600)])
        try home.done("forecast", "BTC", "--offline", "--as-of", "\(Self.today - 3)")
        try home.done("forecast", "BTC", "--from", "BTC.csv")
        try home.done("forecast", "SIM01")
        try home.done("backtest", "BTC", "--every", "60", "--csv", "--paths", "20", "--baselines", "naive")
        #expect(try home.done("diary", "--json").json["assets"]!.array!.isEmpty)
    }

    /// Closes that are years old: forecasts from them are listed and scored, but do not count.
    @Test func aLateForecastIsListedAndDoesNotCount() throws {
        let last = Day(iso: "2024-06-01")!
        let home = try Home(["BTC": coin(through: last, days: 500)])
        try home.done("forecast", "BTC", "--offline")
        let first = last - 499
        try importCloses(
            PriceHistory(ticker: Ticker("BTC")!, firstDay: first, closes: coin(through: last, days: 530).closes), into: home)
        try home.done("forecast", "BTC", "--offline")
        let document = try home.done("diary", "BTC", "--json").json
        let entries = document["entries"]!.array!
        #expect(entries.map { $0["late"] } == [.boolean(true), .boolean(true)])
        #expect(entries.map { $0["days_scored"]?.integer } == [0, 30] && entries.map { $0["days_missing"]?.integer } == [96, 66])
        #expect(entries.map { $0["progress"]?.string } == ["waiting", "partial"])
        for name in ["point_error", "naive_point_error", "quantile_loss", "naive_quantile_loss", "coverage_50", "coverage_95"] {
            #expect(entries[1][name]?.number != nil && entries[0][name] == .null, "\(name)")
        }
        let model = document["models"]!.array![0]
        #expect(model["entries"]?.integer == 0 && model["entries_late"]?.integer == 2 && model["quantile_skill"] == .null)
        #expect(model["quantiles_against_naive"]?.string == "unknown")
        let text = try home.done("diary", "BTC").output
        #expect(text.contains("0 forecasts made ahead, 2 issued late and not counted") && text.contains("issued late, on "))
        #expect(text.contains("30/96") && text.contains("66 closes missing"))
        let page = try home.done("diary", "BTC", "--json", "--before", "2", "--limit", "1").json["entries"]!.array!
        #expect(page.map { $0["id"]?.integer } == [1])
        #expect(try home.done("diary", "BTC", "--limit", "1").words.contains("there are more"))
    }

    private static let hasSQLite = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/sqlite3")
    }

    /// A diary that cannot be written is reported, and the forecast is printed anyway.
    @Test(.enabled(if: hasSQLite, "sqlite3 is needed to spoil the store"))
    func aForecastThatCannotBeKeptIsGivenAllTheSame() throws {
        let home = try Home(["BTC": coin(through: Self.today - 1, days: 500)])
        let file = home.folder.path("home/.local/share/closecast/closecast.db")
        let lock = try run(
            URL(filePath: "/bin/bash"),
            [
                "-c",
                "sqlite3 \(file) \"CREATE TRIGGER full BEFORE INSERT ON diary_entries BEGIN SELECT RAISE(ABORT, 'no room'); END\"",
            ])
        #expect(lock.status == 0)
        let run = try home.run("forecast", "BTC", "--offline", "--csv")
        #expect(run.status == 0 && run.lines.count == 97)
        #expect(
            run.words.contains("note: the forecast was not kept in the diary: ") && run.words.contains("no room"), "\(run.words)")
    }

    @Test(
        arguments: [
            (["diary", "NIX"], 66, "NIX is not a known asset"),
            (["diary", "BTC", "--limit", "0"], 64, "--limit 0: give 1 to 1000000"),
            (["diary", "BTC", "--values"], 64, "--values: only with --json"), (["diary", "--before", "3"], 64, "name an asset"),
        ] as [([String], Int32, String)]) func anErrorNamesTheRemedy(words: [String], status: Int32, says: String) throws
    {
        let run = try closecast(words, folder: Home(["BTC": simulated(0)]).folder)
        #expect(run.status == status && run.words.contains(says), "\(run.words)")
        #expect(run.output.isEmpty)
    }
}
