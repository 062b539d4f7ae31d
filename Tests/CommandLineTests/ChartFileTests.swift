import Market
import Testing

@Suite struct ChartFileTests {
    @Test func aForecastIsDrawnBesidesWhatIsPrinted() throws {
        let folder = try Scratch()
        let run = try closecast("forecast", "SIM01", "--svg", "chart.svg", folder: folder)
        #expect((run.status, run.words) == (0, ""))
        #expect(try run.output == closecast("forecast", "SIM01").output)
        let svg = try folder.read("chart.svg")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 880 460\"") && svg.hasSuffix("</svg>\n"))
        #expect(svg.contains("<title id=\"title\">SIM01: the forecast of the next 96 daily closes (a simulated market)</title>"))
        #expect(svg.contains("The last close is 16.10 on 31 Dec 2024. The 80% band on 6 Apr 2025 is "))
        #expect(svg.contains(", model daily-average. Drawn on ") && svg.contains("Last close: 31 Dec 2024, UTC.</text>"))
        for level in [50, 80, 95] { #expect(svg.contains("class=\"band band-\(level)\""), "\(level)") }
        #expect(!svg.contains("style=") && !svg.contains("nan"))
    }

    @Test func theChartHasTheBandsAndDaysThatWereAskedFor() throws {
        let folder = try Scratch()
        let run = try closecast("forecast", "SIM01", "--json", "--days", "7", "--level", "60,90", "--svg", "a.svg", folder: folder)
        #expect(run.status == 0)
        #expect(try run.json["forecasts"]?.array?.count == 1)
        let svg = try folder.read("a.svg")
        #expect(svg.contains("the next 7 daily closes") && svg.contains("\"band band-90\"") && svg.contains("\"band band-60\""))
        #expect(!svg.contains("\"band band-95\"") && svg.contains("The 90% band on 7 Jan 2025 is "))
        // The band opens at the last close and has an edge above and below on each of 7 days.
        let path = svg.split(separator: "class=\"band band-90\" d=\"")[1].prefix { $0 != "\"" }
        #expect(path.count { $0 == "L" } == 14)
    }

    @Test func aModelOfPointsAloneHasALineAndNoBands() throws {
        let folder = try Scratch()
        let model = try folder.model("points", of: "daily-close")
        #expect(try closecast("forecast", "SIM01", "--model", model, "--svg", "a.svg", folder: folder).status == 0)
        let svg = try folder.read("a.svg")
        #expect(svg.contains("class=\"middle\"") && !svg.contains("\"band "))
    }

    @Test func oneCoinIsDrawn() throws {
        let folder = try Scratch()
        let two = try closecast("forecast", "SIM01", "SIM02", "--svg", "a.svg", folder: folder)
        #expect(two.status == 64 && two.words.contains("--svg draws one coin; name one: closecast forecast BTC --svg BTC.svg"))
        for name in ["A", "B"] { try folder.write(csv(simulated(0)), to: "\(name).csv") }
        let files = try closecast("forecast", "--from", "A.csv", "B.csv", "--svg", "a.svg", folder: folder)
        #expect(files.status == 64 && files.words.contains("--svg draws one coin") && files.output.isEmpty)
        #expect(!folder.exists("a.svg"))
    }

    @Test func aFileThatCannotBeWrittenIsReported() throws {
        let folder = try Scratch()
        let missing = try closecast("forecast", "SIM01", "--svg", "nowhere/a.svg", folder: folder)
        #expect(missing.status == 73 && missing.words.contains("cannot write nowhere/a.svg: No such file or directory"))
        #expect(missing.output.hasPrefix("SIM01 "))
        for name in ["-", "", "."] {
            let run = try closecast("forecast", "SIM01", "--svg", name, folder: folder)
            #expect(run.status == 64 && run.words.contains("--svg \"\(name)\" is not a file's name"), "\(run.words)")
        }
    }

    @Test func aWalletsValueIsDrawnWithItsGaps() throws {
        let home = try Home(["BTC": history([90, 100, 110, 120])])
        try home.done("wallet", "create", "Main")
        try home.done("wallet", "deposit", "Main", "USD", "1000", "--date", "2024-12-28")
        try home.done("wallet", "buy", "Main", "BTC", "5", "--date", "2024-12-29")
        let plain = try home.done("wallet", "value", "Main", "--csv")
        let drawn = try home.done("wallet", "value", "Main", "--csv", "--svg", "value.svg")
        #expect(drawn.output == plain.output)
        let svg = try home.folder.read("value.svg")
        #expect(svg.contains("<title id=\"title\">Main: value in USD</title>"))
        #expect(svg.contains("From 28 Dec 2024 to 31 Dec 2024, between 1,000.00 and 1,100.00."), "\(svg.prefix(600))")
        let path = svg.split(separator: "class=\"line line-close\" d=\"")[1].prefix { $0 != "\"" }
        #expect(path.count { $0 == "L" } == 3)
    }

    @Test func aDayWithoutACloseIsAGap() throws {
        let home = try Home(["BTC": history([100, 110, 120, 130]), "ETH": history([10, 11])])
        try home.done("wallet", "create", "Main")
        for coin in ["BTC", "ETH"] { try home.done("wallet", "deposit", "Main", coin, "1", "--date", "2024-12-28") }
        try home.done("wallet", "value", "Main", "--svg", "value.svg")
        let path = try home.folder.read("value.svg").split(separator: "class=\"line line-close\" d=\"")[1].prefix { $0 != "\"" }
        #expect(path.count { $0 == "M" } == 1 && path.count { $0 == "L" } == 1, "\(path)")
    }
}
