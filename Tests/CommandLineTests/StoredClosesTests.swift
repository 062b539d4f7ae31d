import Foundation
import JSONText
import Market
import Testing

/// How `forecast BTC` finds closes by itself.
@Suite struct StoredClosesTests {
    @Test func storedClosesNeedNoSampleBesideTheProgram() throws {
        let home = try Home(twoCoins)
        let alone = URL(filePath: home.folder.path("closecast-alone"))
        try FileManager.default.copyItem(at: executable, to: alone)
        let environment = ["CLOSECAST_MODELS": packageRoot.appending(path: "models").path]
        let stored = try run(alone, ["forecast", "BTC", "--offline", "--csv"], folder: home.folder.url, environment: environment)
        #expect(stored.status == 0 && stored.lines.count == 97, "\(stored.words)")
        let simulated = try run(alone, ["forecast", "SIM01"], folder: home.folder.url, environment: environment)
        #expect(simulated.status == 66 && simulated.words.contains("data/simulated"), "\(simulated.words)")
    }

    @Test func storedClosesGiveTheForecastOfTheirFile() throws {
        let home = try Home(["BTC": simulated(0)])
        let file = try home.done("forecast", "BTC", "--from", "BTC.csv", "--csv")
        let stored = try home.done("forecast", "BTC", "--offline", "--csv")
        #expect(stored.output == file.output)
        let (fileText, text) = try (
            home.done("forecast", "BTC", "--from", "BTC.csv").lines, home.done("forecast", "BTC", "--offline").lines
        )
        #expect(text.filter { !$0.hasPrefix("stored closes, the last from file:BTC.csv, ") } == fileText)
        #expect(text.count == fileText.count + 1)
        let json = try home.done("forecast", "BTC", "--offline", "--json").json["forecasts"]!.array![0]
        #expect(json["closes"]?["source"]?.string == "file:BTC.csv")
        #expect(json["closes"]?["age_days"]?.integer ?? 0 > 300)
    }

    @Test func aFileTakesPrecedenceOverStoredCloses() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.folder.write(csv(simulated(1)), to: "other/BTC.csv".replacingOccurrences(of: "other/", with: "other-"))
        let other = try home.done("forecast", "BTC", "--from", "other-BTC.csv", "--csv").output
        #expect(other != (try home.done("forecast", "BTC", "--offline", "--csv").output))
    }

    @Test func anUnknownCoinsErrorListsThreeWays() throws {
        let home = try Home()
        for (ticker, status) in [("NIX", 66), ("BTC", 69)] as [(String, Int32)] {
            let run = try home.run("forecast", ticker)
            #expect((run.status, run.output) == (status, ""))
            for way in ["forecast \(ticker) --from \(ticker).csv", "history import \(ticker).csv", "history fetch \(ticker)"] {
                #expect(run.words.contains("closecast \(way)\n"), "\(run.words)")
            }
        }
        #expect(try home.run("forecast", "BTC", "--offline").words.contains("--offline forbids"))
        #expect(try Home().run("forecast", "BTC", "--offline").status == 66)
        #expect(try home.run("backtest", "NIX").status == 66)
    }

    @Test func aSimulatedMarketAnswersToItsOwnTickerOnly() throws {
        let home = try Home()
        #expect(try home.done("forecast", "SIM01", "--offline", "--csv").output.contains("SIM01,"))
        #expect(try home.run("forecast", "BTC", "--offline").output.isEmpty)
        #expect(!home.folder.exists("home"), "nothing is stored for it")
    }

    @Test func tooFewStoredClosesNameTheRemedy() throws {
        let home = try Home(["BTC": simulated(0, days: 100)])
        let run = try home.run("forecast", "BTC", "--offline")
        #expect(run.status == 65)
        #expect(run.words.contains("100") && run.words.contains("500"))
        #expect(run.words.contains("closecast history fetch BTC --days 1000"))
    }

    @Test func aBacktestReadsStoredCloses() throws {
        let home = try Home(["BTC": simulated(0, days: 700)])
        let words = ["--every", "60", "--csv"]
        let stored = try closecast(["backtest", "BTC"] + words, folder: home.folder)
        let file = try closecast(["backtest", "BTC", "--from", "BTC.csv"] + words, folder: home.folder)
        #expect((stored.status, stored.output) == (file.status, file.output))
    }

    // MARK: Two assets of one ticker

    @Test func aTickerOfTwoAssetsRequiresAnID() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("asset", "add", "SOL", "--id", "solana")
        try home.done("asset", "add", "SOL", "--id", "sol-other", "--name", "Another coin")
        try home.done("history", "import", "BTC.csv", "--ticker", "solana")
        for words in [
            ["history", "show", "SOL"], ["favourite", "add", "SOL"], ["forecast", "SOL", "--offline"], ["asset", "add", "SOL"],
        ] {
            let run = try closecast(words, folder: home.folder)
            #expect(run.status == 65, "\(words)")
            #expect(run.words.contains("SOL is the ticker of sol-other and solana; name one of these ids"), "\(run.words)")
        }
        try home.folder.write(csv(simulated(1)), to: "other.csv")
        try home.done("history", "import", "other.csv", "--ticker", "sol-other")
        #expect(
            try home.done("history", "list", "--json").json["assets"]!.array!.map { $0["id"]?.string }
                == ["bitcoin", "sol-other", "solana"])
        let both = try home.done("forecast", "solana", "sol-other", "--offline", "--json").json["forecasts"]!.array!
        #expect(both.map { $0["ticker"]?.string } == ["SOLANA", "SOL-OTHER"])
        #expect(both.map { $0["closes"]?["source"]?.string } == ["file:BTC.csv", "file:other.csv"])
        let file = try home.done("forecast", "BTC", "--from", "BTC.csv", "--json").json["forecasts"]!.array![0]
        #expect(areClose(points(both[0]), points(file)))
    }

    @Test func aWalletOfTwoAssetsOfOneTickerHasAForecast() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("asset", "add", "SOL", "--id", "solana")
        try home.done("asset", "add", "SOL", "--id", "sol-other")
        try home.done("history", "import", "BTC.csv", "--ticker", "solana")
        try home.folder.write(csv(simulated(1)), to: "other.csv")
        try home.done("history", "import", "other.csv", "--ticker", "sol-other")
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "solana=1", "sol-other=2", "--date", "2024-12-31")
        let run = try home.run("wallet", "forecast", "Main", "--offline", "--days", "3")
        #expect(run.status == 0, "\(run.words)")
    }
}
