import ChildProcess
import Foundation
import Glibc
import JSONText
import Market
import Platform
import Testing

/// Batches that pause, stop and continue: for partners that wait for answers, and for schedulers.
@Suite struct BatchResumeTests {
    private static let arguments = ["batch", "--model", "daily-close", "--days", "3"]

    private static func input(_ count: Int) -> String {
        (0..<count).map { line(simulated($0 % 20), id: "\($0)") }.joined()
    }

    // MARK: Pauses

    /// A partner that sends its next line only when it has the answer to the last one.
    @Test(arguments: ["daily-close", "daily-close-t"]) func everyLineIsAnsweredBeforeTheNextOneIsSent(model: String) throws {
        let partner = """
            import subprocess, sys
            lines = sys.stdin.buffer.read().splitlines(keepends=True)
            child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for line in lines:
                child.stdin.write(line)
                child.stdin.flush()
                sys.stdout.write(child.stdout.readline().decode())
            child.stdin.close()
            sys.exit(child.wait())
            """
        let paths = model == "daily-close" ? [] : ["--paths", "50"]
        let arguments = ["batch", "--model", model, "--days", "3", "--threads", "2"] + paths
        let run = try bash(
            "python3 -c '\(partner)' \"$CLOSECAST\" \(arguments.joined(separator: " ")) < input",
            folder: try Self.folder(["input": Self.input(5)]))
        #expect((run.status, run.words) == (0, ""))
        #expect(run.lines.count == 5)
        let whole = try closecast(arguments, input: Self.input(5))
        #expect(run.output == whole.output, "blocks that are not full change no bit")
    }

    /// The line of an earlier run, the options, and the exit status and message that follow.
    private static let endings: [(String, [String], Int32, String)] = [
        ("", ["--threads", "2"], 1, "line 2 of standard input failed"),
        ("", ["--threads", "4", "--out", "out"], 1, "the answers up to there are in out.partial"),
        ("", ["--threads", "2", "--keep-going", "--out", "/dev/full"], 74, "No space left on device"),
        ("{\"id\":1}\n", ["--threads", "2", "--out", "out", "--key", "--resume"], 65, "has no key"),
    ]

    /// Another thread waits for the next line when the job ends.
    @Test(arguments: endings)
    func aJobEndsThoughItsInputStaysOpen(earlier: String, options: [String], status: Int32, says: String) throws {
        let folder = try Self.folder(["lines": Self.input(1) + "x\n", "out.partial": earlier])
        // The shell has both ends of the pipe open, so the input never ends.
        let run = try bash(
            """
            mkfifo pipe; exec 3<>pipe; cat lines >&3
            timeout 60 "$CLOSECAST" \((Self.arguments + options).joined(separator: " ")) < pipe
            """, folder: folder)
        #expect(run.status == status && run.words.contains(says), "\(run.status): \(run.words)")
    }

    // MARK: Keys

    @Test func aKeyIsThatOfSeriesModelAndOptions() throws {
        func keys(_ options: [String], _ input: String) throws -> [String] {
            let run = try closecast(["batch", "--model", "daily-close", "--keep-going", "--key"] + options, input: input)
            return try run.jsonLines.map { try #require($0.members?.first?.key == "key" ? $0["key"]?.string : nil) }
        }
        let input = line(simulated(0)) + line(simulated(1)) + line(simulated(0)) + "x\nx\ny\n"
        let first = try keys([], input)
        #expect(first.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(first[0] == first[2] && first[3] == first[4])
        #expect(Set(first).count == 4)
        #expect(try keys(["--threads", "1"], input) == first)
        // The same series written differently.
        #expect(try keys([], input.replacingOccurrences(of: ",\"closes\"", with: " , \"closes\"")) == first)
        for options in [
            ["--days", "5"], ["--quantiles", "0.5"], ["--decode", "sliding-window"], ["--model", "daily-close-t", "--paths", "9"],
        ] {
            let other = try keys(options, input)
            #expect(Set(other).isDisjoint(with: first), "\(options)")
        }
        for changed in [
            line(simulated(0), id: "7"), line(simulated(0), hasLast: false),
            line(simulated(0)).replacingOccurrences(of: "]", with: ",7]"),
        ] {
            #expect(try keys([], changed)[0] != first[0])
        }
        let plain = try closecast(["batch", "--model", "daily-close", "--keep-going"], input: input)
        let keyed = try closecast(["batch", "--model", "daily-close", "--keep-going", "--key"], input: input)
        #expect(keyed.output.replacing(/"key":"[0-9a-f]{32}",/, with: "") == plain.output)
    }

    // MARK: Going on

    private static func folder(_ files: [String: String]) throws -> Scratch {
        let folder = try Scratch()
        for (name, text) in files { try folder.write(text, to: name) }
        return folder
    }

    private static let files = ["--in", "in", "--out", "out", "--key", "--resume", "--summary", "summary"]

    /// Wherever the file was cut, even within a line or within the bytes of a letter, only the rest is computed.
    @Test func anInterruptedJobGoesOnWhereItWasCut() throws {
        let input = Self.input(40) + "{\"id\":\"é\"}\n" + Self.input(3)
        let whole = try Self.folder(["in": input])
        let run = try closecast(Self.arguments + Self.files + ["--keep-going"], folder: whole)
        #expect(run.status == 1)
        let answers = Array(try Data(contentsOf: whole.url.appending(path: "out")))
        #expect(answers.count { $0 == 10 } == 44)
        for cut in [
            0, 1, answers.count / 3, answers.count - 1, answers.count, answers.firstIndex(of: 10)!, answers.firstIndex(of: 10)! + 1,
        ] {
            let folder = try Self.folder(["in": input])
            try Data(answers[..<cut]).write(to: folder.url.appending(path: "out.partial"))
            let again = try closecast(Self.arguments + Self.files + ["--keep-going"], folder: folder)
            #expect(again.status == 1 && again.words == run.words)
            #expect(try Data(contentsOf: folder.url.appending(path: "out")) == Data(answers), "cut at \(cut)")
            let summary = try JSONValue(parsing: Array(folder.read("summary").utf8))
            #expect(summary["resumed"]?.integer == answers[..<cut].count { $0 == 10 }, "cut at \(cut)")
            #expect(summary["errors"]?["no-closes"]?.integer == 1)
            #expect(folder.names == ["in", "out", "summary"])
        }
    }

    @Test func aFinishedJobIsNotDoneAgainAndGoesOnWithNewLines() throws {
        let folder = try Self.folder(["in": Self.input(5)])
        for (count, resumed) in [(5, 0), (5, 5), (8, 5)] {
            try folder.write(Self.input(count), to: "in")
            #expect(try closecast(Self.arguments + Self.files, folder: folder).status == 0)
            let summary = try JSONValue(parsing: Array(folder.read("summary").utf8))
            #expect((summary["lines"]?.integer, summary["resumed"]?.integer) == (count, resumed))
            #expect(summary["status"]?.string == "complete" && summary["exit_status"]?.integer == 0)
        }
        let fresh = try closecast(Self.arguments + ["--key"], input: Self.input(8))
        #expect(try folder.read("out") == fresh.output)
    }

    @Test func answersToOtherLinesOrOptionsAreRefusedAndKept() throws {
        let folder = try Self.folder(["in": Self.input(5)])
        #expect(try closecast(Self.arguments + Self.files, folder: folder).status == 0)
        let answers = try folder.read("out")
        for (arguments, input, says) in [
            (Self.arguments + ["--quantiles", "0.5"], Self.input(5), "does not belong to line 1 of the input"),
            (Self.arguments, Self.input(2) + line(simulated(9)) + Self.input(2), "does not belong to line 3 of the input"),
            (Self.arguments, Self.input(4), " out has more answers than the input has lines"),
            (Self.arguments, "", "has more answers than the input has lines"),
        ] {
            try folder.write(input, to: "in")
            let run = try closecast(arguments + Self.files, folder: folder)
            #expect(run.status == 65 && run.words.contains(says) && run.words.contains("without --resume"), "\(run.words)")
            #expect(try folder.read("out") == answers)
            #expect(folder.names == ["in", "out", "summary"], "no copy stays")
        }
        try folder.write(Self.input(5), to: "in")
        try folder.write(try closecast(Self.arguments, input: Self.input(3)).output, to: "out.partial")
        let run = try closecast(Self.arguments + Self.files, folder: folder)
        #expect(run.status == 65 && run.words.contains("has no key: it was written without --key"), "\(run.words)")
        #expect(folder.names == ["in", "out", "out.partial", "summary"], "what another run left stays")
    }

    @Test func aRefusedPartialFileStaysAsItIs() throws {
        let folder = try Self.folder(["in": Self.input(5)])
        #expect(try closecast(Self.arguments + Self.files, folder: folder).status == 0)
        let torn = String(try folder.read("out").dropLast(10))
        try folder.write(torn, to: "out.partial")
        let run = try closecast(Self.arguments + ["--quantiles", "0.5"] + Self.files, folder: folder)
        #expect(run.status == 65 && run.words.contains("an answer in out.partial does not belong"), "\(run.words)")
        #expect(try folder.read("out.partial") == torn)
    }

    @Test func aDamagedAnswerIsCalledDamaged() throws {
        let folder = try Self.folder(["in": Self.input(2)])
        #expect(try closecast(Self.arguments + Self.files, folder: folder).status == 0)
        let first = try #require(try folder.read("out").split(separator: "\n").first)
        try folder.write(first.dropLast(1) + "\n", to: "out.partial")
        let run = try closecast(Self.arguments + Self.files, folder: folder)
        #expect(run.status == 65 && run.words.contains("out.partial to line 1 of the input is damaged"), "\(run.words)")
    }

    @Test(arguments: [true, false]) func twoJobsNeverWriteTheSameFile(resumes: Bool) throws {
        let folder = try Self.folder(["in": Self.input(2)])
        // The draft as a running job has it.
        let draft = try FileDraft(continuing: folder.path("out"))
        try draft.write(Array("x\n".utf8))
        let options = resumes ? Self.files : Self.files.filter { $0 != "--resume" }
        let run = try closecast(Self.arguments + options, folder: folder)
        #expect(run.status == 75 && run.words.contains("another process is writing"), "\(run.words)")
        #expect(try folder.read("out.partial") == "x\n")
        draft.discard()
    }

    @Test func goingOnNeedsKeysAndAFile() throws {
        let without = try closecast("batch", "--in", "x", "--out", "y", "--resume")
        #expect(without.status == 64 && without.words.contains("add --key"))
        let nowhere = try closecast("batch", "--resume", "--key")
        #expect(nowhere.status == 64 && nowhere.words.contains("--out FILE"))
    }

    // MARK: Signals

    /// Killed repeatedly, in both ways, a job ends with the same bytes as an uninterrupted one.
    @Test func aJobThatIsStoppedAgainAndAgainEndsWithTheSameBytes() throws {
        let input = (0..<24).map { line(simulated($0), id: "\($0)") }.joined()
        let options = ["--days", "5", "--paths", "1500", "--threads", "2"]
        let folder = try Self.folder(["in": input])
        let arguments = ["batch"] + options + Self.files
        var ends: Set<String> = []
        for attempt in 0..<200 {
            let child = try ChildProcess(
                executable.path, arguments, folder: folder.url.path, errors: nil)
            // Pause: the moment of the end.
            usleep(UInt32(40_000 + 15_000 * attempt))
            child.kill(attempt % 2 == 0 ? SIGTERM : SIGKILL)
            let end = child.wait()
            ends.insert("\(end)")
            guard end != .exited(0) else { break }
        }
        #expect(ends.contains("\(ChildProcess.End.exited(0))"), "\(ends)")
        #expect(try folder.read("out") == closecast(["batch", "--key"] + options, input: input).output)
    }

    @Test func aSignalEndsAJobThatWaitsAndKeepsItsAnswers() throws {
        let folder = try Self.folder(["in": Self.input(1)])
        let run = try bash(
            """
            mkfifo pipe; exec 3<>pipe; cat in >&3
            "$CLOSECAST" \(Self.arguments.joined(separator: " ")) --out out --key --summary summary < pipe & job=$!
            for i in $(seq 600); do [ -s out.partial ] && break; sleep 0.1; done
            kill -TERM $job; wait $job
            """, folder: folder)
        #expect(run.status == 75)
        #expect(
            run.words.hasSuffix(
                "closecast: stopped by a signal after 1 answer; the answers up to there are in out.partial; to go on from there, repeat the "
                    + "command with --resume\n"), "\(run.words)")
        #expect(try folder.read("out.partial").hasSuffix("]}\n"))
        let summary = try JSONValue(parsing: Array(folder.read("summary").utf8))
        #expect(summary["status"]?.string == "interrupted" && summary["exit_status"]?.integer == 75)
    }

    // MARK: Schedulers

    @Test func theSummarySaysWhatWasDone() throws {
        let folder = try Self.folder(["in": Self.input(3) + "x\n{\"id\":1}\n{\"id\":2}\n"])
        let arguments = Self.arguments + ["--in", "in", "--out", "out", "--summary", "summary"]
        func summary() throws -> JSONValue { try JSONValue(parsing: Array(folder.read("summary").utf8)) }
        #expect(try closecast(arguments + ["--keep-going"], folder: folder).status == 1)
        let all = try summary()
        #expect(
            all.members?.map(\.key) == [
                "status", "exit_status", "message", "lines", "forecast", "failed", "resumed", "first_failed_line", "errors",
                "seconds", "series_per_second", "peak_memory_bytes", "model", "model_sha256", "shard",
            ])
        #expect(all["status"]?.string == "complete" && all["exit_status"]?.integer == 1)
        #expect(["lines", "forecast", "failed", "first_failed_line"].map { all[$0]?.integer } == [6, 3, 3, 4])
        #expect(all["errors"]?.members?.map(\.key) == ["malformed-json", "no-closes"])
        #expect(all["peak_memory_bytes"]?.integer ?? 0 > 1 << 20 && all["shard"] == .null)
        #expect(try closecast(arguments + ["--shard", "2/3"], folder: folder).status == 1)
        let part = try summary()
        #expect(part["status"]?.string == "failed" && part["shard"]?.string == "2/3")
    }

    @Test func aDiskThatIsFullIsTheMachinesFault() throws {
        let folder = try Self.folder(["in": Self.input(3)])
        let run = try bash(
            "\"$CLOSECAST\" \(Self.arguments.joined(separator: " ")) --in in --out /dev/full --summary summary", folder: folder)
        #expect(run.status == 74 && run.words.contains("No space left on device"), "\(run.words)")
        let summary = try JSONValue(parsing: Array(folder.read("summary").utf8))
        #expect(summary["status"]?.string == "failed" && summary["lines"]?.integer == 0, "what was not written does not count")
    }
}
