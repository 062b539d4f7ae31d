import Foundation
import JSONText
import Market
import Testing

@Suite struct ForecastCommandTests {
    // MARK: Output

    @Test func theTableShowsFiveDaysAChartAndTheOrigin() throws {
        let run = try closecast("forecast", "SIM01")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("SIM01 (a simulated market, no real coin)  last close "))
        for day in ["   1  2025-01-01", "   7  2025-01-07", "  30  2025-01-30", "  60  2025-03-01", "  96  2025-04-06"] {
            #expect(run.output.contains("\n  \(day)  "), "\(day)")
        }
        #expect(run.lines.count { $0.contains("┤") } == 12)
        #expect(run.output.contains("\nmodel daily-average (sha256 "))
        #expect(run.output.contains("last day seen 2024-12-31, 1000 sample paths, read from closes alone\n"))
        let points = try closecast("forecast", "SIM01", "--model", "daily-close")
        #expect(points.output.contains("\nmodel daily-close (sha256 "))
        #expect(points.output.contains("last day seen 2024-12-31, recursive\n"))
        let fast = try closecast("forecast", "SIM01", "--model", "daily-volatility")
        #expect(fast.output.contains("last day seen 2024-12-31, no sample paths, read from closes alone\n"))
    }

    @Test func theJSONHas96ConsecutiveDaysAfterTheCutoff() throws {
        let run = try closecast("forecast", "SIM01", "--json")
        #expect((run.status, run.words) == (0, ""))
        let forecasts = try #require(try run.json["forecasts"]?.array)
        #expect(forecasts.count == 1)
        let forecast = forecasts[0]
        #expect(
            forecast.members?.map(\.key) == [
                "ticker", "cutoff", "last_close", "model", "model_sha256", "horizon", "read", "paths", "seed", "values",
            ])
        #expect(forecast["model"]?.string == "daily-average")
        #expect((forecast["paths"]?.integer, forecast["seed"]?.integer) == (1000, 1))
        #expect(forecast["ticker"]?.string == "SIM01")
        #expect(forecast["cutoff"]?.string == "2024-12-31")
        #expect(forecast["model_sha256"]?.string?.count == 64)
        #expect(forecast["horizon"]?.integer == 96)
        #expect(forecast["values"]?.array?.map { $0["day"]?.integer } == (1...96).map { $0 })
        #expect(dates(forecast) == (1...96).map { (lastDay + $0).description })
        #expect(points(forecast).count == 96)
        #expect(points(forecast).allSatisfy { $0 > 0 && $0.isFinite })
    }

    @Test func theCSVHasTheNumbersOfTheJSON() throws {
        let run = try closecast("forecast", "SIM01", "SIM02", "--csv")
        #expect((run.status, run.words) == (0, ""))
        #expect(run.lines.count == 1 + 2 * 96)
        #expect(run.lines[0].hasPrefix("ticker,date,day,point"))
        let forecasts = try #require(try closecast("forecast", "SIM01", "SIM02", "--json").json["forecasts"]?.array)
        let expected = forecasts.flatMap { forecast in
            zip(dates(forecast), points(forecast)).enumerated().map {
                "\(forecast["ticker"]!.string!),\($0.element.0),\($0.offset + 1),\($0.element.1)"
            }
        }
        #expect(run.lines.dropFirst().map { $0.split(separator: ",").prefix(4).joined(separator: ",") } == expected)
    }

    @Test func thePlotIsALargeChart() throws {
        let run = try closecast("forecast", "SIM01", "--plot")
        #expect(run.status == 0)
        #expect(run.lines.count { $0.contains("┤") } == 24)
        #expect(!run.output.contains("forecast    change"))
    }

    @Test func nothingIsColouredWhenNoTerminalReads() throws {
        for environment in [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color", "COLORTERM": "truecolor"]] {
            let run = try closecast("forecast", "SIM01", environment: environment)
            #expect(!(run.output + run.words).contains("\u{1B}"))
        }
    }

    @Test func noLineIsWiderThanTheTerminal() throws {
        let folder = try Scratch()
        let run = try closecast("forecast", "SIM01", "SIM02", "--model", folder.model())
        #expect(run.lines.allSatisfy { $0.count <= 100 })
        #expect(try closecast("forecast", "SIM01", "--plot").lines.filter { $0.contains("┤") }.allSatisfy { $0.count <= 80 })
    }

    @Test func fewerDaysAreTheFirstOfMore() throws {
        let all = try closecast("forecast", "SIM01", "--json").json["forecasts"]!.array![0]
        let few = try closecast("forecast", "SIM01", "--json", "--days", "7").json["forecasts"]!.array![0]
        #expect(few["horizon"]?.integer == 7)
        #expect(areClose(points(few), Array(points(all).prefix(7))))
        #expect(try closecast("forecast", "SIM01", "--days", "1").status == 0)
    }

    @Test func theSlidingWindowAgreesOnTheFirstDay() throws {
        let run = try closecast("forecast", "SIM01", "--json", "--model", "daily-close", "--decode", "sliding-window")
        let sliding = points(try run.json["forecasts"]!.array![0])
        let recursive = points(try closecast("forecast", "SIM01", "--json", "--model", "daily-close").json["forecasts"]!.array![0])
        #expect(sliding.count == 96)
        #expect(areClose([sliding[0]], [recursive[0]]))
    }

    // MARK: Input

    @Test func tickersKeepTheRequestedOrder() throws {
        let run = try closecast("forecast", "SIM03", "sim01", "SIM12", "--json")
        #expect(try run.json["forecasts"]?.array?.map { $0["ticker"]?.string } == ["SIM03", "SIM01", "SIM12"])
    }

    @Test func standardInputFilesAndFoldersGiveTheSameForecast() throws {
        let folder = try Scratch()
        let text = csv(simulated(0, days: 600))
        try folder.write(text, to: "btc.csv")
        try folder.write("not a price file", to: "readme.txt")
        let runs = try [
            closecast("forecast", "BTC", "--json", "--from", "btc.csv", folder: folder),
            closecast("forecast", "BTC", "--json", "--from", "-", input: text),
            closecast("forecast", "BTC", "--json", "--from", ".", folder: folder),
            closecast("forecast", "--json", "--from", "btc.csv", folder: folder),
            closecast("forecast", "--json", "--from", folder.url.path),
        ]
        for run in runs {
            #expect(run.status == 0)
            #expect(run.words.hasPrefix("note: BTC: the last close is from 2024-12-31 (") && run.words.hasSuffix(" days ago)\n"))
        }
        #expect(Set(runs.map(\.output)).count == 1)
    }

    @Test func filesThatDoNotMatchTheTickersAreReported() throws {
        let folder = try Scratch()
        for name in ["BTC.csv", "ETH.csv"] { try folder.write(csv(simulated(0)), to: name) }
        let other = try closecast("forecast", "BTC", "--json", "--from", "ETH.csv", folder: folder)
        #expect(other.status == 0 && other.words.contains("note: BTC is read from ETH.csv, which is not named after it"))
        let unused = try closecast("forecast", "BTC", "--json", "--from", "BTC.csv", "ETH.csv", folder: folder)
        #expect(unused.status == 0 && unused.words.contains("note: ETH.csv is not used"))
        let twice = try closecast("forecast", "--from", "BTC.csv", folder.path("BTC.csv"), folder: folder)
        #expect(twice.status == 64 && twice.words.contains("both named after BTC"))
    }

    @Test func filesOfAPatternComeOutInItsOrder() throws {
        let folder = try Scratch()
        for (index, name) in ["b", "a", "c-usd"].enumerated() { try folder.write(csv(simulated(index)), to: "\(name).csv") }
        let run = try bash("\"$CLOSECAST\" forecast --csv --days 1 --from *.csv", folder: folder)
        #expect(run.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["A", "B", "C-USD"])
        let named = try closecast("forecast", "C", "A", "--csv", "--days", "1", "--from", ".", folder: folder)
        #expect(named.lines.dropFirst().map { $0.prefix { $0 != "," } } == ["C", "A"])
    }

    @Test func theCutoffHidesWhatFollows() throws {
        let history = simulated(0, days: 600)
        let cut = PriceHistory(ticker: history.ticker, firstDay: history.firstDay, closes: Array(history.closes.dropLast(30)))
        let asOf = try closecast(
            "forecast", "X", "--from", "-", "--json", "--as-of", (lastDay - 30).description, input: csv(history))
        let short = try closecast("forecast", "X", "--from", "-", "--json", input: csv(cut))
        #expect(asOf.status == 0)
        #expect(asOf.output == short.output)
    }

    @Test func faultsBeforeTheWindowAreWordsNotData() throws {
        var closes = simulated(0, days: 600).closes
        closes[10] = closes[10] * 1e4
        let text = csv(PriceHistory(ticker: Ticker("X")!, firstDay: lastDay - 599, closes: closes))
        let run = try closecast("forecast", "X", "--from", "-", "--json", input: text)
        #expect(run.status == 0)
        #expect(run.words.hasPrefix("note: standard input:12: the close of "))
        #expect(try run.json["forecasts"] != nil)
    }

    @Test func gapsInsideTheWindowAreMendedByFill() throws {
        let history = simulated(0, days: 600)
        let text = csv(history).split(separator: "\n").filter { !$0.hasPrefix((lastDay - 20).description) }.joined(separator: "\n")
        let refused = try closecast("forecast", "X", "--from", "-", input: text)
        #expect((refused.status, refused.output) == (65, ""))
        #expect(refused.words.contains("1 day is missing") && refused.words.contains("--fill previous"))
        let filled = try closecast("forecast", "X", "--from", "-", "--fill", "previous", input: text)
        #expect(filled.status == 0)
        #expect(filled.words.hasPrefix("note: standard input: 1 missing or bad close filled"))
    }

    @Test func aForecastFromTrainingDaysIsMarked() throws {
        let run = try closecast("forecast", "SIM01", "--as-of", "2023-01-01")
        #expect(run.status == 0)
        #expect(run.words.contains("so what follows 2023-01-01 is not a test of it"))
    }

    @Test func aCoinNamedLikeASimulatedOneIsNotMarkedAsSimulated() throws {
        #expect(try closecast("forecast", "SIMD", "--from", "-", input: csv(simulated(0))).output.hasPrefix("SIMD  last close"))
    }

    @Test func aFlatHistoryAndAHundredfoldOneAreDrawn() throws {
        for closes in [
            Array(repeating: 5.0, count: 500), Array(repeating: 1, count: 499) + [19.9],
            Array(repeating: 1e-18, count: 500),
        ] {
            let text = csv(PriceHistory(ticker: Ticker("X")!, firstDay: lastDay - 499, closes: closes))
            for model in ["daily-close", "daily-close-t"] {
                #expect(try closecast("forecast", "X", "--from", "-", "--model", model, input: text).status == 0, "\(closes[0])")
            }
        }
    }

    // MARK: Exit status and words

    /// The arguments, the exit status, and a part of the message.
    static let refusals: [(arguments: [String], status: Int32, says: String)] = [
        (["forecast"], 64, "name a coin and its file: closecast forecast BTC --from BTC.csv"),
        (
            ["forecast", "BTC", "--offline"], 66,
            "closecast forecast BTC --from BTC.csv\nor store a file once:      closecast history import BTC.csv"
        ),
        (["forecast", "a b"], 64, "\"a b\" is not a ticker"),
        (["forecast", "BTC", "--from", "none.csv"], 66, "cannot read none.csv: No such file or directory"),
        (["forecast", "--from", "none.csv", "ETH"], 66, "cannot read none.csv: No such file or directory"),
        (["forecast", "--from", "ETH"], 66, "put tickers before --from: closecast forecast ETH --from …"),
        (["forecast", "--from", "-"], 64, "name the coin of standard input"),
        (["forecast", "--from", "."], 66, "no .csv files in ."),
        (["forecast", "BTC", "ETH", "--from", "BTC.csv"], 64, "ETH: no file named after it among BTC.csv"),
        (["forecast", "BTC", "--from", "-"], 65, "standard input: the file is empty"),
        (["forecast", "SIM01", "--days", "97"], 64, "--days 97: the model daily-average forecasts 1 to 96 days"),
        (["forecast", "SIM01", "--days", "0"], 64, "--days 0"),
        (["forecast", "SIM01", "--days", "x"], 64, "The value 'x' is invalid for '--days <n>'"),
        (["forecast", "SIM01", "--as-of", "20241231"], 64, "\"20241231\" is not a day; expected one such as 2025-02-20"),
        (["forecast", "SIM01", "--as-of", "2030-01-01"], 65, "The last close before that day: --as-of 2024-12-31"),
        (["forecast", "SIM01", "--since", "2024-06-01"], 65, "214 daily closes, 2024-06-01 to 2024-12-31; the model reads 500"),
        (["forecast", "SIM01", "--fill", "next"], 64, "one of 'previous'"),
        (["forecast", "SIM01", "--model", "none"], 66, "no model named none in "),
        (["forecast", "SIM01", "--model", "./none"], 66, "cannot read ./none/config.json: No such file or directory"),
        (
            ["forecast", "SIM01", "--model", golden.path + "/keras-1x24"], 65,
            "Run it with: closecast model run \(golden.path)/keras-1x24"
        ),
        (["forecast", "SIM01", "--decode", "backwards"], 64, "recursive"),
        (
            ["forecast", "SIM01", "--decode", "sliding-window"], 65,
            "the model daily-average has no sliding window, which is for networks of points"
        ),
        (
            ["forecast", "SIM01", "--level", "0"], 64,
            "--level 0.0: levels are percentages from 1 to 99.9998"
        ),
        (["forecast", "SIM01", "--level", "80,100"], 64, "--level 100.0: levels are percentages from 1 to 99.9998"),
        (["forecast", "SIM01", "--level", "80,,95"], 64, "The value '80,,95' is invalid for '--level <percent,…>'"),
        (["forecast", "SIM01", "--level", "50", "--quantiles", "0.1"], 64, "--level and --quantiles: give one of them"),
        (["forecast", "SIM01", "--quantiles", "1.5"], 64, "--quantiles 1.5: give numbers between 0 and 1"),
        (["forecast", "SIM01", "--quantiles", "0.5,0"], 64, "--quantiles 0.0: give numbers between 0 and 1"),
        (["forecast", "SIM01", "--quantiles", "nan"], 64, "--quantiles nan: give numbers between 0 and 1"),
        (["forecast", "SIM01", "--quantiles", ""], 64, "The value '' is invalid for '--quantiles <q,…>'"),
        (["forecast", "SIM01", "--paths", "0"], 64, "--paths 0: give 1 to 100000"),
        (["forecast", "SIM01", "--paths", "100001"], 64, "--paths 100001: give 1 to 100000"),
        (["forecast", "SIM01", "--seed=-1"], 64, "The value '-1' is invalid for '--seed <n>'"),
        (["forecast", "SIM01", "--above", "-1"], 64, "--above"),
        (["forecast", "SIM01", "--above=-1"], 64, "--above -1.0: give a positive price"),
        (["forecast", "SIM01", "--below", "0"], 64, "--below 0.0: give a positive price"),
        (["forecast", "SIM01", "--touch", "inf"], 64, "--touch inf: give a positive price"),
        (
            ["forecast", "SIM01", "--paths", "10", "--model", "daily-close"], 64,
            "--paths and --seed: the model daily-close draws no sample paths"
        ),
        (["forecast", "SIM01", "--seed", "2", "--model", "daily-close"], 64, "the model daily-close draws no sample paths"),
        (["forecast", "SIM01", "--touch", "5", "--model", "daily-close"], 64, "the model daily-close "),
        (["batch", "--paths", "10", "--model", "daily-close"], 64, "the model daily-close draws no sample paths"),
        (["batch", "--level", "101"], 64, "--level 101.0: levels are percentages from 1 to 99.9998"),
        (["forecast", "SIM01", "--json", "--csv"], 64, "--csv"),
        (["forecast", "SIM01", "--nonsense"], 64, "--nonsense"),
        (["nonsense"], 64, "nonsense"),
        (["batch", "--in", "none.ndjson"], 66, "cannot read none.ndjson: No such file or directory"),
        (["batch", "--in", "."], 66, "cannot read .: Is a directory"),
        (["batch", "--out", "none/out"], 73, "cannot write none/out: No such file or directory"),
        (["batch", "--out", "."], 64, "--out . is a folder"),
        (["batch", "--shard", "3/2"], 64, "\"3/2\" is not a part; expected i/n with i from 1 to n"),
        (["batch", "--threads", "0"], 64, "--threads 0: give 1 to 1024"),
        (["batch", "--days", "97"], 64, "--days 97"),
        (["model", "show", "none"], 66, "no model named none in "),
        (["model", "verify", "."], 66, "cannot read ./config.json"),
        (["model", "run"], 64, "Missing expected argument '<name|dir>'"),
        (["model", "run", "daily-close", "--steps", "0"], 64, "--steps 0: give 1 to 100000"),
        (["simulate", "--tickers", "0"], 64, "--tickers 0"),
        (["simulate", "--days", "0"], 64, "--days 0"),
        (["simulate", "--last", "today"], 64, "\"today\" is not a day"),
        (["simulate", "--seed", "x"], 64, "The value 'x' is invalid for '--seed <n>'"),
        (["simulate", "--out", "/proc/none"], 73, "cannot make the folder /proc/none"),
    ]

    @Test(arguments: refusals.indices) func anErrorHasAMessageAndAnExitStatus(index: Int) throws {
        let (arguments, status, says) = Self.refusals[index]
        let folder = try Scratch()
        let run = try closecast(arguments, folder: folder)
        #expect(run.status == status, "\(arguments): \(run.words)")
        #expect(run.words.contains(says), "\(arguments): \(run.words)")
        #expect(run.output.isEmpty, "\(arguments)")
        #expect(folder.names.isEmpty, "\(arguments)")
    }

    @Test func aBadFileDoesNotBlockGoodOnes() throws {
        let folder = try Scratch()
        try folder.write("date,close\n", to: "A.csv")
        try folder.write(csv(simulated(0)), to: "B.csv")
        try folder.write("when,close\n", to: "C.csv")
        let run = try closecast("forecast", "--from", ".", folder: folder)
        #expect(run.status == 65)
        #expect(run.output.hasPrefix("B  last close") && run.output.components(separatedBy: "last close").count == 2)
        #expect(run.words.contains("./A.csv: the file is empty") && run.words.contains("./C.csv: no date column"))
    }
}
