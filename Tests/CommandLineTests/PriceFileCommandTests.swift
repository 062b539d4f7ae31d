import JSONText
import Market
import Testing

/// Price files as people have them, on the command line.
@Suite struct PriceFileCommandTests {
    /// A file of coins by turns, with a column that names them.
    private func joined(_ coins: [(symbol: String, history: PriceHistory)]) -> String {
        let days = coins[0].history.count
        let lines = (0..<days).flatMap { day in
            coins.map { "\($0.history.firstDay + day),\($0.symbol),\($0.history.closes[day])\n" }
        }
        return "date,symbol,close\n" + lines.joined()
    }

    @Test func aFileOfTwoCoinsIsImportedAsTwo() throws {
        let home = try Home()
        try home.folder.write(joined([("BTC/USD", simulated(0)), ("ETHUSDT", simulated(1))]), to: "both.csv")
        let run = try home.done("history", "import", "both.csv")
        #expect(run.lines.map { String($0.prefix(3)) } == ["BTC", "ETH"], "\(run.output)")
        func closes(_ ticker: String) throws -> [Double?] {
            try home.done("history", "show", ticker, "--json").json["candles"]!.array!.map { $0["close"]?.number }
        }
        #expect(try closes("BTC") == simulated(0).closes && closes("ETH") == simulated(1).closes)
    }

    @Test func oneCoinOfSeveralIsChosenByTickerOrOption() throws {
        let home = try Home()
        try home.folder.write(joined([("BTC/USD", simulated(0)), ("ETH/USD", simulated(1))]), to: "both.csv")
        #expect(try home.done("history", "import", "both.csv", "--ticker", "ETH").output.hasPrefix("ETH  "))
        #expect(try home.done("history", "import", "both.csv", "--coin", "BTC/USD").output.hasPrefix("BTC  "))
        let none = try home.run("history", "import", "both.csv", "--ticker", "SOL")
        #expect(
            none.status == 65 && none.words.contains("\"BTC/USD\", \"ETH/USD\"; choose one of them with --coin"), "\(none.words)")
    }

    @Test func aFileNotNamedAfterAnAssetIsImportedUnderItsSymbol() throws {
        let home = try Home()
        try home.folder.write(joined([("BTCUSDT", simulated(0))]), to: "Binance_BTCUSDT_d.csv")
        let run = try home.done("history", "import", "Binance_BTCUSDT_d.csv")
        #expect(
            run.output.hasPrefix("BTC  ") && run.words.contains("is read as BTC; name another asset with --ticker"), "\(run.words)")
        let named = try home.done("history", "import", "Binance_BTCUSDT_d.csv", "--ticker", "OWN")
        #expect(named.output.hasPrefix("OWN  ") && named.words.contains("labels them BTCUSDT"), "\(named.words)")
    }

    @Test func aCoinThatTheFileDoesNotHaveIsNotReadAsAnother() throws {
        let home = try Home()
        try home.folder.write(joined([("ETH/USD", simulated(1))]), to: "ETH.csv")
        for words in [
            ["forecast", "--from", "ETH.csv"], ["forecast", "BTC", "--from", "ETH.csv"], ["history", "import", "ETH.csv"],
        ] {
            let run = try closecast(words + ["--coin", "BTC/USD"], folder: home.folder)
            #expect(
                run.status == 65 && run.words.contains("BTC/USD is not among the coins of the file, \"ETH/USD\""), "\(run.words)")
        }
    }

    @Test(arguments: ["forecast", "backtest"]) func oneTickerIsReadFromOnePlace(command: String) throws {
        let home = try Home()
        try home.folder.write(joined([("BTC", simulated(0)), ("ETH", simulated(1))]), to: "both.csv")
        try home.folder.write(csv(simulated(0)), to: "BTC.csv")
        let run = try home.run(command, "--from", "both.csv", "BTC.csv")
        #expect(run.status == 64 && run.words.contains("the closes of BTC are in more than one place"), "\(run.words)")
    }

    @Test func standardInputServesOneTicker() throws {
        let run = try closecast(["forecast", "BTC", "ETH", "--from", "-"], input: csv(simulated(0)))
        #expect(run.status == 64 && run.words.contains("standard input serves one ticker"), "\(run.words)")
    }

    @Test func aForecastOfAFileOfTwoCoinsIsOfBothOrOfThoseNamed() throws {
        let home = try Home()
        try home.folder.write(joined([("BTC", simulated(0)), ("ETH", simulated(1))]), to: "both.csv")
        try home.folder.write(csv(simulated(1)), to: "alone.csv")
        func tickers(_ words: String...) throws -> [String?] {
            let run = try closecast(["forecast"] + words + ["--json"], folder: home.folder)
            return try run.json["forecasts"]?.array?.map { $0["ticker"]?.string } ?? [run.words]
        }
        #expect(try tickers("--from", "both.csv") == ["BTC", "ETH"])
        #expect(try tickers("ETH", "BTC", "--from", "both.csv") == ["ETH", "BTC"])
        #expect(try tickers("ETH", "--from", "both.csv") == ["ETH"])
        let alone = try home.run("forecast", "BTC", "ETH", "--from", "alone.csv")
        #expect(alone.status == 64 && alone.words.contains("has one coin; give one ticker"), "\(alone.words)")
        let missing = try home.run("forecast", "SOL", "--from", "both.csv")
        #expect(missing.status == 65 && missing.words.contains("SOL is not among the coins of the file"), "\(missing.words)")
    }

    @Test func columnsAndDatesAreNamedByOptions() throws {
        let home = try Home()
        let closes = simulated(0)
        let lines = closes.closes.enumerated().map { index, close in
            let (year, month, day) = (closes.firstDay + index).civil
            return "\(day)/\(month)/\(year);\(close)\n"
        }
        try home.folder.write("Tag;Letzter\n" + lines.joined(), to: "BTC.csv")
        let options = ["--column", "date=Tag", "--column", "close=Letzter", "--date-format", "dd/MM/yyyy"]
        for command in [["history", "import", "BTC.csv"], ["forecast", "BTC", "--from", "BTC.csv", "--json"]] {
            let plain = try closecast(command, folder: home.folder)
            #expect(plain.status == 65 && plain.words.contains("--column date=NAME"), "\(plain.words)")
            #expect(try closecast(command + options, folder: home.folder).status == 0)
        }
        #expect(try home.done("history", "show", "BTC", "--json").json["candles"]!.array!.count == closes.count)
        for (option, value, words) in [
            ("--date-format", "dd/MM", "it needs a year"), ("--column", "close", "names no column"),
            ("--column", "a=b", "not a kind"),
        ] {
            let run = try home.run("history", "import", "BTC.csv", option, value)
            #expect(run.status == 64 && run.words.contains(words), "\(run.words)")
        }
    }

    // MARK: Stored closes

    @Test func aFileThatIsADayOffIsRefusedUnlessRequested() throws {
        let closes = simulated(0)
        let home = try Home(["BTC": closes])
        let off = PriceHistory(ticker: closes.ticker, firstDay: closes.firstDay + 1, closes: closes.closes)
        try home.folder.write(csv(off), to: "off.csv")
        let before = try home.done("history", "show", "BTC", "--json").output
        let run = try home.run("history", "import", "off.csv", "--ticker", "BTC")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.words.contains("the dates in the file are a day late") && run.words.contains("--replace"), "\(run.words)")
        #expect(try home.done("history", "show", "BTC", "--json").output == before)
        #expect(try home.done("history", "import", "off.csv", "--ticker", "BTC", "--replace").output.contains("replaced"))
    }

    @Test func aFileOfAnotherStoredCoinIsNamed() throws {
        let home = try Home(twoCoins)
        let other = simulated(1)
        let longer = PriceHistory(
            ticker: other.ticker, firstDay: other.firstDay - 1, closes: [other.closes[0]] + other.closes)
        try home.folder.write(csv(longer), to: "BTC.csv")
        let run = try home.run("history", "import", "BTC.csv")
        #expect(run.status == 65 && run.words.contains("they are the closes of ETH"), "\(run.words)")
    }

    @Test func anAppendedCloseThatJumpsIsRefused() throws {
        let home = try Home(["SOL": history([170, 171, 172.71])])
        try home.folder.write("date,close\n2025-01-01,0.01\n", to: "SOL.csv")
        let run = try home.run("history", "import", "SOL.csv")
        #expect(
            run.status == 65 && run.words.contains("would jump from 172.71 on 2024-12-31 to 0.01 on 2025-01-01"), "\(run.words)")
        #expect(try home.done("history", "list", "--json").json["assets"]!.array![0]["closes"]?.integer == 3)
    }

    // MARK: Single closes

    @Test func aCloseTenTimesItsNeighboursIsRefusedByForecastsAndNotedOtherwise() throws {
        let home = try Home()
        var closes = simulated(0).closes
        closes[closes.count - 20] *= 10
        let spiked = PriceHistory(ticker: Ticker("BTC")!, firstDay: simulated(0).firstDay, closes: closes)
        try home.folder.write(csv(spiked), to: "BTC.csv")
        let note = "between "
        for command in [
            ["forecast", "BTC", "--from", "BTC.csv", "--csv"], ["history", "import", "BTC.csv"], ["forecast", "BTC", "--csv"],
        ] {
            let run = try closecast(command, folder: home.folder)
            #expect(run.words.contains(note) && run.words.contains("probably a wrong number"), "\(run.words)")
            #expect(run.status == (command[0] == "forecast" ? 65 : 0))
            #expect(run.words.contains("--skip-day 2024-12-12") == (command[0] == "forecast"), "\(run.words)")
        }
        let check = try home.run("history", "check", "BTC")
        #expect(check.status == 1 && check.output.contains("probably a wrong number"), "\(check.output)")
    }

    @Test func aWalletWarnsOfAPriceThatIsProbablyWrong() throws {
        let home = try Home(["SOL": history([172, 171, 172_000])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "SOL", "2", "--cost", "100", "--date", "2024-12-30")
        let run = try home.done("wallet", "show", "Main", "--offline", "--json")
        #expect(run.words.contains("the price of SOL is probably wrong: the close jumps from 171 to 172000"), "\(run.words)")
        let holdings = try run.json["holdings"]!.array!
        #expect(holdings.last?["price_warning"]?.string?.contains("171 to 172000") == true)
        let earlier = try home.done("wallet", "show", "Main", "--offline", "--json", "--on", "2024-12-30")
        #expect(!earlier.words.contains("probably wrong"))
        #expect(try earlier.json["holdings"]!.array!.last?["price_warning"] == .null)
    }

    @Test func aCloseBeyondAllPricesIsRefusedWithItsValue() throws {
        let home = try Home()
        try home.folder.write("date,close\n2024-12-30,1\n2024-12-31,1e308\n", to: "BTC.csv")
        let run = try home.run("history", "import", "BTC.csv")
        #expect(run.status == 65 && run.words.contains("BTC.csv:3: \"1e308\" is not a possible close"), "\(run.words)")
    }
}
