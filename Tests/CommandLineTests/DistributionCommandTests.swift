import Foundation
import JSONText
import Market
import Testing

/// A period of a skill as `config.json` has it: bands better than the naive ones for a month, points no better.
func skill(groups: [(steps: String, crps: String)] = defaultGroups, point: String = "[0.999,0.99,1.01]") -> String {
    let groups = groups.map { steps, crps in
        """
        {"steps":\(steps),"point_error_to_naive":\(point),"crps_to_naive":\(crps),"crps_to_best_baseline":[0.99,0.98,1.01],\
        "crps_to_garch":[0.98,0.97,0.99],"coverage":[0.51,0.79,0.94]}
        """
    }
    return """
        {"period":"test","first_cutoff":"2024-04-01","last_cutoff":"2024-11-12","origins":16,"coins":12,"best_baseline":"garch",\
        "groups":[\(groups.joined(separator: ","))],"log_score_minus_garch":[-0.01,-0.02,0.01]}
        """
}

let defaultGroups = [
    ("[1,7]", "[0.979,0.96,0.997]"), ("[8,30]", "[0.99,0.97,1.01]"), ("[31,96]", "[1.02,0.9999,1.05]"),
    ("[1,96]", "[0.985,0.97,0.999]"),
]

@Suite struct DistributionCommandTests {
    private func forecast(_ arguments: String..., model: String = "daily-close-t") throws -> JSONValue {
        let run = try closecast(["forecast", "SIM01", "--model", model, "--json"] + arguments)
        try #require(run.status == 0, "\(run.words)")
        return try #require(try run.json["forecasts"]?.array?.first)
    }

    /// The cells of CSV, by column.
    private func columns(_ run: Run) -> [String: [String]] {
        let rows = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        return Dictionary(
            uniqueKeysWithValues: rows[0].enumerated().map { column, name in (name, rows.dropFirst().map { $0[column] }) })
    }

    // MARK: Bands

    @Test func bandsOf50And80And95PercentAreTheDefault() throws {
        let names = ["0.025", "0.1", "0.25", "0.75", "0.9", "0.975"]
        let values = try #require(try forecast("--paths", "200")["values"]?.array)
        #expect(values.allSatisfy { $0.members?.map(\.key) == ["day", "date", "point", "quantiles"] })
        for value in values {
            #expect(value["quantiles"]?.members?.map(\.key) == names)
            let prices = (value["quantiles"]?.members ?? []).compactMap(\.value.number)
            #expect(prices == prices.sorted() && prices.count == 6)
            let point = value["point"]!.number!
            #expect(prices[2] <= point && point <= prices[3])
        }
        let run = try closecast("forecast", "SIM01", "--paths", "200", "--csv")
        #expect(run.lines[0].hasPrefix("ticker,date,day,point," + names.map { "q\($0)" }.joined(separator: ",")))
    }

    @Test(arguments: [
        ["forecast", "SIM01"], ["batch", "--in", "-"], ["wallet", "forecast", "Main"],
    ]) func aLevelBelowOnePercentIsRefusedWithTheRemedy(words: [String]) throws {
        let run = try closecast(words + ["--level", "80,0.8"])
        #expect(
            run.status == 64 && run.words.contains("0.8 is less than 1 %; levels are percentages: for 80 % write 80"),
            "\(run.words)")
    }

    @Test func levelsAreTheEndsOfCentralBandsInAnyOrderAndOnce() throws {
        let few = try forecast("--level", "90, 20,90", "--days", "2", "--paths", "200")
        #expect(few["values"]?.array?[0]["quantiles"]?.members?.map(\.key) == ["0.05", "0.4", "0.6", "0.95"])
        let same = try forecast("--quantiles", "0.95,0.05,0.4,0.6", "--days", "2", "--paths", "200")
        #expect(few == same)
        let odd = try forecast("--level", "99.5", "--days", "1", "--paths", "1000")
        #expect(odd["values"]?.array?[0]["quantiles"]?.members?.map(\.key) == ["0.0025", "0.9975"])
    }

    @Test func theTableTheJSONAndTheCSVAgree() throws {
        let arguments = [
            "forecast", "SIM01", "--level", "80", "--above", "17.5", "--below", "15", "--touch", "18", "--paths", "300", "--seed",
            "4",
        ]
        let text = try closecast(arguments)
        let json = try #require(try closecast(arguments + ["--json"]).json["forecasts"]?.array?.first)
        let csv = try closecast(arguments + ["--csv"])
        #expect(text.status == 0 && csv.status == 0)
        #expect((json["above"]?.number, json["below"]?.number, json["touch"]?.number) == (17.5, 15, 18))
        let members = ["day", "date", "point", "quantiles", "probability_above", "probability_below", "probability_touch"]
        let values = try #require(json["values"]?.array)
        #expect(values.allSatisfy { $0.members?.map(\.key) == members })

        let cells = columns(csv)
        let names = ["point", "q0.1", "q0.9", "probability_above", "probability_below", "probability_touch"]
        #expect(csv.lines[0].hasPrefix("ticker,date,day," + names.joined(separator: ",")))
        for name in names {
            let expected = name.hasPrefix("q") ? quantiles(json, String(name.dropFirst())) : values.compactMap { $0[name]?.number }
            #expect(cells[name]?.map { Double($0) } == expected, "\(name)")
        }

        let header = try #require(text.lines.first { $0.contains("forecast    change") })
        for column in ["80 %", "above 17.5", "below 15", "touch 18"] { #expect(header.contains(column), "\(column)") }
        for day in [1, 7, 30, 60, 96] {
            let row = try #require(
                text.lines.first { $0.hasPrefix("  \(String(repeating: " ", count: 4 - "\(day)".count))\(day)  20") })
            let shares = row.matches(of: /([0-9.]+) %/).suffix(3).map { Double($0.output.1)! }
            for (share, name) in zip(shares, names.suffix(3)) {
                #expect(abs(share - 100 * values[day - 1][name]!.number!) < 0.051, "day \(day), \(name)")
            }
            let band = try #require(row.firstMatch(of: /([0-9.]+) \.\. ([0-9.]+)/))
            for (found, name) in [(band.output.1, "0.1"), (band.output.2, "0.9")] {
                #expect(abs(Double(found)! / quantiles(json, name)[day - 1] - 1) < 6e-4, "day \(day)")
            }
        }
        #expect(text.output.contains("\ndotted: the 80 % band\n"))
        #expect(text.output.contains(", 300 sample paths, read from closes alone\n"))
    }

    @Test func quantilesAreColumnsOfTheTable() throws {
        let run = try closecast("forecast", "SIM01", "--quantiles", "0.05,0.5", "--paths", "100")
        #expect(run.lines.contains { $0.hasSuffix("q 0.05     q 0.5") })
        #expect(run.output.contains("\ndotted: q 0.05 and q 0.5\n"))
    }

    // MARK: Events

    @Test func probabilitiesAddUpAndTouchesOnlyGrow() throws {
        let last = simulated(0).lastClose
        func values(_ arguments: String...) throws -> [JSONValue] {
            let run = try closecast(
                ["forecast", "X", "--from", "-", "--json", "--paths", "300"] + arguments, input: csv(simulated(0)))
            return try #require(try run.json["forecasts"]?.array?.first?["values"]?.array)
        }
        let (high, low) = ("\(last * 1.1)", "\(last * 0.9)")
        for value in try values("--above", high, "--below", high) {
            #expect(abs(value["probability_above"]!.number! + value["probability_below"]!.number! - 1) < 1e-5)
        }
        for (price, beyond) in [(high, "above"), (low, "below")] {
            let found = try values("--touch", price, "--\(beyond)", price)
            let touches = found.map { $0["probability_touch"]!.number! }
            #expect(touches == touches.sorted() && touches.last! > touches.first!)
            #expect(found.allSatisfy { $0["probability_touch"]!.number! >= $0["probability_\(beyond)"]!.number! })
        }
    }

    // MARK: Paths

    @Test func theSameSeedGivesTheSameBytesAndAnotherOneDoesNot() throws {
        func output(_ arguments: String...) throws -> String {
            try closecast(["forecast", "SIM01", "SIM02", "--csv", "--paths", "100", "--days", "10"] + arguments).output
        }
        let one = try output("--seed", "1")
        #expect(try output("--seed", "1") == one)
        #expect(try output() == one)
        #expect(try output("--seed", "2") != one)
        let greatest = try closecast("forecast", "SIM01", "--seed", "\(UInt64.max)", "--paths", "100", "--days", "1", "--json")
        #expect(greatest.output.contains("\"seed\":\(UInt64.max),"))
    }

    @Test func tooFewPathsForAQuantileAreReported() throws {
        let run = try closecast("forecast", "SIM01", "--paths", "20", "--level", "96", "--json")
        #expect(run.status == 0)
        #expect(run.words == "note: the quantile 0.02 of 20 paths is the outermost of them; use more --paths\n")
        #expect(try closecast("forecast", "SIM01", "--paths", "20", "--level", "95", "--json").words.isEmpty)
        let upper = try closecast("forecast", "SIM01", "--paths", "20", "--quantiles", "0.999", "--json")
        #expect(upper.words.contains("the quantile 0.999 of 20 paths"))
    }

    // MARK: Models of points

    @Test func pointsWithoutACalibrationHaveNoBands() throws {
        let folder = try Scratch()
        let model = try folder.model("points", of: "daily-close")
        let found = try forecast("--days", "3", model: model)
        #expect(found.members?.map(\.key) == ["ticker", "cutoff", "last_close", "model", "model_sha256", "horizon", "values"])
        #expect(found["values"]?.array?.allSatisfy { $0.members?.map(\.key) == ["day", "date", "point"] } == true)
        #expect(try closecast("forecast", "SIM01", "--model", model, "--csv").lines[0] == "ticker,date,day,point")
        #expect(try !closecast("forecast", "SIM01", "--model", model).output.contains("dotted"))
        for (arguments, says) in [
            (["--level", "80"], "was not calibrated: it has points and no bands"),
            (["--quantiles", "0.1"], "was not calibrated: it has points and no bands"),
            (["--above", "5"], "was not calibrated: it has points and no probabilities"),
            (["--touch", "5"], "was not calibrated: it has points and no probabilities"),
        ] {
            let run = try closecast(["forecast", "SIM01", "--model", model] + arguments)
            #expect((run.status, run.output) == (64, ""), "\(arguments)")
            #expect(run.words.contains("the model daily-close \(says)"), "\(arguments): \(run.words)")
        }
    }

    @Test func conformalBandsAreWrittenLikeThoseOfPaths() throws {
        let folder = try Scratch()
        let rows = Array(repeating: "[0.6,1.2]", count: 96).joined(separator: ",")
        let calibration = """
            {"kind":"conformal","decay":0.94,"fitted_on":[{"from":"2023-07-01","through":"2023-12-31"}],"levels":[0.5,0.8],"steps":[\(rows)]}
            """
        let model = try folder.model("bands", of: "daily-close", ["calibration": calibration])
        let found = try forecast("--level", "80", "--above", "16", "--below", "16", model: model)
        #expect(found["paths"] == nil && found["seed"] == nil)
        #expect(points(found) == points(try forecast(model: "daily-close")))
        let (low, high) = (quantiles(found, "0.1"), quantiles(found, "0.9"))
        let last = 16.09783
        for (step, band) in zip(low, high).enumerated() {
            // As far up as down from the last close, and wider with the root of the days.
            #expect(abs(band.0 * band.1 / (last * last) - 1) < 1e-6)
            let width = log(band.1 / band.0)
            #expect(abs(width / log(high[0] / low[0]) / Double(step + 1).squareRoot() - 1) < 1e-5, "day \(step + 1)")
        }
        for value in found["values"]!.array! {
            #expect(abs(value["probability_above"]!.number! + value["probability_below"]!.number! - 1) < 2e-6)
        }
        let touch = try closecast("forecast", "SIM01", "--model", model, "--touch", "20")
        #expect(
            touch.status == 64
                && touch.words.contains("--touch: the model daily-close has bands of single days and no sample paths"))
        let sliding = try closecast("forecast", "SIM01", "--model", model, "--decode", "sliding-window")
        #expect(sliding.status == 0 && sliding.output.contains(", sliding window\n"))
    }

    // MARK: Honesty

    @Test func anUnmeasuredModelIsMarked() throws {
        let folder = try Scratch()
        let model = try folder.model()
        for format in [[], ["--plot"]] {
            let run = try closecast(["forecast", "SIM01", "--model", model] + format)
            #expect(run.output.hasSuffix("\nskill against the last price: not measured\n"))
        }
        #expect(try closecast("forecast", "SIM01", "--model", model, "--json").json["skill"] == .array([]))
        #expect(try !closecast("forecast", "SIM01", "--model", model, "--csv").lines[0].contains("skill"))
    }

    @Test func everyForecastHasItsMeasuredSkill() throws {
        let folder = try Scratch()
        let model = try folder.model("measured", ["skill": "[\(skill()),\(skill(point: "[0.5,0.4,0.6]"))]"])
        for format in [[], ["--plot"]] {
            let run = try closecast(["forecast", "SIM01", "--model", model] + format)
            #expect(
                run.output.contains(
                    "\nskill (CRPS) against the last price: days 1-7 +2.1 % [0.3, 4.0], 8-30 +1.0 % [-1.0, 3.0], 31-96 -2.0 % [-5.0, 0.0]\n"
                ))
            #expect(run.output.contains("\ncloses that fell into the 50 % band 51 %, 80 % band 79 %, 95 % band 94 %\n"))
            #expect(run.output.contains("\nits point is no better than the last price; its bands are better than the naive ones"))
            #expect(run.output.contains("12 coins, 16 cutoffs from 2024-04-01 to 2024-11-12"))
        }
        let json = try closecast("forecast", "SIM01", "SIM02", "--model", model, "--json").json
        #expect(json.members?.map(\.key) == ["forecasts", "skill"])
        #expect(json["skill"] == (try JSONValue(parsing: Array("[\(skill()),\(skill(point: "[0.5,0.4,0.6]"))]".utf8))))

        let run = try closecast("forecast", "SIM01", "--model", model, "--csv")
        #expect(run.lines[0].hasSuffix(",skill,skill_low,skill_high,held_50,held_80,held_95"))
        let cells = columns(run)
        for (day, skill) in [(1, "0.021"), (7, "0.021"), (8, "0.01"), (30, "0.01"), (31, "-0.02"), (96, "-0.02")] {
            #expect(cells["skill"]?[day - 1] == skill, "day \(day)")
        }
        #expect((cells["skill_low"]?[0], cells["skill_high"]?[0], cells["held_80"]?[95]) == ("0.003", "0.04", "0.79"))
        let widths: [Int] = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
        #expect(Set(widths).count == 1)
    }

    @Test(arguments: [
        ("[0.9,0.8,0.999]", "[0.9,0.8,0.999]", "its point is better than the last price; its bands are better than the naive ones"),
        (
            "[0.9,0.8,1]", "[0.9,0.8,1]",
            "its point is no better than the last price; its bands are better than the naive ones on days 1-7 only"
        ),
        (
            "[1.1,1,1.2]", "[1.1,1,1.2]",
            "its point is no better than the last price; its bands are better than the naive ones on days 1-7 only"
        ),
        ("[1.1,1.01,1.2]", "[1.1,1.01,1.2]", "its point is worse than the last price; its bands are worse than the naive ones"),
    ])
    func theVerdictFollowsTheIntervalOfAllDays(point: String, crps: String, sentence: String) throws {
        let folder = try Scratch()
        let skill = skill(groups: [("[1,7]", "[0.5,0.4,0.6]"), ("[8,96]", "[2,1.9,2.1]"), ("[1,96]", crps)], point: point)
        let run = try closecast(
            "forecast", "SIM01", "--days", "1", "--paths", "100", "--model", folder.model("m", ["skill": "[\(skill)]"]))
        #expect(run.output.contains("\n\(sentence)\n"), "\(run.output)")
    }

    @Test func theLinesOfWhatWasMeasuredFitTheTerminal() throws {
        let folder = try Scratch()
        let run = try closecast("forecast", "SIM01", "--model", folder.model("measured", ["skill": "[\(skill())]"]))
        #expect(run.lines.allSatisfy { $0.count <= 120 }, "\(run.lines.map(\.count).max()!)")
    }

    @Test func aDayThatWasNotMeasuredHasEmptyCells() throws {
        let folder = try Scratch()
        let model = try folder.model("week", ["skill": "[\(skill(groups: [("[1,7]", "[0.9,0.8,1]")]))]"])
        let run = try closecast("forecast", "SIM01", "--model", model, "--csv", "--days", "9", "--paths", "100")
        let widths: [Int] = run.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count }
        #expect(Set(widths).count == 1)
    }

    // MARK: The chart

    @Test(arguments: ["1", "3", "7", "96"]) func theDatesBelowTheChartAreApart(days: String) throws {
        let run = try closecast("forecast", "SIM01", "--days", days, "--paths", "100")
        let axis = run.lines[try #require(run.lines.lastIndex { $0.contains("┤") }) + 1]
        let dates = axis.split(separator: " ").map(String.init)
        #expect((1...3).contains(dates.count) && dates.allSatisfy { Day(iso: $0) != nil }, "\(axis)")
        #expect(dates.contains("2024-12-31"), "\(axis)")
    }
}
