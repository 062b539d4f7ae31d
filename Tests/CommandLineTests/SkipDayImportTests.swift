import JSONText
import Market
import Testing

/// Files whose wrong closes are left out when they are imported.
@Suite struct SkipDayImportTests {
    /// Stored closes, and a file `next.csv` that continues them for 20 days, with wrong closes on some of them.
    private func home(wrong days: Set<Int>) throws -> Home {
        let stored = simulated(0)
        let home = try Home(["BTC": stored])
        let closes = (0..<20).map { (day: Int) -> Double in
            let factor = days.contains(day) ? 40 : 1 + 0.01 * Double(day % 3)
            return stored.lastClose * factor
        }
        try home.folder.write(
            csv(PriceHistory(ticker: stored.ticker, firstDay: stored.lastDay + 1, closes: closes)), to: "next.csv")
        return home
    }

    @Test func theOptionThatARefusalNamesImportsTheOtherDays() throws {
        let home = try self.home(wrong: [2])
        let refused = try home.run("history", "import", "next.csv", "--ticker", "BTC")
        #expect(refused.status == 65 && refused.words.contains("would jump from"), "\(refused.words)")
        let remedy = try #require(refused.words.firstMatch(of: /leave it out: (--skip-day) ([0-9-]+)\./)?.output)
        let day = try #require(Day(iso: String(remedy.2)))
        #expect(day == simulated(0).lastDay + 3)
        let run = try home.done("history", "import", "next.csv", "--ticker", "BTC", String(remedy.1), String(remedy.2))
        #expect(run.output.contains("19 added") && run.words.contains("the close of \(day), "), "\(run.output)\(run.words)")
        let stored = try home.done("history", "show", "BTC", "--json", "--start", "\(day - 1)", "--end", "\(day + 1)")
        #expect(try stored.json["candles"]?.array?.map { $0["date"]?.string } == ["\(day - 1)", "\(day + 1)"])
    }

    @Test func aRefusalOfTwoWrongClosesNamesNoSingleDay() throws {
        let home = try self.home(wrong: [2, 9])
        let refused = try home.run("history", "import", "next.csv", "--ticker", "BTC")
        #expect(refused.status == 65 && !refused.words.contains("--skip-day"), "\(refused.words)")
        let both = ["--skip-day", "\(lastDay + 3)", "--skip-day", "\(lastDay + 10)"]
        let run = try closecast(["history", "import", "next.csv", "--ticker", "BTC"] + both, folder: home.folder)
        #expect(run.status == 0 && run.output.contains("18 added"), "\(run.words)")
    }
}
