import Foundation
import JSONText
import Market
import Testing

@Suite struct BatchCommandTests {
    @Test func everyLineHasItsAnswerInItsPlace() throws {
        let histories = (0..<60).map { simulated($0, days: 500 + $0 % 7) }
        let run = try closecast("batch", "--days", "5", "--paths", "50", input: histories.map { line($0) }.joined())
        #expect((run.status, run.words) == (0, ""))
        let answers = try run.jsonLines
        #expect(answers.map { $0["id"]?.string } == histories.map(\.ticker.description))
        for answer in answers {
            #expect(
                answer.members?.map(\.key) == [
                    "id", "cutoff", "last_close", "model", "model_sha256", "horizon", "read", "paths", "seed", "values",
                ])
            #expect(dates(answer) == (1...5).map { (lastDay + $0).description })
        }
    }

    @Test(arguments: ["daily-close", "daily-close-t"]) func anAnswerIsTheForecastOfThatSeriesAlone(model: String) throws {
        let histories = (0..<5).map { simulated($0, days: 520) }
        let options = ["--model", model] + (model == "daily-close" ? [] : ["--paths", "100"])
        let answers = try closecast(["batch"] + options, input: histories.map { line($0) }.joined()).jsonLines
        #expect(answers.count == histories.count)
        for (history, answer) in zip(histories, answers) {
            let run = try closecast(["forecast", "X", "--from", "-", "--json"] + options, input: csv(history))
            let alone = try run.json["forecasts"]!.array![0]
            #expect(areClose(points(answer), points(alone)), "\(history.ticker)")
            // A history's sample paths do not depend on its neighbours.
            if model == "daily-close-t" { #expect(answer["values"] == alone["values"], "\(history.ticker)") }
        }
    }

    /// A line with candles: as a file with them, and refused if a day of one column is missing.
    @Test func candlesAreReadFromLinesAndFiles() throws {
        let history = simulated(3, days: 520)
        let columns = [
            ("open", history.closes.map { 0.99 * $0 }), ("high", history.closes.map { 1.02 * $0 }),
            ("low", history.closes.map { 0.97 * $0 }), ("volume", history.closes.map { 1e6 + $0 }),
        ]
        func line(_ change: (String, [Double]) -> String) -> String {
            let members = columns.map { "\"\($0)\":[\(change($0, $1))]" }.joined(separator: ",")
            return "{\"last\":\"\(lastDay)\",\"closes\":\(history.closes),\(members)}\n"
        }
        func text(_ values: some Sequence<Double>) -> String { values.map { "\($0)" }.joined(separator: ",") }
        let lines = [
            line { text($1) }, line { $0 == "volume" ? text($1.dropLast()) + ",null" : text($1) },
            line { $0 == "low" ? text($1.dropLast()) + ",null" : text($1) }, line { $0 == "low" ? text($1.dropLast()) : text($1) },
        ]
        let run = try closecast("batch", "--model", "daily-volatility", "--keep-going", input: lines.joined())
        let answers = try run.jsonLines
        #expect(answers.map { $0["read"]?.string } == ["ohlcv", "ohlc", "closes", nil])
        #expect(answers[3]["error"]?["message"]?.string?.hasPrefix("\"low\" has 519 values and \"closes\" 520;") == true)
        let rows = history.closes.indices.map { index in
            ([(history.firstDay + index).description] + columns.map { "\($1[index])" } + ["\(history.closes[index])"])
                .joined(separator: ",")
        }
        let file = (["date,open,high,low,Volume USD,close"] + rows).joined(separator: "\n") + "\n"
        let alone = try closecast("forecast", "X", "--from", "-", "--json", "--model", "daily-volatility", input: file).json
        #expect(alone["forecasts"]?.array?[0]["read"]?.string == "ohlcv")
        #expect(alone["forecasts"]?.array?[0]["values"] == answers[0]["values"])
        #expect(answers[0]["paths"] == nil)
    }

    @Test func quantilesAndPathsAreTheSameToTheByteOnAnyThreads() throws {
        let input = (0..<12).map { line(simulated($0 % 5, days: 500 + $0), id: "\($0)") }.joined()
        let arguments = ["batch", "--quantiles", "0.9,0.1", "--paths", "50", "--seed", "7", "--days", "20"]
        let runs = try ["1", "2", "5"].map { try closecast(arguments + ["--threads", $0], input: input) }
        #expect(runs[0].lines.count == 12)
        #expect(runs.allSatisfy { $0.status == 0 && $0.words.isEmpty && $0.output == runs[0].output })
        for answer in try runs[0].jsonLines {
            #expect((answer["paths"]?.integer, answer["seed"]?.integer) == (50, 7))
            let (low, high) = (quantiles(answer, "0.1"), quantiles(answer, "0.9"))
            #expect(low.count == 20 && high.count == 20)
            #expect(zip(low, points(answer)).allSatisfy { $0 < $1 } && zip(points(answer), high).allSatisfy { $0 < $1 })
            #expect(answer["values"]?.array?.allSatisfy { $0["quantiles"]?.members?.map(\.key) == ["0.1", "0.9"] } == true)
        }
    }

    @Test func theSameInputGivesTheSameBytesForAnyNumberOfThreads() throws {
        let input = (0..<150).map { line(simulated($0 % 20, days: 500 + $0 % 3), id: "\($0)") }.joined() + "{\"id\":1}\n"
        let runs = try ["1", "2", "3", "7"].map {
            try closecast("batch", "--model", "daily-close", "--threads", $0, "--keep-going", "--days", "9", input: input)
        }
        #expect(runs[0].lines.count == 151)
        #expect(Set(runs.map(\.output)).count == 1)
        #expect(Set(runs.map(\.words)).count == 1)
    }

    @Test func idsAreRepeatedAsTheyWereWritten() throws {
        let ids = ["1", "1e5", "-0.50", #""a\u0062\"c é""#, #""""#]
        let run = try closecast("batch", "--days", "1", input: ids.map { line(simulated(0), id: $0) }.joined())
        #expect(run.status == 0)
        #expect(zip(run.lines, ids).allSatisfy { $0.hasPrefix("{\"id\":\($1),\"cutoff\"") })
    }

    @Test func withoutALastDayThereAreNoDates() throws {
        let run = try closecast("batch", "--days", "2", input: line(simulated(0), hasLast: false))
        let answer = try run.jsonLines[0]
        #expect(answer["cutoff"] == nil)
        let members = ["day", "point", "quantiles"]
        #expect(answer["values"]?.array?.map { $0.members?.map(\.key) } == [members, members])
    }

    // MARK: Faults

    /// A line that fails, with its code and a part of its message.
    static let faults: [(line: String, code: String, says: String)] = [
        ("x", "malformed-json", "expected a value, found 'x' at byte 0"),
        ("[1]", "invalid-value", "expected an object, found an array"),
        ("{\"id\":\"a\"", "malformed-json", "found the end of the text"),
        ("{\"id\":\"a\",\"id\":\"b\",\"closes\":[1]}", "malformed-json", "the key \"id\" occurs twice"),
        ("{\"id\":null,\"closes\":[1]}", "invalid-value", "\"id\" is null; expected a string or number"),
        ("{\"id\":\"a\",\"closes\":[1,\"2\"]}", "invalid-value", "expected a number, found a string"),
        ("{\"id\":\"a\",\"closes\":[1,null]}", "invalid-value", "expected a number, found null"),
        ("{\"id\":\"a\",\"closes\":[1e999]}", "invalid-value", "beyond the range of doubles"),
        (
            "{\"id\":\"a\",\"closes\":[NaN]}", "malformed-json",
            "number 1 of the list: expected a value, found NaN, which is not a number in JSON"
        ),
        (
            "{\"id\":\"a\",\"closes\":[1],\"last\":\"20.2.2025\"}", "invalid-value",
            "\"last\" is \"20.2.2025\"; expected a day such as 2025-02-20"
        ),
        ("{\"id\":\"a\",\"closes\":[1],\"price\":1}", "unknown-member", "\"price\" is not a member of a series; accepted are"),
        ("{\"id\":\"a\",\"closes\":[1]} {}", "malformed-json", "expected the end of the text"),
        ("{\"id\":\"a\"}", "no-closes", "\"closes\" is missing"),
        ("{\"id\":\"a\",\"closes\":[]}", "no-closes", "\"closes\" is empty"),
        ("{\"id\":\"a\",\"closes\":[1,0,2]}", "bad-close", "close 2 of 3 is 0.0; expected a positive number"),
        ("{\"id\":\"a\",\"closes\":[1,-2]}", "bad-close", "close 2 of 2 is -2.0"),
        ("{\"id\":\"a\",\"closes\":[1e308,1e308]}", "bad-close", "expected 1e-18 to 1e15"),
        ("{\"id\":\"a\",\"closes\":[1,30,31]}", "jump", "close 2 of 3 is 30.0, and the one before is 1.0: a factor of 30"),
        ("{\"id\":\"a\",\"closes\":[1,2]}", "history-too-short", "A has 2 daily closes and the model reads 500. Add 498 more"),
    ]

    @Test func aFaultyLineIsAnsweredWithCodeLineAndMessage() throws {
        let input = "\n" + Self.faults.map { $0.line + "\n" }.joined() + line(simulated(0))
        let run = try closecast("batch", "--keep-going", "--days", "1", input: input)
        #expect(run.status == 1)
        #expect(run.words == "closecast: 19 of 20 series failed, the first on line 2 of standard input\n")
        let answers = try run.jsonLines
        #expect(answers.count == Self.faults.count + 1)
        for (index, fault) in Self.faults.enumerated() {
            let answer = answers[index]
            #expect(answer["line"]?.integer == index + 2, "\(fault.line)")
            #expect(answer["error"]?["code"]?.string == fault.code, "\(fault.line)")
            #expect(answer["error"]?["message"]?.string?.contains(fault.says) == true, "\(fault.line): \(run.lines[index])")
        }
        #expect(points(answers.last!).count == 1)
    }

    @Test(arguments: ["1", "3"]) func theFirstFailedLineEndsTheJob(threads: String) throws {
        let good = (0..<40).map { line(simulated($0 % 5), id: "\($0)") }
        let input = good[..<20].joined() + "{\"id\":20}\n" + good[20...].joined()
        let run = try closecast("batch", "--days", "1", "--threads", threads, input: input)
        #expect(run.status == 1)
        #expect(run.lines.count == 21)
        #expect(try run.jsonLines.last?["error"]?["code"]?.string == "no-closes")
        #expect(run.words.contains("line 21 of standard input failed") && run.words.contains("--keep-going"))
    }

    @Test func everyTruncationOfAGoodLineIsAnswered() throws {
        let closes = (0..<500).map { "\($0 % 9 + 1)" }.joined(separator: ",")
        let good = Array("{\"id\":\"\\u00e9\\ud83d\\ude00\",\"closes\":[\(closes)],\"last\":\"2025-02-20\"}".utf8)
        let input = (1..<good.count).map { String(decoding: good[..<$0], as: UTF8.self) + "\n" }.joined()
        let run = try closecast("batch", "--keep-going", input: input)
        #expect(run.status == 1)
        let answers = try run.jsonLines
        #expect(answers.count == good.count - 1)
        #expect(answers.allSatisfy { $0["error"]?["code"]?.string == "malformed-json" })
    }

    @Test(arguments: ["1", "3"]) func aHugeLineIsRefusedAndEarlierLinesAreAnswered(threads: String) throws {
        let folder = try Scratch()
        try folder.write((0..<3).map { line(simulated($0)) }.joined(), to: "good")
        let run = try bash(
            "(cat good; head -c 40000000 /dev/zero | tr '\\0' 1; echo; cat good) | \"$CLOSECAST\" batch --days 1 --threads \(threads)",
            folder: folder)
        #expect(run.status == 65)
        #expect(run.words.contains("standard input: a line is longer than 16 MB"))
        #expect(run.lines.count == 3)
    }

    @Test func noInputGivesNoOutput() throws {
        let run = try closecast("batch", input: "")
        #expect((run.status, run.output, run.words) == (0, "", ""))
        let blank = try closecast("batch", input: "\n  \n\r\n\t\n")
        #expect((blank.status, blank.output, blank.words) == (0, "", ""))
    }

    @Test func lineEndsMayBeCRLFAndTheLastMayLack() throws {
        let text = line(simulated(0)).dropLast()
        #expect(try closecast("batch", "--days", "1", input: "\(text)\r\n\(text)").lines.count == 2)
    }

    // MARK: Shards and files

    @Test func shardsTogetherAreTheWhole() throws {
        let input = (0..<50).map { line(simulated($0 % 9), id: "\($0)") }.joined(separator: "\n")
        let whole = try closecast("batch", "--model", "daily-close", "--days", "9", input: input).jsonLines
        let shards = try (1...3).map {
            try closecast("batch", "--model", "daily-close", "--days", "9", "--shard", "\($0)/3", input: input).jsonLines
        }
        #expect(shards.map(\.count) == [17, 17, 16])
        for (index, answer) in whole.enumerated() {
            let other = shards[index % 3][index / 3]
            #expect(other["id"] == answer["id"])
            #expect(areClose(points(other), points(answer)), "line \(index + 1)")
        }
    }

    @Test func aFileAppearsWholeAndReplacesTheOldOne() throws {
        let folder = try Scratch()
        try folder.write((0..<3).map { line(simulated($0)) }.joined(), to: "in")
        try folder.write("old", to: "out")
        let run = try closecast("batch", "--in", "in", "--out", "out", "--days", "1", folder: folder)
        #expect((run.status, run.output, run.words) == (0, "", ""))
        #expect(try folder.read("out").split(separator: "\n").count == 3)
        #expect(folder.names == ["in", "out"])
    }

    @Test func aFailedJobKeepsTheOldFileAndNamesTheFileOfItsAnswers() throws {
        let folder = try Scratch()
        try folder.write(line(simulated(0)) + "x\n", to: "in")
        try folder.write("old", to: "out")
        let run = try closecast("batch", "--in", "in", "--out", "out", folder: folder)
        #expect(run.status == 1)
        #expect(run.words.contains("the answers up to there are in out.partial"))
        #expect(try folder.read("out") == "old")
        #expect(try folder.read("out.partial").split(separator: "\n").count == 2)
    }

    @Test func theInputIsNeverOverwritten() throws {
        let folder = try Scratch()
        let text = line(simulated(0))
        try folder.write(text, to: "in")
        try folder.write(text, to: "x.partial")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("in"))
        for (input, output) in [("in", "in"), ("in", "./in"), ("in", "link"), ("link", "in"), ("x.partial", "x")] {
            let run = try closecast("batch", "--in", input, "--out", output, folder: folder)
            #expect(run.status == 64, "\(input), \(output)")
            #expect(run.words.contains("give another file"), "\(run.words)")
        }
        #expect(try folder.read("in") == text)
        #expect(try folder.read("x.partial") == text)
    }

    @Test func devicesAndPipesAreWrittenNotReplaced() throws {
        let folder = try Scratch()
        try folder.write(line(simulated(0)), to: "in")
        let run = try bash("mkfifo out && (\"$CLOSECAST\" batch --in in --out out & cat out; wait $!)", folder: folder)
        #expect(run.status == 0)
        #expect(run.lines.count == 1)
        #expect(folder.names == ["in", "out"])
        let device = try bash("\"$CLOSECAST\" batch --in in --out /dev/null && test -c /dev/null", folder: folder)
        #expect(device.status == 0)
    }

    @Test func aClosedOutputPipeEndsTheJobQuietly() throws {
        let run = try bash(
            "\"$CLOSECAST\" simulate --tickers 2000 --days 500 | \"$CLOSECAST\" batch --days 96 --model daily-close | head -1; echo \"${PIPESTATUS[@]}\""
        )
        #expect(run.words.isEmpty)
        #expect(run.lines.count == 2)
        // 141: ended by SIGPIPE, as every filter is.
        #expect(run.lines.last == "141 141 0")
    }
}
