import Foundation
import JSONText
import Market
import Testing

/// Alerts that the command line sets, tests and compares with new closes, and the notices that they leave.
@Suite struct AlertCommandTests {
    /// Thirty quiet closes, and later ones; the last of the quiet ones is of 2024-12-31.
    private func closes(_ later: Double...) -> PriceHistory {
        history((0..<30).map { 100 + Double($0 % 3) } + later, through: "\(lastDay + later.count)")
    }

    private func importCloses(_ history: PriceHistory, into home: Home) throws {
        try home.folder.write(csv(history), to: "BTC.csv")
        try home.done("history", "import", "BTC.csv")
    }

    /// Sets an alert and returns its id.
    private func add(_ home: Home, _ words: String..., note: String = "") throws -> String {
        let run = try closecast(["alert", "add"] + words + ["--json"], folder: home.folder)
        try #require(run.status == 0 && run.words == note, "\(words): \(run.words)")
        let id = try #require(try run.json["id"]?.string)
        #expect(id.wholeMatch(of: /a_[0-9a-f]{16}/) != nil)
        return id
    }

    private static let passed =
        "note: the threshold is passed already; the alert waits until the figure has gone back by the margin\n"

    // MARK: Setting

    @Test func aConditionIsPrintedInWords() throws {
        let home = try Home(["BTC": closes()])
        try home.done("wallet", "create", "Main")
        for (words, sentence) in [
            (["BTC", "--below", "60"], "BTC below 60 USD"),
            (["BTC", "--above", "60000.5", "--currency", "eur"], "BTC above 60,000.50 EUR"),
            (["BTC", "--change", "7", "--above", "5"], "Change of BTC over 7 days above 5%"),
            (["BTC", "--change", "1", "--below", "-5%"], "Change of BTC over 1 day below -5%"),
            (["BTC", "--highest"], "New highest price of BTC, above the highest by more than 0%"),
            (["BTC", "--lowest", "--since", "2024-12-15"], "Lowest price of BTC since 15 Dec 2024, by more than 0%"),
            (["BTC", "--coverage", "--below", "90"], "Share of closes of BTC within the 95% bands of its diary below 90%"),
            (["BTC", "--stale", "365"], "No new close of BTC for more than 365 days"),
            (["--wallet", "Main", "--total", "--above", "10000"], "Total of “Main” above 10,000 USD"),
            (["--all", "--above", "10000"], "Total of all wallets above 10,000 USD"),
            (["--practice", "--total-change", "7", "--below", "-10"], "Change of the practice account over 7 days below -10%"),
            (["--wallet", "Main", "--share", "BTC", "--above", "50%"], "Share of BTC in “Main” above 50%"),
        ] {
            let run = try closecast(["alert", "add"] + words, folder: home.folder)
            #expect(run.status == 0, "\(words): \(run.words)")
            // The minus of the conventions is not the hyphen.
            let line = run.output.replacing("\u{2212}", with: "-")
            #expect(line.dropFirst(18) == ": \(sentence)\n", "\(words)")
        }
    }

    @Test(arguments: [
        ([], 64, "name a coin or a wallet"), (["BTC"], 64, "give --above or --below"),
        (["BTC", "--total", "--above", "5"], 64, "leave out BTC"),
        (["BTC", "--above", "5", "--below", "4"], 64, "--above and --below: give one of them"),
        (["BTC", "--highest", "--lowest"], 64, "--highest, --lowest: give one of them"),
        (["BTC", "--above", "5%"], 64, "--above: the threshold is an amount"),
        (["BTC", "--above", "0"], 64, "--above: the threshold"),
        (["BTC", "--above", "x"], 64, "--above"), (["BTC", "--change", "400", "--above", "5"], 64, "--change 400: expected"),
        (["BTC", "--probability-below", "50", "--above", "5"], 64, "give --within"),
        (
            ["BTC", "--probability-below", "50", "--within", "97", "--above", "5"], 64,
            "--within: an alert on probability-below accepts 1 to 96"
        ),
        (["BTC", "--within", "7", "--above", "5"], 64, "--within: only with"),
        (["BTC", "--coverage", "--above", "90"], 64, "--above: an alert on coverage always fires below"),
        (["BTC", "--stale", "2", "--above", "3"], 64, "--stale gives the days"),
        (["BTC", "--above", "5", "--since", "2024-01-01"], 64, "--since: an alert on price has no since"),
        (["BTC", "--above", "5", "--until", "2020-01-01"], 64, "--until: 2020-01-01 is over"),
        (["BTC", "--above", "5", "--margin", "101"], 64, "--margin: the margin is at most 100"),
        (["BTC", "--above", "5", "--all"], 64, "--all: only with --total"),
        (["BTC", "--change", "7", "--above", "5", "--currency", "EUR"], 64, "--currency: only for"),
        (["--share", "BTC", "--above", "50"], 64, "--share: say whose it is"),
        (["--change", "7", "--above", "5"], 64, "--change: name a coin"),
        (["--wallet", "None", "--above", "5"], 66, "None"), (["NIX", "--above", "5"], 66, "NIX is not a known asset"),
    ])
    func aWrongAlertIsNotSet(words: [String], status: Int32, message: String) throws {
        let home = try Home(["BTC": closes()])
        let run = try closecast(["alert", "add"] + words, folder: home.folder)
        #expect(run.status == status && run.output == "" && run.words.contains(message), "\(run.status) \(run.words)")
        #expect(try home.done("alert", "list", "--json").json["alerts"] == .array([]))
    }

    @Test func withoutADatabaseThereIsNothing() throws {
        let home = try Home()
        #expect(try home.done("alert", "list").output == "no alerts; set one: closecast alert add BTC --below 60000\n")
        #expect(
            try home.done("alert", "check").output == "" && home.done("alert", "check", "--json").output == "{\"firings\":[]}\n")
        #expect(try home.done("notices").output == "no notices\n")
        for command in ["show", "test", "pause", "resume", "remove"] {
            let run = try home.run("alert", command, "a_0123456789abcdef")
            #expect(run.status == 66 && run.output == "", "\(command)")
        }
        #expect(home.folder.names == [])
    }

    // MARK: Firing

    @Test func newClosesFireOnceAndAreLateWhenTheyComeLate() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--below", "90", "--note", "Buy")
        #expect(try home.done("alert", "check").output == "")
        try importCloses(closes(95, 89, 92, 88), into: home)
        let check = try home.run("alert", "check")
        #expect((check.status, check.words) == (10, ""))
        #expect(check.output == "BTC below 90 USD: 89 USD (2 Jan 2025, noticed late). Buy\n")
        #expect(try home.done("alert", "check").output == "")
        let lines = try home.done("alert", "list").lines.map { $0.split(separator: " ").map(String.init) }
        #expect(lines == [["id", "state", "fired", "alert"], [id, "has", "fired", "1", "BTC", "below", "90", "USD"]])
        let shown = try home.done("alert", "show", id)
        #expect(shown.lines.first == "BTC below 90 USD" && shown.output.contains("2025-01-02"), "\(shown.output)")
        #expect(shown.lines.contains("margin    1%"))
        #expect(shown.lines.contains("note      Buy") && shown.output.contains("noticed late"), "\(shown.output)")
        let json = try home.done("alert", "show", id, "--json").json
        #expect(json["state"]?.string == "done" && json["fired_count"]?.integer == 1 && json["owner"] == nil)
        #expect(json["firings"]?.array?.count == 1 && json["firings"]?.array?[0]["value"]?.number == 89)
    }

    @Test func aRepeatedAlertFiresAgainOnceItsFigureIsBack() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--below", "90", "--repeat", "--margin", "5")
        // 93 is within the margin, 95 is not.
        try importCloses(closes(89, 93, 88, 95, 87), into: home)
        let check = try home.run("alert", "check", "--json")
        #expect(check.status == 10)
        #expect(try check.json["firings"]?.array?.map { $0["value"]?.number } == [89, 87])
        #expect(try check.json["firings"]?.array?.allSatisfy { $0["alert"]?.string == id && $0["late"] == .boolean(true) } == true)
        #expect(try home.done("alert", "list").output.contains("waits until the figure is back"))
    }

    @Test func theExitStatusIsEnoughForAScript() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--highest")
        #expect(try home.done("alert", "show", id).lines.contains("margin    1 percentage point"))
        #expect(try home.run("alert", "check", "--quiet").status == 0)
        try importCloses(closes(120), into: home)
        let check = try home.run("alert", "check", "--quiet")
        #expect((check.status, check.output, check.words) == (10, "", ""))
        #expect(try home.run("alert", "check", "--quiet", "--json").status == 64)
    }

    @Test func aPassedThresholdWaitsAndIsSaid() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--below", "150", note: Self.passed)
        #expect(try home.done("alert", "show", id, "--json").json["state"]?.string == "waiting")
        try importCloses(closes(140, 160, 145), into: home)
        #expect(try home.run("alert", "check").output == "BTC below 150 USD: 145 USD (3 Jan 2025, noticed late)\n")
    }

    @Test func aPausedAlertDoesNotCountWhatHappened() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--below", "90")
        #expect(try home.done("alert", "pause", id).output == "paused: BTC below 90 USD\n")
        try importCloses(closes(80, 100), into: home)
        #expect(try home.done("alert", "check").output == "")
        #expect(try home.done("alert", "resume", id).output == "resumed: BTC below 90 USD\n")
        try importCloses(closes(80, 100, 81), into: home)
        #expect(try home.run("alert", "check").output == "BTC below 90 USD: 81 USD (3 Jan 2025, noticed late)\n")
        let ended = try home.run("alert", "resume", id)
        #expect(ended.status == 65 && ended.words.contains("has ended"), "\(ended.words)")
        #expect(try home.done("alert", "remove", id).output == "removed: BTC below 90 USD\n")
        #expect(try home.run("alert", "show", id).status == 66)
        #expect(try home.done("alert", "list").output.hasPrefix("no alerts"))
    }

    // MARK: Testing

    @Test func aTestShowsWhatWouldHaveFired() throws {
        let home = try Home(["BTC": closes(89, 95, 88)])
        let run = try home.done("alert", "test", "BTC", "--below", "90")
        let lines = run.lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            lines == [
                "BTC below 90 USD", "would have fired 2 times from 2024-12-02 to 2025-01-03", "when (UTC) figure",
                "2025-01-03 88 USD", "2025-01-01 89 USD",
            ])
        let id = try add(home, "BTC", "--below", "90", note: Self.passed)
        #expect(try home.done("alert", "test", id).output == run.output)
        let json = try home.done("alert", "test", id, "--json").json
        #expect(json["firings"]?.array?.count == 2 && json["figures"]?.integer == 33)
        #expect(try home.run("alert", "test", id, "--below", "80").status == 64)
        #expect(
            try home.done("alert", "test", "BTC", "--below", "80").lines.last
                == "would not have fired from 2024-12-02 to 2025-01-03")
        #expect(
            try home.done("alert", "test", "BTC", "--stale", "2").lines.last
                == "its past figures are not known, so it cannot be tested")
        // Nothing but the one alert is stored.
        #expect(try home.done("alert", "list").lines.count == 2)
    }

    /// The default model makes the forecasts, one for each day that has enough closes before it.
    @Test func figuresOfForecastsComeFromTheDefaultModel() throws {
        let home = try Home(["BTC": simulated(0, days: 503)])
        let words = ["alert", "test", "BTC", "--range", "7", "--above", "1000", "--json"]
        let json = try closecast(words, folder: home.folder).json
        #expect(json["figures"]?.integer == 4 && json["firings"] == .array([]) && json["last"]?.string == "2025-01-01T00:00:00Z")
        _ = try add(home, "BTC", "--range", "7", "--above", "1000")
        let run = try home.run("alert", "add", "BTC", "--band", "7", environment: ["CLOSECAST_MODELS": home.folder.path("none")])
        #expect(run.status == 66 && run.output == "", "\(run.status) \(run.words)")
    }

    @Test func figuresThatCannotBeComputedAreNamed() throws {
        let all = simulated(0, days: 502)
        let home = try Home(["BTC": PriceHistory(ticker: all.ticker, firstDay: all.firstDay, closes: Array(all.closes.prefix(501)))]
        )
        _ = try add(home, "BTC", "--range", "7", "--above", "1000")
        try importCloses(all, into: home)
        let check = try home.run("alert", "check", environment: ["CLOSECAST_MODELS": home.folder.path("none")])
        #expect(check.status == 65 && check.output == "", "\(check.status) \(check.words)")
        #expect(check.words.hasPrefix("closecast: no figures for the alerts on range/bitcoin/7: "), "\(check.words)")
        #expect(try home.run("alert", "check").status == 0)
    }

    @Test func anAlertThatCannotFireSaysWhy() throws {
        let home = try Home(["BTC": closes()])
        let words = ["BTC", "--probability-below", "90", "--within", "7", "--above", "5"]
        let run = try closecast(["alert", "add"] + words, folder: home.folder)
        #expect(run.words == "note: the alert cannot fire yet: 500 closes are needed, 30 stored\n", "\(run.status) \(run.words)")
        let euros = try home.run("alert", "add", "BTC", "--above", "200", "--currency", "EUR")
        #expect(euros.words == "note: the alert cannot fire yet: no rate of EUR is stored for the newest day\n", "\(euros.words)")
        // No day has ended since.
        #expect(try home.run("alert", "check").status == 0)
        try importCloses(closes(100), into: home)
        for _ in 1...2 {
            let check = try home.run("alert", "check")
            #expect(check.status == 65 && check.output == "", "\(check.status) \(check.words)")
            #expect(check.words.contains("above 5%: 500 closes are needed, 31 stored\n"), "\(check.words)")
            #expect(check.words.contains("no figure for the alert BTC above 200 EUR: no rate of EUR is stored"), "\(check.words)")
        }
        let test = try closecast(["alert", "test"] + words, folder: home.folder)
        #expect(test.output.hasSuffix("\n500 closes are needed, 31 stored\n"), "\(test.output)")
        let json = try closecast(["alert", "test"] + words + ["--json"], folder: home.folder).json
        #expect(json["obstacle"]?.string == "few-closes" && json["closes_stored"]?.integer == 31)
        let id = String(run.output.prefix(18))
        #expect(try home.run("alert", "show", id).words.contains("500 closes are needed, 31 stored"))
    }

    // MARK: Notices

    @Test func firingsAreNoticesUntilTheyAreRead() throws {
        let home = try Home(["BTC": closes()])
        let id = try add(home, "BTC", "--below", "90")
        try importCloses(closes(89), into: home)
        #expect(try home.run("alert", "check").status == 10)
        let sentence = "BTC below 90 USD: 89 USD (1 Jan 2025, noticed late)"
        let line = try #require(try home.done("notices").lines.first)
        #expect(line.hasPrefix("* 20") && line.hasSuffix(" UTC  \(sentence)"), "\(line)")
        let json = try home.done("notices", "--json", "--unread", "--read-all").json["notices"]?.array
        #expect(json?.count == 1 && json?[0]["kind"]?.string == "alert" && json?[0]["subject"]?.string == id)
        #expect(try home.done("notices", "--unread").output == "no unread notices\n")
        #expect(try home.done("notices").lines.first?.hasPrefix("  20") == true)
    }
}
