import Foundation
import JSONText
import Market
import Testing

/// All numbers of a JSON text are finite, and nothing is null.
private func isWhole(_ value: JSONValue) -> Bool {
    switch value {
    case .object(let members): members.allSatisfy { isWhole($0.value) }
    case .array(let values): values.allSatisfy(isWhole)
    case .number(let number): number.isFinite
    case .null: false
    case .string, .boolean: true
    }
}

@Suite struct BacktestCommandTests {
    /// A model that was trained on days up to 2023-06-30 and calibrated on none, whatever the shipped one was.
    private let folder: Scratch
    private let model: String

    init() throws {
        folder = try Scratch()
        model = try folder.model("m")
    }

    private func backtest(_ arguments: String...) throws -> Run {
        try closecast(["backtest"] + arguments + ["--model", model, "--paths", "50"])
    }

    // MARK: Output

    @Test func theTablesNameTheirMethodsDaysAndCoins() throws {
        let run = try backtest("SIM01", "SIM02", "--every", "60")
        #expect((run.status, run.words) == (0, ""))
        #expect(
            run.lines[0]
                == "SIM01 SIM02, 8 cutoffs from 2023-07-01 to 2024-08-24, every 60 days; 96 days ahead, 50 sample paths")
        for title in [
            "point error / naive ", "CRPS / naive  ", "closes in the band ", "losses, all days ", "CRPS / naive by coin ",
            "% of closes in each tenth ", "one-step log score, nats ",
        ] { #expect(run.lines.count { $0.hasPrefix(title) } == 1, "\(title)") }
        for days in ["days 1-7", "days 8-30", "days 31-96", "days 1-96"] { #expect(run.output.contains(days)) }
        for method in ["drift", "bootstrap", "ewma", "garch", "daily-close-t"] {
            #expect(run.lines.count { $0.hasPrefix(method + " ") } >= 5, "\(method)")
        }
        #expect(run.lines.last!.hasPrefix("daily-close-t: its point is ") && run.lines.last!.hasSuffix(" the naive ones"))
    }

    @Test func theJSONHasThePlanTheMethodsAndAllForecasts() throws {
        let run = try backtest("SIM01", "SIM02", "--every", "90", "--baselines", "naive,garch", "--seed", "3", "--json")
        #expect((run.status, run.words) == (0, ""))
        let json = try run.json
        #expect(json.members?.map(\.key) == ["plan", "methods", "forecasts"])
        #expect(isWhole(json))
        let plan = try #require(json["plan"])
        #expect(
            plan.members?.map(\.key) == [
                "first_cutoff", "last_cutoff", "origins", "every", "context", "horizon", "paths", "not_counted", "coins",
            ])
        #expect((plan["first_cutoff"]?.string, plan["last_cutoff"]?.string) == ("2023-07-01", "2024-09-23"))
        let counts = ["origins", "every", "context", "horizon", "paths", "not_counted"].map { plan[$0]?.integer }
        #expect(counts == [6, 90, 500, 96, 50, 0])
        #expect(plan["coins"] == .array([.string("SIM01"), .string("SIM02")]))

        let methods = try #require(json["methods"]?.array)
        #expect(methods.map { $0["name"]?.string } == ["naive", "garch", "daily-close-t"])
        #expect(methods.map { $0["kind"]?.string } == ["baseline", "baseline", "model"])
        for method in methods {
            let groups = try #require(method["groups"]?.array)
            #expect(groups.map { $0["steps"]?.array?.compactMap(\.integer) } == [[1, 7], [8, 30], [31, 96], [1, 96]])
            #expect(method["coins"]?.members?.map(\.key) == ["SIM01", "SIM02"])
            for group in groups {
                for loss in ["point_error", "mase", "rmsse", "smape", "wql", "crps"] {
                    #expect(group[loss]!.number! > 0)
                    let ratio = group["\(loss)_to_naive"]!.array!.map { $0.number! }
                    #expect(ratio.count == 3 && ratio[1] <= ratio[2])
                    if method["name"]?.string == "naive" { #expect(ratio == [1, 1, 1]) }
                }
                #expect(group["coverage"]?.array?.count == 3 && group["width"]?.array?.count == 3)
                #expect(abs(group["tenths"]!.array!.reduce(0) { $0 + $1.number! } - 1) < 1e-9)
            }
        }
        #expect(methods[1]["log_score_minus_garch"] == .array([.number(0), .number(0), .number(0)]))

        let forecasts = try #require(json["forecasts"]?.array)
        #expect(forecasts.count == 2 * 6 * 3)
        for forecast in forecasts {
            #expect(
                forecast.members?.map(\.key) == [
                    "ticker", "cutoff", "method", "seen_in_training", "mean_crps", "mean_absolute_error",
                ])
            #expect(forecast["seen_in_training"] == .boolean(false))
            #expect(forecast["mean_crps"]?.members?.map(\.key) == ["1-7", "8-30", "31-96", "1-96"])
        }
    }

    @Test func theCSVHasAsManyCellsInEachRow() throws {
        let run = try backtest("SIM01", "SIM02", "--every", "400", "--csv")
        #expect((run.status, run.words) == (0, ""))
        let rows = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        #expect(rows[0].prefix(5) == ["method", "days", "coin", "point_error", "point_error_to_naive"])
        #expect(Set(rows.map(\.count)) == [rows[0].count])
        // Methods, groups of days, and the coins with all of them.
        #expect(rows.count == 1 + 6 * 4 * 3)
        #expect(Set(rows.dropFirst().map { $0[2] }) == ["all", "SIM01", "SIM02"])
        for row in rows.dropFirst() {
            #expect(row[3..<row.count - 1].allSatisfy { $0.isEmpty || Double($0)?.isFinite == true })
            #expect(row.last!.isEmpty == ["bootstrap", "ewma"].contains(row[0]), "\(row[0])")
        }
        let json = try backtest("SIM01", "SIM02", "--every", "400", "--json").json
        for method in json["methods"]!.array! {
            let row = rows.first { $0[0] == method["name"]!.string! && $0[1] == "1-96" && $0[2] == "all" }!
            #expect(abs(Double(row[3])! / method["groups"]!.array!.last!["point_error"]!.number! - 1) < 1e-5)
        }
    }

    @Test func thePlotHasBarsAndHistograms() throws {
        let run = try backtest("SIM01", "--every", "120", "--baselines", "naive,garch", "--plot")
        #expect((run.status, run.words) == (0, ""))
        for days in ["1-7", "8-30", "31-96", "1-96"] { #expect(run.lines.contains("CRPS / naive from 0.8 to 1.2, days \(days)")) }
        #expect(run.lines.count { $0.hasPrefix("  garch         ") } == 5)
        #expect(run.lines.count { $0.hasPrefix("  daily-close-t ") } == 5)
        #expect(run.lines.filter { $0.hasPrefix("  ") }.allSatisfy { $0.count <= 100 })
        #expect(!run.output.contains("\u{1B}"))
    }

    @Test func theSameSeedGivesTheSameBytesOnAnyThreads() throws {
        let runs = try ["1", "2", "5"].map { try backtest("SIM01", "SIM02", "--every", "400", "--json", "--threads", $0) }
        #expect(runs[0].status == 0 && Set(runs.map(\.output)).count == 1)
        #expect(try backtest("SIM01", "SIM02", "--every", "400", "--json", "--seed", "2").output != runs[0].output)
    }

    @Test func transformsAreALineForEachForecast() throws {
        let run = try backtest("SIM01", "--every", "200", "--baselines", "naive", "--transforms", folder.path("t.ndjson"))
        #expect((run.status, run.words) == (0, ""))
        let lines = try folder.read("t.ndjson").split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(lines.count == 3 * 2)
        #expect(
            lines.map { $0["method"]?.string } == ["naive", "daily-close-t", "naive", "daily-close-t", "naive", "daily-close-t"])
        for line in lines {
            #expect(line.members?.map(\.key) == ["ticker", "cutoff", "method", "seen_in_training", "transforms"])
            let levels = line["transforms"]!.array!.map { $0.number! }
            #expect(levels.count == 96 && levels.allSatisfy { $0 >= 0 && $0 <= 1 })
        }
        #expect(folder.names == ["m", "t.ndjson"])
    }

    @Test func theCeilingIsMarkedAndIsNoForecast() throws {
        func ceiling(_ more: String...) throws -> Run {
            let arguments = ["backtest", "SIM01", "SIM02", "--every", "90", "--baselines", "naive,garch", "--ceiling"]
            return try closecast(arguments + ["--model", model, "--paths", "50"] + more)
        }
        let json = try ceiling("--json", "--transforms", folder.path("t.ndjson")).json
        #expect(isWhole(json))
        let methods = try #require(json["methods"]?.array)
        #expect(methods.map { $0["name"]?.string } == ["naive", "garch", "daily-close-t", "ceiling"])
        #expect(methods.map { $0["kind"]?.string } == ["baseline", "baseline", "model", "ceiling"])
        #expect(methods[0]["groups"]!.array!.allSatisfy { $0["best_baseline"]?.string != "ceiling" })
        let forecasts = try #require(json["forecasts"]?.array)
        #expect(forecasts.count == 2 * 6 * 3 && forecasts.allSatisfy { $0["method"]?.string != "ceiling" })
        #expect(try !folder.read("t.ndjson").contains("ceiling"))
        let run = try ceiling()
        #expect(run.lines.count { $0.hasPrefix("ceiling: not a forecast; it knows the volatility of each coming day") } == 1)
        #expect(run.lines.count { $0.hasPrefix("share of the ceiling ") } == 1)
        #expect(try ceiling("--plot").lines.contains { $0.hasPrefix("ceiling: not a forecast") })
        #expect(try !backtest("SIM01", "--every", "400", "--baselines", "naive").output.contains("ceiling"))
    }

    // MARK: Measurements

    @Test func sinceUntilAndEveryChooseTheCutoffs() throws {
        func cutoffs(_ arguments: String...) throws -> [String] {
            let run = try closecast(
                ["backtest", "SIM01", "--json", "--baselines", "naive", "--paths", "20", "--model", model] + arguments)
            let forecasts = try run.json["forecasts"]!.array!.filter { $0["method"]?.string == "naive" }
            return forecasts.map { $0["cutoff"]!.string! }
        }
        #expect(
            try cutoffs("--since", "2024-01-10", "--until", "2024-01-12", "--every", "1") == [
                "2024-01-10", "2024-01-11", "2024-01-12",
            ])
        #expect(
            try cutoffs("--since", "2024-01-10", "--until", "2024-02-20", "--every", "20") == [
                "2024-01-10", "2024-01-30", "2024-02-19",
            ])
        // A horizon of 96 days before the last close, and a context of 500 after the first one.
        #expect(try cutoffs("--since", "2024-09-20", "--every", "3") == ["2024-09-20", "2024-09-23", "2024-09-26"])
        #expect(
            try cutoffs("--since", "2022-04-04", "--until", "2022-04-08", "--every", "1") == [
                "2022-04-06", "2022-04-07", "2022-04-08",
            ])
        #expect(try cutoffs("--every", "1000") == ["2023-07-01"])
    }

    @Test func forecastsOfTrainingDaysAreMarkedAndDoNotCount() throws {
        let run = try backtest(
            "SIM01", "--since", "2023-04-01", "--until", "2023-08-29", "--every", "50", "--baselines", "naive", "--json")
        #expect(run.status == 0)
        #expect(
            run.words
                == "note: not counted: 2 of 4 origins, because a model was trained, validated or calibrated on days that follow them\n"
        )
        let json = try run.json
        #expect((json["plan"]?["origins"]?.integer, json["plan"]?["not_counted"]?.integer) == (2, 2))
        #expect(json["plan"]?["first_cutoff"]?.string == "2023-07-10")
        let models = json["forecasts"]!.array!.filter { $0["method"]?.string == "daily-close-t" }
        #expect(models.map { $0["seen_in_training"] } == [true, true, false, false].map { .boolean($0) })
        let text = try backtest("SIM01", "--since", "2023-04-01", "--until", "2023-08-29", "--every", "50", "--baselines", "naive")
        #expect(text.output.hasPrefix("SIM01, 2 cutoffs from 2023-07-10 to 2023-08-29"))
    }

    @Test func itBeginsAfterTheDaysOfTheCalibration() throws {
        let rows = Array(repeating: "[0.6]", count: 96).joined(separator: ",")
        let calibration = """
            {"kind":"probability-map","fitted_on":[{"from":"2023-07-01","through":"2023-12-31"}],"levels":[0.5],"steps":[\(rows)]}
            """
        let calibrated = try folder.model("c", ["calibration": calibration])
        let run = try closecast(
            "backtest", "SIM01", "--model", calibrated, "--every", "500", "--paths", "20", "--baselines", "naive")
        #expect(run.status == 0 && run.output.hasPrefix("SIM01, 1 cutoff from 2024-01-01 to 2024-01-01"))
        // Days outside the calibration count too: those before it and those after the training.
        let early = try closecast(
            "backtest", "SIM01", "--model", calibrated, "--since", "2023-07-01", "--every", "184", "--until", "2024-01-01",
            "--json",
            "--paths", "20", "--baselines", "naive")
        #expect(try early.json["plan"]?["not_counted"]?.integer == 1)
        #expect(try early.json["plan"]?["first_cutoff"]?.string == "2024-01-01")
    }

    @Test func aFolderOfModelsIsOneRecipeWithVersions() throws {
        for (name, through) in [("a", "2023-01-31"), ("b", "2023-06-30"), ("c", "2024-03-31")] {
            _ = try folder.model("eras/\(name)", ["training": "{\"through\":\"\(through)\"}"])
        }
        let run = try closecast(
            "backtest", "SIM01", "--model", folder.path("eras"), "--since", "2022-12-01", "--until", "2024-06-01", "--every", "61",
            "--json", "--paths", "20", "--baselines", "naive")
        #expect(run.status == 0)
        let models = try run.json["forecasts"]!.array!.filter { $0["method"]?.string == "daily-close-t" }
        #expect(models.count == 9)
        // Only before the first version's last day has any seen what follows.
        #expect(models.map { $0["seen_in_training"] } == ([true] + Array(repeating: false, count: 8)).map { .boolean($0) })
    }

    @Test func filesAreReadAsForecastsReadThem() throws {
        try folder.write(csv(simulated(0, days: 700)), to: "btc.csv")
        try folder.write(csv(simulated(1, days: 595)), to: "short.csv")
        let run = try closecast(
            "backtest", "--from", "btc.csv", "short.csv", "--model", model, "--every", "30", "--paths", "20", "--baselines",
            "naive",
            folder: folder)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("BTC, "))
        #expect(run.words.contains("note: left out: short.csv: 595 closes in a row"))
    }

    // MARK: Exit status and words

    static let refusals: [(arguments: [String], status: Int32, says: String)] = [
        ([], 64, "name a coin and its file: closecast backtest BTC --from BTC.csv"),
        (["BTC"], 66, "closecast backtest BTC --from BTC.csv\nor store a file once:      closecast history import BTC.csv"),
        (["BTC", "--from", "none.csv"], 66, "cannot read none.csv: No such file or directory"),
        (["SIM01", "--baselines", "naive,arima"], 64, "The value 'naive,arima' is invalid for '--baselines <name,…>'"),
        (["SIM01", "--baselines", ""], 64, "Of naive, drift, bootstrap, ewma, garch"),
        (["SIM01", "--since", "2024-02-01", "--until", "2024-01-01"], 64, "--until 2024-01-01 is before --since 2024-02-01"),
        (["SIM01", "--since", "1.1.2024"], 64, "\"1.1.2024\" is not a day; expected one such as 2025-02-20"),
        (["SIM01", "--every", "0"], 64, "--every 0: give 1 to 1000 days"),
        (["SIM01", "--paths", "0"], 64, "--paths 0: give 1 to 100000"),
        (["SIM01", "--threads", "0"], 64, "--threads 0: give 1 to 1024"),
        (["SIM01", "--all", "--model", "daily-close"], 64, "--all and --model: give one of them"),
        (["SIM01", "--json", "--csv"], 64, "--csv"),
        (["SIM01", "--model", "none"], 66, "no model named none in "),
        (["SIM01", "--model", golden.path + "/keras-1x24"], 65, "reads raw numbers, not prices"),
        (["SIM01", "--model", "."], 66, ". holds no model and no folder with one"),
        (
            ["SIM01", "--since", "2025-01-01"], 65,
            "nothing to measure: a cutoff needs 500 closes up to it and 96 after it, and SIM01 has"
        ),
        (
            ["SIM01", "--until", "2020-12-31", "--since", "2020-12-01"], 65,
            "135 closes in a row, 2020-11-23 to 2021-04-06; a backtest needs 500"
        ),
        (
            ["SIM01", "--since", "2022-05-01", "--until", "2022-06-30", "--every", "60", "--paths", "20", "--baselines", "naive"],
            65,
            "nothing counts: all forecasts are of days that a model was fitted to; begin later, e.g. --since "
        ),
    ]

    @Test(arguments: refusals.indices) func anErrorHasAMessageAndAnExitStatus(index: Int) throws {
        let (arguments, status, says) = Self.refusals[index]
        let folder = try Scratch()
        let run = try closecast(["backtest"] + arguments, folder: folder)
        #expect(run.status == status, "\(arguments): \(run.words)")
        #expect(run.words.contains(says), "\(arguments): \(run.words)")
        #expect(run.output.isEmpty, "\(arguments)")
        #expect(folder.names.isEmpty, "\(arguments)")
    }

    @Test func filesThatAreTooShortAreReported() throws {
        try folder.write(csv(simulated(0, days: 595)), to: "BTC.csv")
        let run = try closecast("backtest", "BTC", "--from", "BTC.csv", "--model", model, folder: folder)
        #expect((run.status, run.output) == (65, ""))
        #expect(run.words.contains("no file can be measured; the last: BTC.csv: 595 closes in a row"))
        #expect(!run.words.contains("the model reads 596"))
    }

    @Test func aFolderForTransformsIsRefusedByItsOwnName() throws {
        let run = try backtest("SIM01", "--every", "500", "--baselines", "naive", "--transforms", ".")
        #expect((run.status, run.output) == (64, ""))
        #expect(run.words.contains("--transforms . is a folder"))
    }

    @Test func standardInputIsRefusedWithTheCommandThatWasTyped() throws {
        let run = try closecast("backtest", "--from", "-")
        #expect(run.status == 64)
        #expect(run.words.contains("closecast backtest BTC --from -"))
    }

    @Test func theSameModelTwiceGetsTwoNames() throws {
        let run = try closecast(
            "backtest", "SIM01", "--model", model, folder.model("n"), "--every", "500", "--paths", "20", "--baselines", "naive",
            "--json")
        let names = try run.json["methods"]!.array!.map { $0["name"]!.string! }
        #expect(Set(names).count == 3, "\(names)")
        let same = try closecast(
            "backtest", "SIM01", "--model", "daily-close", "daily-close", "--every", "500", "--baselines", "naive", "--json")
        #expect(same.status == 64)
        #expect(same.words.contains("--model daily-close is given twice"))
    }
}
