import Foundation
import Market
import Testing

/// Messages about mistakes: each names the problem and a command that works as printed.
@Suite struct MessageTests {
    /// Runs the commands that a message advises, `closecast ` in front, up to the end of its line or a closing bracket.
    private func advised(_ words: String) -> [[String]] {
        words.split(separator: "closecast ").dropFirst().map { text in
            text.prefix { !"\n)?,;".contains($0) }.split(separator: " ").map(String.init)
        }
    }

    // MARK: --as-of

    @Test func aDayBeforeTheStoredClosesLeadsToTheFirstThatCanBeForecastFrom() throws {
        let home = try Home(["BTC": simulated(0, days: 700)])
        let (first, cutoff) = (lastDay - 699, lastDay - 200)
        let run = try home.run("forecast", "BTC", "--as-of", "1900-01-01", "--offline")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(
            run.words.contains("no close of BTC on 1900-01-01 is stored; the stored closes are \(first) to \(lastDay)"),
            "\(run.words)")
        #expect(run.words.contains("--as-of \(cutoff)"), "\(run.words)")
        try home.done("forecast", "BTC", "--offline", "--as-of", "\(cutoff)")
        // One day earlier the model lacks a close, and the remedy is the same.
        let early = try home.run("forecast", "BTC", "--offline", "--as-of", "\(cutoff - 1)")
        #expect(early.status == 65)
        #expect(early.words.contains("--as-of \(cutoff)\n"), "\(early.words)")
    }

    @Test func aDayThatHasNotEndedLeadsToTheLastStoredOne() throws {
        let home = try Home(["BTC": simulated(0)])
        let run = try home.run("forecast", "BTC", "--as-of", "2230-01-01", "--offline")
        #expect(run.status == 65)
        #expect(run.words.contains("2230-01-01 has not ended, so BTC has no close on it"), "\(run.words)")
        #expect(run.words.contains("--as-of \(lastDay)\n"), "\(run.words)")
        #expect(!run.words.contains("file"), "\(run.words)")
        try home.done("forecast", "BTC", "--offline", "--as-of", "\(lastDay)")
    }

    @Test func aDayAfterTheStoredClosesOffersToFetchNewerOnes() throws {
        let home = try Home(["BTC": simulated(0)])
        let run = try home.run("forecast", "BTC", "--as-of", "\(lastDay + 3)", "--offline")
        #expect(run.words.contains("--as-of \(lastDay), or get newer closes: closecast history fetch BTC\n"), "\(run.words)")
    }

    @Test func tooFewStoredClosesForAnyDayAreReported() throws {
        let home = try Home(["BTC": simulated(0, days: 100)])
        let run = try home.run("forecast", "BTC", "--as-of", "1900-01-01", "--offline")
        #expect(run.words.contains("Too few closes in a row are stored around that day to forecast from"), "\(run.words)")
        #expect(run.words.contains("closecast history fetch BTC --all"))
    }

    @Test func aWalletForecastNamesTheDayAndNotTheCoins() throws {
        let home = try Home(twoCoins)
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=1", "ETH=2", "--date", "2024-12-31")
        for extra in [[], ["--leave-out"]] {
            for day in ["1900-01-01", "2230-01-01"] {
                let run = try closecast(
                    ["wallet", "forecast", "Main", "--offline", "--as-of", day] + extra, folder: home.folder)
                #expect(run.status == 65)
                #expect(run.words.contains("--as-of \(lastDay)"), "\(run.words)")
                #expect(!run.words.contains("--leave-out"), "\(run.words)")
            }
        }
        try home.done("wallet", "forecast", "Main", "--offline", "--as-of", "\(lastDay)")
    }

    /// The coins' closes begin and end on different days: the named day must work for all of them.
    @Test(arguments: ["1900-01-01", "2230-01-01"]) func aWalletForecastNamesADayThatServesAllCoins(day: String) throws {
        let earlier = PriceHistory(ticker: Ticker("ETH")!, firstDay: lastDay - 559, closes: simulated(1, days: 550).closes)
        let home = try Home(["BTC": simulated(0, days: 610), "ETH": earlier])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=1", "ETH=2", "--date", "\(lastDay - 20)")
        let run = try home.run("wallet", "forecast", "Main", "--offline", "--as-of", day)
        let named = try #require(run.words.firstMatch(of: /--as-of (\d{4}-\d\d-\d\d)/), "\(run.words)")
        try home.done("wallet", "forecast", "Main", "--offline", "--as-of", String(named.1))
    }

    @Test func amountsBelowZeroAreTakenWhereTheyMeanSomething() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "BTC=1", "--date", "\(lastDay - 20)")
        for option in ["--above", "--below", "--touch"] {
            try home.done("wallet", "forecast", "Main", "--offline", "--as-of", "\(lastDay)", option, "-100")
        }
    }

    @Test func aCommandsAliasIsNotAMistake() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "5")
        try home.done("wallet", "withdrawal", "Main", "USD", "2")
    }

    @Test func aWayToCountIncomeIsGivenOnce() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("wallet", "create", "Main")
        let run = try home.run("wallet", "income", "Main", "BTC", "1", "--at-market", "--value", "5")
        #expect(run.status == 64 && run.words.contains("--at-market and --value exclude each other"), "\(run.words)")
    }

    // MARK: Unknown names

    @Test func anUnknownCoinLeadsToCommandsThatWork() throws {
        let home = try Home()
        let run = try home.run("forecast", "NOPE")
        #expect(run.status == 66)
        #expect(run.words.contains("NOPE is not a known asset\n"), "\(run.words)")
        #expect(!home.folder.exists("home"), "an unknown ticker creates no database")
        let commands = advised(run.words)
        #expect(commands.contains(["asset", "add", "NOPE", "--provider", "binance=NOPEUSDT"]))
        try home.folder.write(csv(simulated(0)), to: "NOPE.csv")
        for command in commands where command.prefix(2) != ["history", "fetch"] {
            let advised = try closecast(command, folder: home.folder)
            #expect(advised.status == 0, "\(command): \(advised.words)")
        }
        // No provider answers in tests; the error no longer concerns the name.
        #expect(try home.run("history", "fetch", "NOPE").status == 69)
    }

    @Test func aNearNameIsSuggested() throws {
        let home = try Home(["BTC": simulated(0)])
        try home.done("wallet", "create", "Main")
        let cases: [([String], String)] = [
            (["forecast", "BTD"], "BTC"), (["backtest", "BTD"], "BTC"), (["history", "show", "Bitcon"], "BTC"),
            (["history", "fetch", "ETHH"], "ETH"), (["market", "etherum"], "ETH"), (["favourite", "add", "BCT"], "BTC"),
            (["wallet", "show", "Mian"], "Main"), (["wallet", "deposit", "Mian", "BTC", "1"], "Main"),
            (["wallet", "deposit", "Main", "Dogecon", "1"], "DOGE"),
            (["forecast", "SIM01", "--model", "daily-clos-t"], "daily-close-t"),
            (["diary", "Litecon"], "LTC"), (["invest", "add", "BTX", "1", "1"], "BTC"),
        ]
        for (command, near) in cases {
            let run = try closecast(command, folder: home.folder)
            #expect(run.status == 66, "\(command): \(run.words)")
            #expect(run.words.contains("did you mean \(near)?"), "\(command): \(run.words)")
        }
    }

    @Test func anUnknownWalletsErrorHasTheCommandThatCreatesIt() throws {
        let home = try Home(["BTC": simulated(0)])
        let run = try home.run("wallet", "show", "My savings")
        #expect(run.words.contains("closecast wallet create 'My savings'"), "\(run.words)")
        #expect(try bash("HOME=\(home.folder.path("home")) \"$CLOSECAST\" wallet create 'My savings'").status == 0)
        try home.done("wallet", "show", "My savings")
    }

    @Test func misspelledCommandsAndOptionsAreSuggested() throws {
        #expect(try closecast("forecast", "SIM01", "--dys", "3").words.contains("Did you mean '--days'?"))
        for (words, near) in [
            (["forecst", "BTC"], "closecast forecast"), (["wallet", "shwo", "Main"], "closecast wallet show"),
            (["history", "improt", "BTC.csv"], "closecast history import"), (["help", "walet"], "closecast wallet"),
        ] {
            let run = try closecast(words)
            #expect((run.status, run.output) == (64, ""))
            #expect(run.words.contains("did you mean \(near)?"), "\(run.words)")
        }
        let unknown = try closecast("wallet", "zzzzz")
        #expect(unknown.status == 64 && unknown.words.contains("commands: create"), "\(unknown.words)")
        for words in [["help", "wallet"], ["help", "wallet", "show"], ["--help"], ["wallet", "--help"], ["help"]] {
            #expect(try closecast(words).status == 0, "\(words)")
        }
    }

    // MARK: Databases

    private static let readers: [[String]] = [
        ["history", "list"], ["history", "show", "BTC"], ["history", "check"], ["history", "remove", "BTC"], ["market"],
        ["diary"], ["diary", "BTC"], ["asset", "list"], ["asset", "remove", "XYZ"], ["favourite", "list"],
        ["favourite", "remove", "BTC"],
        ["wallet", "list"], ["wallet", "show", "Main"], ["wallet", "gains", "Main"], ["wallet", "value", "Main"],
        ["wallet", "history", "Main"], ["wallet", "export"], ["wallet", "forecast", "Main"], ["wallet", "delete", "Main"],
        ["wallet", "restore", "Main"], ["wallet", "rename", "Main", "Other"], ["wallet", "correct", "1"],
        ["wallet", "buy", "Main", "BTC", "1"],
        ["wallet", "deposit", "Main", "USD", "5"], ["wallet", "set", "Main", "BTC=1"], ["invest", "list"],
        ["invest", "remove", "1"],
        ["account", "list"], ["account", "show", "x"], ["account", "events"], ["account", "invitations"],
        ["account", "lock", "x", "--reason", "test"], ["account", "delete", "x"], ["account", "revoke-invitation", "x"],
        ["token", "list"], ["token", "revoke", "x"], ["doctor"], ["backup", "copy.db"], ["forecast", "BTC"], ["backtest", "BTC"],
        ["forecast", "BTC", "--offline"],
    ]

    @Test(arguments: readers) func aMistypedDatabaseIsReportedAndNotMade(command: [String]) throws {
        let home = try Home()
        for (words, environment) in [(command + ["--database", "typo.db"], [:]), (command, ["CLOSECAST_DATABASE": "typo.db"])] {
            let run = try closecast(words, folder: home.folder, environment: environment)
            #expect(run.status == 66, "\(run.words)")
            #expect(run.words.contains("no database at typo.db"), "\(run.words)")
            #expect(run.words.contains("closecast wallet create Main --database typo.db"), "\(run.words)")
        }
        #expect(home.folder.names == [], "nothing is created")
    }

    /// `forecast BTC` stores fetched closes, so it may create the default file.
    @Test(arguments: readers.filter { $0 != ["forecast", "BTC"] })
    func readingMakesNoDatabaseInANewHome(command: [String]) throws {
        let home = try Home()
        let run = try closecast(command, folder: home.folder)
        #expect(home.folder.names == [], "\(command)")
        #expect(run.status == 0 || run.status == 66, "\(command): \(run.words)")
        #expect(run.status == 66 || !run.output.isEmpty)
    }

    @Test(arguments: [["wallet", "create", "Main"], ["favourite", "add", "BTC"], ["asset", "add", "XYZ"]])
    func aNewDatabaseThatWasNamedIsReported(command: [String]) throws {
        let home = try Home()
        let words = command + ["--database", "new.db"]
        #expect(try closecast(words, folder: home.folder).words == "note: created new.db\n")
        #expect(home.folder.exists("new.db"))
        #expect(try !closecast(["wallet", "list", "--database", "new.db"], folder: home.folder).words.contains("created"))
    }

    // MARK: Output

    @Test func simulateRefusesToReplaceFiles() throws {
        let folder = try Scratch()
        let words = ["simulate", "--tickers", "3", "--days", "5", "--out", "markets"]
        try #require(try closecast(words, folder: folder).status == 0)
        try folder.write("mine\n", to: "markets/SIM02.csv")
        try FileManager.default.removeItem(atPath: folder.path("markets/SIM01.csv"))
        let run = try closecast(words, folder: folder)
        #expect(run.status == 73)
        #expect(run.words.contains("markets/SIM02.csv (and 1 more) exists; add --replace"), "\(run.words)")
        #expect(try folder.read("markets/SIM02.csv") == "mine\n")
        #expect(!folder.exists("markets/SIM01.csv"), "nothing is written if anything is refused")
        #expect(try closecast(words + ["--replace"], folder: folder).status == 0)
        #expect(try folder.read("markets/SIM02.csv").hasPrefix("date,close"))
    }

    @Test func anImportsJSONIsOneObject() throws {
        let home = try Home()
        try home.folder.write(csv(simulated(0)), to: "BTC.csv")
        try home.folder.write(csv(simulated(1)), to: "ETH.csv")
        let json = try home.done("history", "import", "BTC.csv", "ETH.csv", "--json").json
        #expect(json["assets"]?.array?.map { $0["ticker"]?.string } == ["BTC", "ETH"])
        #expect(json["assets"]?.array?.map { $0["added"]?.integer } == [500, 500])
    }
}
