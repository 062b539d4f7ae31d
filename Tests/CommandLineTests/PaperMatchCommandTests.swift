import Foundation
import JSONText
import Market
import Testing

/// Paper matches that the command line stores in the database.
@Suite struct PaperMatchCommandTests {
    /// The closes of two coins from 2023-02-01 through 2025-03-01.
    private static let all = (0..<2).map { index in
        SimulatedMarket(days: 760, seed: 7, lastDay: lastDay + 60).history(index, ticker: SimulatedMarket.ticker(index, of: 99))
    }

    /// A home with the closes of both coins through 2024-12-31.
    private func home() throws -> Home {
        let stored = Self.all.map { PriceHistory(ticker: $0.ticker, firstDay: $0.firstDay, closes: Array($0.closes.prefix(700))) }
        return try Home(["BTC": stored[0], "ETH": stored[1]])
    }

    /// Starts a match and returns its id.
    private func start(_ home: Home, _ arguments: String...) throws -> String {
        let run = try closecast(["paper", "start"] + arguments + ["--json"], folder: home.folder)
        try #require(run.status == 0 && run.words == "", "\(run.words)")
        let id = try #require(try run.json["id"]?.string)
        #expect(id.wholeMatch(of: /pm_[0-9a-f]{16}/) != nil)
        return id
    }

    /// A stored match has the same result as a run with the same options.
    @Test func aMatchOfThePastIsShownLikeARun() throws {
        let home = try home()
        let words = [
            "BTC", "ETH", "--since", "2024-10-10", "--fee", "0.25%", "--threshold", "55%", "--cash", "500", "--seed", "3",
        ]
        let started = try closecast(["paper", "start"] + words, folder: home.folder)
        #expect((started.status, started.words) == (0, ""))
        let id = String(started.lines[0].prefix(19))
        #expect(
            started.lines == [
                "\(id): BTC ETH from 2024-10-10 on; 500 USD each, fee 0.25 % (simulated)", "Its result: closecast paper show \(id)",
            ])
        let shown = try home.done("paper", "show", id, "--json").json
        let run = try closecast(["paper"] + words + ["--json"], folder: home.folder).json
        #expect(shown["id"]?.string == id && shown["running"] == .boolean(true) && shown["fee"]?.string == "0.0025")
        #expect(shown["result"] == run["result"] && shown["result"]?["strategies"]?.array?.count == 3)
        #expect(shown["result"]?["last_day"]?.string == "2024-12-31" && shown["waiting_for"] == .array([]))
        #expect(shown["model_changed"] == .boolean(false) && shown["model_sha256"]?.string?.count == 64)
        #expect(shown["model_sha256"] == shown["result"]?["model"]?["sha256"])
        let text = try home.done("paper", "show", id)
        #expect(try text.words == "" && text.output == closecast(["paper"] + words, folder: home.folder).output)
    }

    /// A match that starts today is not refused: it says which closes it waits for.
    @Test(arguments: [["BTC", "ETH"], ["BTC", "--since", "today"]]) func aMatchFromTodayOnWaits(words: [String]) throws {
        let home = try home()
        let started = try closecast(["paper", "start"] + words, folder: home.folder)
        #expect((started.status, started.words) == (0, ""))
        let id = String(started.lines[0].prefix(19))
        let json = try home.done("paper", "show", id, "--json").json
        let day = try #require(json["start"]?.string)
        #expect(json["result"] == .null && json["running"] == .boolean(true) && json["model_changed"] == .boolean(false))
        #expect(try home.done("paper", "list").lines.contains { $0.hasPrefix(id) && $0.contains("waiting") })
        #expect(json["waiting_for"] == json["coins"])
        #expect(
            started.lines[1]
                == "The match starts with the close of \(day), which is not stored yet. Import or fetch it when the day has ended (UTC), "
                + "then: closecast paper show \(id)")
        let shown = try home.done("paper", "show", id)
        #expect(shown.lines.count == 2 && shown.lines[1].hasPrefix("The match starts with"), "\(shown.output)")
        #expect(started.lines[0] == "\(id): \(shown.lines[0])")
    }

    /// Without a database, one is made.
    @Test func theFirstMatchMakesTheDatabase() throws {
        let home = try Home()
        #expect(try home.done("paper", "list").output == "no paper matches; start one: closecast paper start BTC ETH\n")
        #expect(try home.done("paper", "list", "--json").json == (try JSONValue(parsing: Array(#"{"paper_matches":[]}"#.utf8))))
        for command in ["show", "delete"] {
            let run = try home.run("paper", command, "pm_0123456789abcdef")
            #expect(run.status == 66 && run.output == "" && run.words.contains("closecast paper list"), "\(run.words)")
        }
        #expect(home.folder.names == [])
        let id = try start(home, "BTC")
        #expect(try home.done("paper", "list").output.contains(id))
    }

    /// The match waits for the first day on which all coins have a close, and continues as closes arrive.
    @Test func closesThatArriveContinueAMatch() throws {
        let home = try home()
        let id = try start(home, "BTC", "ETH", "--since", "2025-01-01")
        #expect(
            try home.done("paper", "show", id).lines[1]
                == "The match starts on the first day from 2025-01-01 on with closes of all of BTC, ETH, which are not stored yet. "
                + "Import or fetch them, then: closecast paper show \(id)")
        for (ticker, history) in zip(["BTC", "ETH"], Self.all) { try home.folder.write(csv(history), to: "\(ticker).csv") }
        try home.done("history", "import", "BTC.csv")
        #expect(
            try home.done("paper", "show", id).lines[1]
                == "The match starts with the first close of ETH from 2025-01-01 on, which is not stored yet. Import or fetch it, "
                + "then: closecast paper show \(id)")
        try home.done("history", "import", "ETH.csv")
        let shown = try home.done("paper", "show", id, "--json").json
        let run = try home.done("paper", "BTC", "ETH", "--since", "2025-01-01", "--json").json
        #expect(shown["result"] == run["result"] && shown["result"]?["last_day"]?.string == "2025-03-01")
    }

    @Test func matchesAreListedAndDeleted() throws {
        let home = try home()
        let ids = [
            try start(home, "ETH", "--since", "2024-11-20", "--until", "2024-12-20", "--strategies", "rebalance"),
            try start(home, "BTC", "ETH", "--since", "2024-12-01"),
        ]
        let listed = try home.done("paper", "list", "--json").json["paper_matches"]?.array
        #expect(listed?.map { $0["id"]?.string } == [ids[1], ids[0]])
        #expect(listed?.map { $0["running"] == .boolean(true) } == [true, false])
        let lines = try home.done("paper", "list").lines.map { $0.split(separator: " ").map(String.init) }
        #expect(
            lines == [
                ["id", "coins", "from", "to", "strategies", "state"],
                [ids[1], "BTC", "ETH", "2024-12-01", "-", "hold,rebalance,follow", "running"],
                [ids[0], "ETH", "2024-11-20", "2024-12-20", "hold,rebalance", "ended"],
            ])
        #expect(try home.done("paper", "show", ids[0]).output.hasPrefix("ETH, 31 days from 2024-11-20 to 2024-12-20;"))
        #expect(try home.done("paper", "delete", ids[0]).output == "paper match \(ids[0]) deleted\n")
        for command in ["show", "delete"] {
            let run = try home.run("paper", command, ids[0])
            #expect(run.status == 66 && run.output == "")
            #expect(run.words == "closecast: no paper match has the id \(ids[0]); see closecast paper list\n")
        }
        #expect(try home.done("paper", "list", "--json").json["paper_matches"]?.array?.map { $0["id"]?.string } == [ids[1]])
    }

    @Test(arguments: [
        (["BTC", "--fee", "11%"], 64, "--fee: the fee is 0.11 of what is traded; it must be 0 to 0.1"),
        (["BTC", "BTC"], 64, "bitcoin is named more than once"), (["USD"], 64, "usd is the currency of a paper match"),
        (["BTC", "--since", "9999-01-01"], 64, "--since: 9999-01-01 is after today"), (["BTC", "--since", "soon"], 64, "or today"),
        (["NIX"], 66, "NIX is not a known asset"), (["SIM01"], 66, "closecast paper SIM01 --since 2024-01-01"),
        ([], 64, "ticker|id"),
    ])
    func aWrongMatchIsNotKept(words: [String], status: Int32, message: String) throws {
        let home = try Home()
        let run = try closecast(["paper", "start"] + words, folder: home.folder)
        #expect(run.status == status && run.output == "" && run.words.contains(message), "\(run.status) \(run.words)")
        #expect(try home.done("paper", "list").output.hasPrefix("no paper matches"))
    }

    /// If the default model is replaced, a match that follows it says so; other matches do not.
    @Test func aReplacedModelIsNamed() throws {
        let home = try home()
        let follow = try start(home, "BTC", "--since", "2024-11-20")
        let hold = try start(home, "BTC", "--strategies", "hold", "--since", "2024-11-20")
        let sentence =
            "The model was replaced after this match started: follow is computed again with daily-average as it is now, "
            + "so its past trades may have changed."
        #expect(try !home.done("paper", "show", follow).output.contains("The model was replaced"))
        let environment = ["CLOSECAST_MODELS": try otherModels(home.folder)]
        let text = try home.run("paper", "show", follow, environment: environment)
        #expect((text.status, text.words) == (0, ""))
        #expect(text.lines.contains(sentence))
        let json = try home.run("paper", "show", follow, "--json", environment: environment).json
        #expect(json["model_changed"] == .boolean(true) && json["model_sha256"] != json["result"]?["model"]?["sha256"])
        #expect(json["result"]?["sentences"]?.array?.contains(.string(sentence)) == true)
        let other = try home.run("paper", "show", hold, "--json", environment: environment).json
        #expect(other["model_changed"] == .boolean(false) && other["model_sha256"] == .null)
    }

    /// Makes a folder of models whose default model has weights that differ in the last bit of one number.
    private func otherModels(_ folder: Scratch) throws -> String {
        var weights = try Data(contentsOf: packageRoot.appending(path: "models/daily-average/model.safetensors"))
        weights[weights.count - 4] ^= 1
        try weights.write(to: folder.url.appending(path: "weights"))
        // The hash of an average covers both files of weights, one after the other.
        let others = packageRoot.appending(path: "models/daily-average/volatility.safetensors").path
        let hash = try bash("cat weights '\(others)' | sha256sum", folder: folder).output.prefix(64)
        _ = try folder.model("models/daily-average", of: "daily-average", ["sha256": "\"\(hash)\""])
        try weights.write(to: folder.url.appending(path: "models/daily-average/model.safetensors"))
        return folder.path("models")
    }
}
