import Foundation
import JSONText
import Market
import Testing

@Suite struct HistoryCommandTests {
    @Test func aFileWithoutClosesToStoreLeavesNoNewAsset() throws {
        let home = try Home()
        try home.folder.write("date,close\n2024-01-02,-1\n", to: "FOO.csv")
        let run = try home.run("history", "import", "FOO.csv")
        #expect(run.status == 65 && run.words.contains("FOO.csv: no closes above zero of days that have ended"), "\(run.words)")
        #expect(try !home.done("asset", "list").output.contains("FOO"))
    }

    @Test func theSameFileAgainChangesNothing() throws {
        let home = try Home()
        try home.folder.write(csv(simulated(0)), to: "BTC.csv")
        let first = try home.done("history", "import", "BTC.csv")
        #expect(first.output == "BTC  2023-08-20 to 2024-12-31  500 added, 0 unchanged\n")
        let before = try home.done("history", "show", "BTC", "--json").output
        #expect(try home.done("history", "import", "BTC.csv").output.contains("0 added, 500 unchanged\n"))
        #expect(try home.done("history", "show", "BTC", "--json").output == before)
    }

    @Test func aChangedCloseIsReportedWithBothValuesAndReplacedOnlyOnRequest() throws {
        let home = try Home(["BTC": history([100, 101, 102])])
        try home.folder.write("date,close\n2024-12-31,110.5\n", to: "new.csv")
        let kept = try home.done("history", "import", "new.csv", "--ticker", "BTC")
        #expect(
            kept.output == """
                BTC  2024-12-31 to 2024-12-31  0 added, 0 unchanged, 1 differs
                  2024-12-31: 102.0 (file:BTC.csv) is stored, the file has 110.5

                """)
        // The remedy must not treat the file as another coin's.
        #expect(kept.words.contains("closes of BTC that differ were kept as stored; to take the new ones, repeat the command with"))
        #expect(try home.done("history", "show", "BTC").output.contains("102.00"))
        let replaced = try home.done("history", "import", "new.csv", "--ticker", "BTC", "--replace")
        #expect(replaced.output.contains("1 replaced\n  2024-12-31: 102.0 (file:BTC.csv) became 110.5\n"))
        let shown = try home.done("history", "show", "BTC", "--json").json["candles"]!.array!
        #expect(shown.last?["close"]?.number == 110.5)
        #expect(shown.last?["source"]?.string == "file:new.csv")
    }

    @Test func roundingIsNotAChange() throws {
        let home = try Home(["BTC": history([100, 101.123456789, 102])])
        try home.folder.write("date,close\n2024-12-30,101.12345679\n", to: "BTC.csv")
        #expect(try home.done("history", "import", "BTC.csv").output.contains("0 added, 1 unchanged\n"))
    }

    @Test func gapsAndJumpsAreReportedOnImportAndByCheck() throws {
        let home = try Home()
        try home.folder.write(
            "date,close\n2024-12-01,100\n2024-12-02,101\n2024-12-05,102\n2024-12-06,5000\n2024-12-07,5001\n", to: "BTC.csv")
        let words = try home.done("history", "import", "BTC.csv").words
        #expect(words.contains("BTC.csv: no closes from 2024-12-03 to 2024-12-04, 2 days\n"))
        #expect(words.contains("BTC.csv: the close jumps from 102 to 5000 on 2024-12-06"))
        let check = try home.run("history", "check")
        #expect(check.status == 1)
        #expect(check.output.contains("2 days; closecast history fetch BTC --start 2024-12-03\n"))
        #expect(check.output.contains("closecast history show BTC --start 2024-12-05 --end 2024-12-07"))
        let faults = try home.run("history", "check", "BTC", "--json").json["assets"]!.array![0]["faults"]!.array!
        #expect(faults.count == 3, "a gap, a jump and old closes")
    }

    @Test func weeksBeginOnMondayAndMonthsOnTheFirst() throws {
        let home = try Home([
            "BTC": history((1...14).map(Double.init), through: "2024-01-14"),
            "ETH": history((1...14).map(Double.init), through: "2024-02-07"),
        ])
        func rows(_ ticker: String, _ interval: String) throws -> [String] {
            try home.done("history", "show", ticker, "--interval", interval, "--json").json["candles"]!.array!.map {
                "\($0["date"]!.string!) \($0["close"]!.number!) \($0["days"]!.integer!)"
            }
        }
        #expect(try rows("BTC", "1w") == ["2024-01-01 7.0 7", "2024-01-08 14.0 7"])
        #expect(try rows("ETH", "1mo") == ["2024-01-01 7.0 7", "2024-02-01 14.0 7"])
    }

    @Test func whatShowPrintsIsReadBackUnchanged() throws {
        let home = try Home(["BTC": simulated(0)])
        let text = try home.done("history", "show", "BTC", "--csv").output
        #expect(text.hasPrefix("date,open,high,low,close,volume,source,retrieved\n"))
        try home.folder.write(text, to: "BTC.csv")
        #expect(try home.done("history", "import", "BTC.csv").output.contains("0 added, 500 unchanged\n"))
        let other = try Home()
        try other.folder.write(text, to: "BTC.csv")
        try other.done("history", "import", "BTC.csv")
        func closes(_ home: Home) throws -> [Double?] {
            try home.done("history", "show", "BTC", "--json").json["candles"]!.array!.map { $0["close"]?.number }
        }
        #expect(try closes(other) == simulated(0).closes)
        #expect(try closes(home) == closes(other))
    }

    @Test func theListShowsStoredClosesAndRemoveDeletesThem() throws {
        let home = try Home(["ZEC": history([1, 2, 3]), "BTC": history([1, 2, 3, 4])])
        let list = try home.done("history", "list").lines
        #expect(list.map { $0.prefix(6).trimmingCharacters(in: .whitespaces) } == ["ticker", "BTC", "ZEC"])
        let rows = try home.done("history", "list", "--json").json["assets"]!.array!
        #expect(rows.map { $0["closes"]?.integer } == [4, 3])
        #expect(try home.done("history", "remove", "ZEC").output == "ZEC: 3 closes removed\n")
        let again = try home.run("history", "remove", "ZEC")
        #expect(again.status == 66)
        #expect(again.words.contains("closecast history import ZEC.csv"))
        #expect(try home.done("history", "list", "--json").json["assets"]!.array!.count == 1)
    }

    @Test func aBadFileDoesNotBlockOthers() throws {
        let home = try Home()
        try home.folder.write(csv(simulated(0)), to: "BTC.csv")
        try home.folder.write("no,header\n", to: "ETH.csv")
        let run = try home.run("history", "import", "ETH.csv", "BTC.csv", "none.csv")
        #expect(run.status == 65)
        #expect(run.output.contains("BTC  2023-08-20"))
        #expect(run.words.contains("ETH.csv") && run.words.contains("cannot read none.csv"))
    }

    @Test(arguments: [
        (["history", "import", "none.csv"], 66, "none.csv"), (["history", "show", "BTC"], 66, "closecast history import BTC.csv"),
        (["history", "list"], 66, "closecast history fetch BTC"),
        (["history", "import", "-"], 64, "--ticker BTC"), (["history", "show", "BTC", "--interval", "1y"], 64, "1mo"),
        (["history", "fetch"], 64, "--all"), (["history", "fetch", "BTC", "--quorum", "3"], 64, "1 or 2"),
        (["history", "show", "BTC", "--start", "soon"], 64, "2025-02-20"), (["market"], 66, "closecast history import"),
    ]) func refusalsSayWhatToDo(arguments: [String], status: Int, remedy: String) throws {
        let run = try closecast(arguments)
        #expect((Int(run.status), run.output) == (status, ""))
        #expect(run.words.contains(remedy), "\(run.words)")
    }

    @Test func anUnknownAssetCanBeAdded() throws {
        let run = try Home(["BTC": simulated(0)]).run("history", "show", "NIX")
        #expect(run.status == 66 && run.words.contains("closecast asset add NIX"), "\(run.words)")
    }

    @Test func nobodyAnsweringIsStatus69() throws {
        let run = try Home().run("history", "fetch", "BTC")
        #expect((run.status, run.output) == (69, ""))
        #expect(run.words.contains("CLOSECAST_BINANCE_URL") && run.words.contains("closecast history import BTC.csv"))
    }

    // MARK: Where the file is

    @Test func theFileIsWhereTheOptionThenTheVariablesSay() throws {
        let home = try Home()
        func make(_ words: [String], _ variables: [String: String]) throws {
            let run = try closecast(["favourite", "add", "BTC"] + words, folder: home.folder, environment: variables)
            #expect(run.status == 0, "\(run.words)")
        }
        let (data, named) = (["XDG_DATA_HOME": home.folder.path("data")], ["CLOSECAST_DATABASE": home.folder.path("named.db")])
        try make([], [:])
        #expect(home.folder.exists("home/.local/share/closecast/closecast.db"))
        #expect(!home.folder.exists("data") && !home.folder.exists("named.db"))
        try make([], data)
        #expect(home.folder.exists("data/closecast/closecast.db") && !home.folder.exists("named.db"))
        try make([], data.merging(named) { $1 })
        #expect(home.folder.exists("named.db") && !home.folder.exists("option.db"))
        try make(["--database", "option.db"], data.merging(named) { $1 })
        #expect(home.folder.exists("option.db"))
    }

    @Test func aStoreThatCannotBeMadeIsStatus73() throws {
        let folder = try Scratch()
        try folder.write("a file", to: "file")
        let run = try closecast("wallet", "create", "Main", "--database", "file/store.db", folder: folder)
        #expect(run.status == 73)
        #expect(run.words.contains("file/store.db") && run.words.contains("--database"))
    }

    @Test func aFileThatIsNotADatabaseIsLeftAlone() throws {
        let folder = try Scratch()
        try folder.write("these are no closes, and no database either\n", to: "mine.txt")
        let run = try closecast("wallet", "list", "--database", "mine.txt", folder: folder)
        #expect(run.status == 65)
        #expect(run.words.contains("mine.txt") && run.words.contains("--database"))
        #expect(try folder.read("mine.txt") == "these are no closes, and no database either\n")
    }
}
