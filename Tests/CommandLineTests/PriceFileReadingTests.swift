import Foundation
import JSONText
import Market
import Testing

/// How people's own files are stored: their days, currencies and units.
@Suite struct PriceFileReadingTests {
    private func closes(_ home: Home, _ ticker: String) throws -> [String: Double] {
        let candles = try home.done("history", "show", ticker, "--json").json["candles"]?.array ?? []
        return Dictionary(uniqueKeysWithValues: candles.map { ($0["date"]!.string!, $0["close"]!.number!) })
    }

    @Test func pricesInEurosAreRefusedUntilTheirRatesAreStoredAndThenConverted() throws {
        let home = try Home()
        try home.folder.write("date,close\n2024-10-25,100\n2024-10-26,200\n2024-11-30,300\n", to: "BTC-EUR.csv")
        let refused = try home.run("history", "import", "BTC-EUR.csv")
        #expect(refused.status == 65 && refused.words.contains("in EUR, as the file's name says"), "\(refused.words)")
        #expect(refused.words.contains("closecast history fetch EUR") && refused.words.contains("--quote USD"))
        try home.folder.write("date,close\n2024-10-25,1.08\n", to: "EUR.csv")
        _ = try home.done("history", "import", "EUR.csv")
        let run = try home.done("history", "import", "BTC-EUR.csv")
        // Saturday uses Friday's rate; the day a month later has none.
        #expect(try closes(home, "BTC") == ["2024-10-25": 108, "2024-10-26": 216])
        #expect(run.words.contains("converted by the stored closes of EUR; 1 day without such a close is left out"), "\(run.words)")
        let asDollars = try Home()
        try asDollars.folder.write("date,close\n2024-10-25,100\n", to: "BTC-EUR.csv")
        _ = try asDollars.done("history", "import", "BTC-EUR.csv", "--quote", "USD")
        #expect(try closes(asDollars, "BTC") == ["2024-10-25": 100])
    }

    @Test func daysThatAreOffByOneAreReadTheOtherWayAsTheMessageSays() throws {
        let home = try Home(["BTC": history([100, 110, 121, 133, 146, 161])])
        let last = try #require(Day(iso: "2024-12-31"))
        let lines = [100, 110, 121, 133, 146, 161].enumerated().map { "\(last - 5 + $0 + 1)T00:00:00Z,\($1)\n" }.joined()
        try home.folder.write("time,close\n" + lines, to: "new.csv")
        let refused = try home.run("history", "import", "new.csv", "--ticker", "BTC")
        #expect(refused.status == 65 && refused.words.contains("Read its times the other way: --stamp close."), "\(refused.words)")
        #expect(try home.done("history", "import", "new.csv", "--ticker", "BTC", "--stamp", "close").output.contains("6 unchanged"))
    }

    @Test func aCompleteDayReplacesNothingThatWasLeftOut() throws {
        let home = try Home()
        let head = "Datetime,Close\n2024-10-28 00:00:00,100\n2024-10-29 00:00:00,101\n2024-10-30 00:00:00,102\n"
        try home.folder.write(head + "2024-10-31 14:31:00,99\n", to: "BTC.csv")
        #expect(try home.done("history", "import", "BTC.csv").words.contains("the price of 2024-10-31 14:31 is left out"))
        try home.folder.write(head + "2024-10-31 00:00:00,103\n", to: "BTC.csv")
        #expect(try home.done("history", "import", "BTC.csv").output.contains("1 added, 3 unchanged\n"))
        #expect(try closes(home, "BTC")["2024-10-31"] == 103)
    }

    @Test func theFilesOfArchivesAreNamedAfterTheirCoin() throws {
        let home = try Home()
        let line = "1729814400000,1,2,1,1.5,10,1729900799999,15,1,1,1,0\n"
        try home.folder.write(line, to: "BTCUSDT-1d-2024-10.csv")
        let run = try home.done("history", "import", "BTCUSDT-1d-2024-10.csv")
        #expect(run.output.hasPrefix("BTC  2024-10-25") && run.words.contains("is read as BTC"), "\(run.words)")
    }

    @Test(arguments: [("--stamp", "noon"), ("--decimal", "dot"), ("--volume-unit", "shares"), ("--quote", "€")])
    func optionsThatDoNotExistAreRefused(option: String, value: String) throws {
        let home = try Home()
        try home.folder.write("date,close\n2024-10-25,1\n", to: "BTC.csv")
        #expect(try home.run("history", "import", "BTC.csv", option, value).status == 64)
    }

    @Test func aBatchNamesTheCloseThatIsNoNumber() throws {
        let home = try Home()
        let closes = Array(repeating: "1.5", count: 300).joined(separator: ",")
        let run = try closecast(["batch"], input: "{\"id\":\"a\",\"closes\":[\(closes),NaN]}\n", folder: home.folder)
        #expect(
            run.output.contains("number 301 of the list: expected a value, found NaN, which is not a number in JSON"),
            "\(run.output)")
    }
}
