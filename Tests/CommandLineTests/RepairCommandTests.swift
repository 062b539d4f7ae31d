import JSONText
import Market
import Testing

/// Closes that are missing, wrong or on another scale, on the command line.
@Suite struct RepairCommandTests {
    /// 560 simulated days with a change.
    private func history(_ change: (inout [Double]) -> Void) -> PriceHistory {
        var closes = simulated(3, days: 560).closes
        change(&closes)
        return PriceHistory(ticker: Ticker("XYZ")!, firstDay: lastDay - 559, closes: closes)
    }

    private func done(_ home: Home, _ words: [String], at place: SourceLocation = #_sourceLocation) throws -> Run {
        let run = try closecast(words, folder: home.folder)
        try #require(run.status == 0, "\(words): \(run.words)", sourceLocation: place)
        return run
    }

    /// The width of the 95 % band of the last day: its upper edge divided by its lower edge.
    private func width(_ run: Run) throws -> Double {
        let quantiles = try #require(try run.json["forecasts"]?.array?.first?["values"]?.array?.last?["quantiles"], "\(run.words)")
        return try #require(quantiles["0.975"]?.number) / #require(quantiles["0.025"]?.number)
    }

    @Test(arguments: [1.0 / 13, 4e8, 1.0 / 4, 6]) func everyRemedyOfABadDayIsACommandThatWorks(factor: Double) throws {
        let home = try Home()
        try home.folder.write(csv(history { $0[519] *= factor }), to: "bad.csv")
        try home.folder.write(csv(history { _ in }), to: "good.csv")
        let good = try width(try home.done("forecast", "XYZ", "--from", "good.csv", "--json"))
        let refused = try home.run("forecast", "XYZ", "--from", "bad.csv", "--json")
        #expect(refused.status == 65 && refused.output == "")
        let remedies = refused.words.matches(of: /--(?:skip-day|fill|as-of|since) [a-z0-9-]+/).map { String($0.output) }
        #expect(remedies == ["--skip-day \(lastDay - 40)", "--fill previous", "--as-of \(lastDay - 41)"], "\(refused.words)")
        for remedy in remedies {
            let words = ["forecast", "XYZ", "--from", "bad.csv", "--json"] + remedy.split(separator: " ").map(String.init)
            let run = try closecast(words, folder: home.folder)
            #expect(run.status == 0, "\(remedy): \(run.words)")
            // Forty days earlier, the coin has another volatility.
            let isEarlier = remedy.hasPrefix("--as-of")
            let usual =
                isEarlier ? try width(done(home, ["forecast", "XYZ", "--from", "good.csv", "--json"] + words.suffix(2))) : good
            #expect(try abs(width(run) / usual - 1) < 0.5, "\(remedy)")
            #expect(remedy.hasPrefix("--as-of") || run.words.contains("\(lastDay - 40)"), "the note names the day: \(run.words)")
        }
    }

    @Test func aRedenominationInTheContextIsRefused() throws {
        let text = csv(history { closes in for index in 300..<560 { closes[index] /= 10 } })
        let run = try closecast("forecast", "XYZ", "--from", "-", input: text)
        #expect(run.status == 65, "\(run.words)")
        #expect(run.words.contains("another coin under this ticker, or another unit"), "\(run.words)")
        #expect(run.words.contains("No option helps; correct the closes, or add more days."), "\(run.words)")
    }

    @Test func storedClosesAndWalletsAreForecastWithoutABadDay() throws {
        let home = try Home(["XYZ": history { $0[519] /= 13 }])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "set", "Main", "XYZ=2")
        for command in [["forecast", "XYZ"], ["wallet", "forecast", "Main"]] {
            let words = command + ["--offline", "--paths", "50", "--json"]
            let refused = try closecast(words, folder: home.folder)
            #expect(refused.status == 65 && !refused.words.contains("history fetch"), "\(refused.words)")
            let remedies = refused.words.matches(of: /--(?:skip-day|fill|as-of|since) [a-z0-9-]+/).map { String($0.output) }
            #expect(remedies.count == 3, "\(refused.words)")
            for remedy in remedies {
                let run = try closecast(words + remedy.split(separator: " ").map(String.init), folder: home.folder)
                #expect(run.status == 0, "\(command) \(remedy): \(run.words)")
            }
        }
        let diary = try home.run("diary", "XYZ", "--json")
        try home.done("forecast", "XYZ", "--offline", "--skip-day", "\(lastDay - 40)")
        #expect(try home.run("diary", "XYZ", "--json").output == diary.output, "not a forecast of the stored closes")
    }

    @Test func aBacktestAdvisesNoOptionThatItDoesNotHave() throws {
        let run = try closecast("backtest", "XYZ", "--from", "-", input: csv(history { $0[559] *= 30 }))
        #expect(run.status == 65 && !run.words.contains("--skip-day") && !run.words.contains("--as-of"), "\(run.words)")
    }

    // MARK: Imports

    @Test func aFollowingFileInAnotherUnitIsRefused() throws {
        let home = try Home(["XYZ": history { _ in }])
        let low = history { _ in }.lastClose / 15
        let next = PriceHistory(
            ticker: Ticker("XYZ")!, firstDay: lastDay + 1, closes: (0..<30).map { low * (1 + 0.01 * Double($0 % 3)) })
        try home.folder.write(csv(next), to: "next.csv")
        let run = try home.run("history", "import", "next.csv", "--ticker", "XYZ")
        #expect(run.status == 65 && run.words.contains("would jump from"), "\(run.words)")
        try home.done("history", "import", "next.csv", "--ticker", "XYZ", "--replace")
    }

    @Test func aGapBetweenStoredAndImportedClosesIsSaid() throws {
        let whole = history { _ in }
        let home = try Home([
            "XYZ": PriceHistory(ticker: whole.ticker, firstDay: whole.firstDay, closes: Array(whole.closes.prefix(500)))
        ])
        try home.folder.write(csv(whole.suffix(50)), to: "next.csv")
        let run = try home.done("history", "import", "next.csv", "--ticker", "XYZ", "--json")
        let gap = try run.json["assets"]?.array?.first?["gaps"]?.array?.first
        #expect(gap?["first"]?.string == "\(lastDay - 59)" && gap?["last"]?.string == "\(lastDay - 50)", "\(run.output)")
        try home.folder.write(csv(whole.suffix(5)), to: "again.csv")
        #expect(try !home.done("history", "import", "again.csv", "--ticker", "XYZ").output.contains("no closes from"))
        let later = PriceHistory(ticker: whole.ticker, firstDay: lastDay + 4, closes: [whole.lastClose])
        try home.folder.write(csv(later), to: "later.csv")
        let text = try home.done("history", "import", "later.csv", "--ticker", "XYZ").output
        #expect(
            text.contains("no closes from \(lastDay + 1) to \(lastDay + 3) (3 days), between stored and imported ones"), "\(text)")
    }

    @Test func aRefusedImportLeavesNoDatabase() throws {
        let home = try Home()
        try home.folder.write("date,close\n2024-01-01,x\n", to: "BTC.csv")
        try home.folder.write("date,close\n2024-01-01,5\n", to: "USD.csv")
        try home.folder.write("date,close\n2024-01-01,5\n", to: "no ticker.csv")
        for file in ["BTC.csv", "USD.csv", "no ticker.csv"] {
            #expect(try home.run("history", "import", file).status != 0)
            let list = try home.run("history", "check")
            #expect(list.status == 66 && list.words.contains("nothing is stored yet"), "\(file): \(list.words)")
        }
        try home.folder.write("date,close\n2024-01-01,5\n2024-01-05,6\n", to: "ETH.csv")
        let both = try home.run("history", "import", "BTC.csv", "ETH.csv")
        #expect(both.status == 65 && both.output.hasPrefix("ETH  2024-01-01 to 2024-01-05  2 added"), "\(both.words)")
        #expect(both.words.matches(of: /no closes from 2024-01-02/).count == 1, "each note once: \(both.words)")
    }

    @Test func impossibleCandlesAreNotedAndTheirHighsAndLowsLeftOut() throws {
        let home = try Home()
        let lines = (0..<12).map { index in
            index == 5
                ? "\(lastDay - 11 + index),65010,58509,71511,65010" : "\(lastDay - 11 + index),64000,65500,63000,\(64_000 + index)"
        }
        try home.folder.write("Date,Open,High,Low,Close\n" + lines.joined(separator: "\n") + "\n", to: "BTC.csv")
        let run = try home.done("history", "import", "BTC.csv")
        #expect(
            run.words.contains(
                "the candle of \(lastDay - 6) is impossible: low 71511 is above the high 58509; the impossible values are left out"),
            "\(run.words)")
        let stored = try home.done("history", "show", "BTC", "--json", "--start", "\(lastDay - 6)", "--end", "\(lastDay - 6)")
        let candle = try stored.json["candles"]?.array?.first
        #expect(candle?["close"]?.number == 65010 && candle?["high"]?.number == nil && candle?["low"]?.number == nil)
        #expect(try !home.run("history", "check").output.contains("impossible"))
    }

    // MARK: Pegged coins

    /// Noise around 1.
    ///
    /// - Parameter decimals: the decimals of the closes. With three, about every tenth close equals the previous one.
    private func pegged(_ count: Int = 560, decimals: Int = 6) -> PriceHistory {
        var random = SeededGenerator(seed: 5)
        let unit = decimals == 3 ? 1e3 : 1e6
        let closes = (0..<count).map { _ in ((1 + Double.random(in: -0.0045...0.0045, using: &random)) * unit).rounded() / unit }
        return PriceHistory(ticker: Ticker("PEG")!, firstDay: lastDay - (count - 1), closes: closes)
    }

    private static let tooWide = "\nthe accuracy measured on other coins does not hold for PEG: its bands are too wide\n"

    @Test func theReportOfAPeggedCoinSaysThatTheAccuracyDoesNotHold() throws {
        let text = csv(pegged())
        let run = try closecast("forecast", "PEG", "--from", "-", input: text)
        #expect(run.status == 0)
        #expect(run.output.contains(Self.tooWide), "\(run.output)")
        #expect(run.words.contains("note: PEG: the price keeps returning to its level: "), "\(run.words)")
        let notes = try closecast("forecast", "PEG", "--from", "-", "--json", input: text).json["forecasts"]?.array?[0]["notes"]?
            .array
        #expect(notes?.count == 1 && notes?.first?.string?.contains("of other coins does not hold for it") == true)
    }

    @Test func aPeggedCoinHasItsOwnFiguresAndNotThoseOfOtherCoins() throws {
        for format in [[], ["--plot"]] {
            let run = try closecast(["forecast", "PEG", "--from", "-"] + format, input: csv(pegged(900)))
            #expect(run.status == 0, "\(run.words)")
            // The newest twelve: the model draws paths.
            let measured = "\nmeasured on the closes of PEG alone: 12 cutoffs from 2024-04-14 to 2024-09-26\n"
            #expect(run.output.hasSuffix(measured), "\(run.output)")
            #expect(run.output.contains("\nskill (CRPS) against the last price: days 1-7 ") && !run.output.contains("16 coins"))
            let band = run.output.firstMatch(of: /fell into the 80 % band: days 1-7 \d+ %, 8-30 \d+ %, 31-96 (\d+) %\n/)
            let share = try #require(band.flatMap { Int($0.output.1) }, "\(run.output)")
            #expect(share > 95, "the bands are too wide")
            #expect(run.lines.suffix(4).allSatisfy { $0.count <= 120 }, "\(run.output)")
        }
    }

    /// More days than a forecast reads of stored closes, and no limit of cutoffs for a model without paths.
    @Test func allStoredDaysThatTheModelHasNotSeenAreMeasured() throws {
        let home = try Home(["PEG": pegged(1200)])
        let model = try home.folder.model("early", of: "daily-volatility")
        let run = try done(home, ["forecast", "PEG", "--offline", "--model", model])
        let measured = "\nmeasured on the closes of PEG alone: 31 cutoffs from 2023-07-01 to 2024-09-23\n"
        #expect(run.output.hasSuffix(measured), "\(run.output)")
        #expect(run.output.contains("\nPEG: its bands are too wide\n") && !run.output.contains("other coins"), "\(run.output)")
    }

    @Test func aNewlyListedPeggedCoinHasNoFigures() throws {
        let run = try closecast("forecast", "PEG", "--from", "-", input: csv(pegged()))
        let reason = "its closes allow 0 forecasts of 96 past days that the model has not seen; 3 are needed"
        #expect(run.output.hasSuffix("\nnothing is measured for PEG: \(reason)\n"), "\(run.output)")
        #expect(!run.output.contains("skill") && !run.output.contains("closes that fell"), "\(run.output)")
    }

    @Test func onlyThePeggedCoinOfAReportHasItsOwnFigures() throws {
        let home = try Home()
        try home.folder.write(csv(pegged(900)), to: "PEG.csv")
        try home.folder.write(csv(history { _ in }), to: "XYZ.csv")
        let alone = try home.done("forecast", "--from", "XYZ.csv")
        #expect(
            alone.output.contains("\nmeasured on eras and test: 16 coins, 96 cutoffs from ") && !alone.output.contains("XYZ alone"))
        let both = try home.done("forecast", "--from", "PEG.csv", "XYZ.csv")
        #expect(both.output.hasSuffix(alone.output) && both.output.contains("\nmeasured on the closes of PEG alone: "))
        // The skill in JSON is the model's.
        let json = try home.done("forecast", "--from", "PEG.csv", "--json").json
        #expect(json["skill"] == (try home.done("forecast", "--from", "XYZ.csv", "--json").json["skill"]))
    }

    /// A price that both returns to its level and is coarsely rounded: its bands cannot be too wide and too narrow.
    @Test func aReportDoesNotContradictItself() throws {
        let run = try closecast("forecast", "PEG", "--from", "-", input: csv(pegged(decimals: 3)))
        #expect(run.status == 0)
        for text in [run.output, run.words] {
            #expect(text.contains("too wide") && !text.contains("too narrow") && !text.contains("equal the one before"), "\(text)")
        }
    }

    @Test func theReportOfAWalletNamesItsPeggedCoins() throws {
        let home = try Home(["PEG": pegged(), "XYZ": history { _ in }])
        for (wallet, coins) in [("Main", ["PEG=1000", "XYZ=2"]), ("Other", ["XYZ=2"])] {
            try home.done("wallet", "create", wallet)
            _ = try done(home, ["wallet", "set", wallet] + coins)
        }
        let words = ["wallet", "forecast", "--offline", "--paths", "50"]
        let run = try done(home, words + ["Main"])
        #expect(run.output.contains(Self.tooWide), "\(run.output)")
        #expect(run.words.contains("note: PEG: the price keeps returning to its level: "), "\(run.words)")
        #expect(!(run.output + run.words).contains("XYZ: "))
        let json = try done(home, words + ["Main", "--json"]).json
        let notes = json["notes"]?.array?.compactMap(\.string) ?? []
        #expect(notes.count == 1 && notes[0].hasPrefix("PEG: ") && notes[0].contains("does not hold for it"), "\(notes)")
        let other = try done(home, words + ["Other", "--json"])
        #expect(try other.json["notes"] == nil && !other.words.contains("returning"), "\(other.words)")
    }
}
