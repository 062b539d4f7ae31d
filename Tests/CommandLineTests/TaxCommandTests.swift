import JSONText
import Ledger
import Market
import Testing

@Suite struct TaxCommandTests {
    /// Three coins for 100, 200 and 120, one sold for 300.
    private func traded() throws -> Home {
        let home = try Home(["BTC": history([100, 200, 120, 300, 250])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "1000", "--date", "2024-12-27")
        for day in ["27", "28", "29"] { try home.done("wallet", "buy", "Main", "BTC", "1", "--date", "2024-12-\(day)") }
        try home.done("wallet", "sell", "Main", "BTC", "1", "--date", "2024-12-30")
        return home
    }

    @Test(arguments: [("fifo", "200"), ("lifo", "180"), ("hifo", "100"), ("average", "160"), ("shares", "160")])
    func theMethodsGiveWhatTheyGiveByHand(method: String, gain: String) throws {
        let home = try traded()
        let report = try home.done("wallet", "tax", "--year", "2024", "--method", method, "--json").json
        #expect(report["method"]?.string == method && report["total"]?["gain"]?.string == gain)
        #expect(report["total"]?["proceeds"]?.string == "300")
        #expect(try home.done("wallet", "tax", "--year", "2023", "--method", method, "--json").json["disposals"]?.array == [])
    }

    @Test func theTableNamesTheRulesTheirSourcesAndThatItIsNoAdvice() throws {
        let home = try traded()
        let run = try home.done("wallet", "tax", "--year", "2024", "--country", "us")
        #expect(run.output.hasPrefix("Tax year 2024, United States: 2024-01-01 to 2024-12-31, days of UTC\n"), "\(run.output)")
        #expect(run.output.contains("method fifo: the oldest coins leave first; each wallet has its own lots; USD"))
        #expect(run.output.contains("IRS, Rev. Proc. 2024-28 (2024-06-28), read in descriptions only"))
        #expect(run.output.contains("This is not tax advice."))
        let csv = try home.done("wallet", "tax", "--year", "2024", "--csv")
        #expect(csv.words.contains("This is not tax advice.") && csv.output.hasPrefix("day,kind,label,wallet,"))
    }

    @Test func theRulesAreInPlainWordsAndSayWhatHappensToGifts() throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        func rules(_ country: String) throws -> String {
            try home.done("wallet", "tax", "--year", "2024", "--country", country).output.replacing("\n", with: " ")
        }
        let german = try rules("de")
        #expect(german.contains("The oldest coins are sold first, which decides how long they were held."), "\(german)")
        #expect(german.contains("or, with the method average, the average of all coins that the wallet holds."), "\(german)")
        let british = try rules("gb")
        #expect(
            british.contains(
                "Gifts are not counted as disposals here; in the United Kingdom most gifts are, at market value, except to a spouse, a "
                    + "civil partner or, usually, a charity."), "\(british)")
        #expect(british.contains("CRYPTO22100"), "\(british)")
    }

    /// Coins that were recorded as free are counted afterwards by the commands of the note, also if they were sold since.
    @Test func incomeWithoutAValueIsCountedByTheCommandsOfTheNote() throws {
        let home = try Home(["BTC": history([100, 200, 120, 300, 250])])
        try home.done("wallet", "create", "My Coins")
        try home.done("wallet", "income", "My Coins", "BTC", "1", "--label", "staking", "--date", "2024-12-28")
        try home.done("wallet", "sell", "My Coins", "BTC", "1", "--date", "2024-12-30")
        let words = try home.done("wallet", "tax", "--year", "2024").words
        let commands = words.split(separator: "closecast ").dropFirst().map { $0.prefix { !",\n".contains($0) } }
        #expect(
            commands == [
                "wallet income 'My Coins' BTC 1 --at-market --date 2024-12-28 --label staking", "wallet correct 1",
            ], "\(words)")
        for command in commands {
            let run = try bash("\"$CLOSECAST\" \(command)", folder: home.folder)
            #expect(run.status == 0, "\(command): \(run.words)")
        }
        let run = try home.done("wallet", "tax", "--year", "2024", "--json")
        #expect(try run.json["income_total"]?.string == "200" && run.json["total"]?["gain"]?.string == "100", "\(run.output)")
        #expect(!run.words.contains("without a value"), "\(run.words)")
    }

    @Test func wrongOptionsAreRefused() throws {
        let home = try traded()
        let refused = try home.run("wallet", "tax", "--year", "2024", "--country", "it", "--method", "fifo")
        #expect(refused.status != 0 && refused.words.contains("Italy does not count by fifo; expected lifo"), "\(refused.words)")
        #expect(try home.run("wallet", "tax", "--year", "9999").words.contains("expected 1970 to 9998"))
        #expect(try home.run("wallet", "tax", "--year", "2024", "--csv", "--json").words.contains("give one of them"))
        #expect(try home.run("wallet", "tax", "--year", "2024", "--wallet", "Nope").words.contains("no wallet named Nope"))
    }
}
