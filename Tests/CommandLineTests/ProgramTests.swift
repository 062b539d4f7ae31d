import Foundation
import JSONText
import Market
import Testing

@Suite struct ProgramTests {
    @Test func theVersionIsOneLine() throws {
        let run = try closecast("--version")
        #expect((run.status, run.words) == (0, ""))
        #expect(run.output.wholeMatch(of: /closecast \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        [], ["forecast"], ["batch"], ["backtest"], ["model"], ["model", "run"], ["simulate"], ["paper"], ["history"],
        ["paper", "run"], ["paper", "start"], ["paper", "show"],
        ["history", "import"],
        ["history", "fetch"], ["history", "show"], ["market"], ["asset"], ["favourite"], ["wallet"], ["wallet", "create"],
        ["wallet", "set"], ["wallet", "buy"], ["wallet", "transfer"], ["wallet", "forecast"], ["wallet", "import"],
        ["wallet", "export"], ["invest"],
    ])
    func theHelpStartsWithExamplesAndFitsTheTerminal(command: [String]) throws {
        let run = try bash("\"$CLOSECAST\" \(command.joined(separator: " ")) --help")
        #expect((run.status, run.words) == (0, ""))
        #expect(run.lines[0].hasPrefix("OVERVIEW: "))
        #expect(run.lines[1] == "EXAMPLES")
        #expect(run.lines[2].hasPrefix("  "))
        for line in run.lines where !line.hasPrefix("USAGE: ") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func theHelpListsTheExitStatuses() throws {
        let help = try closecast("--help").output
        for status in ["0", "1", "64", "65", "66", "69", "73", "75"] { #expect(help.contains("\n  \(status) "), "\(status)") }
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsAreWritten(shell: String) throws {
        let run = try closecast("--generate-completion-script", shell)
        #expect((run.status, run.words) == (0, ""))
        #expect(run.output.contains("sliding-window") && run.output.contains("keep-going"))
    }

    @Test func theModelsAndTheSampleAreFoundFromAnyFolder() throws {
        let folder = try Scratch()
        #expect(try closecast("forecast", "SIM01", "--csv", folder: folder).status == 0)
        let missing = try closecast("forecast", "SIM01", environment: ["CLOSECAST_MODELS": folder.path("none")])
        let way = "set CLOSECAST_MODELS to the folder that holds the model folders"
        #expect(
            missing.status == 66
                && missing.words.contains("none, which is not a folder; \(way), or give the folder of one model: --model DIR"),
            "\(missing.words)")
        let empty = try closecast("model", "show", environment: ["CLOSECAST_MODELS": folder.url.path])
        #expect(
            empty.status == 66
                && empty.words.contains("holds no models; \(way), or give the folder of one model: closecast model show"),
            "\(empty.words)")
        let none = try closecast("model", "list", environment: ["CLOSECAST_MODELS": folder.path("none")])
        #expect(none.status == 66 && none.words.contains("\(way)\n"), "\(none.words)")
    }

    // MARK: simulate

    @Test func theSameSeedMakesTheSameMarkets() throws {
        let one = try closecast("simulate", "--tickers", "3", "--days", "50")
        #expect((one.status, one.words) == (0, ""))
        #expect(one.lines.count == 3)
        #expect(try closecast("simulate", "--tickers", "3", "--days", "50", "--seed", "1").output == one.output)
        #expect(try closecast("simulate", "--tickers", "3", "--days", "50", "--seed", "2").output != one.output)
    }

    @Test func aFolderAndTheLinesHoldTheSameCloses() throws {
        let folder = try Scratch()
        let run = try closecast("simulate", "--tickers", "2", "--days", "9", "--last", "2025-01-05", "--out", "a/b", folder: folder)
        #expect((run.status, run.output) == (0, ""))
        #expect(run.words == "note: 2 simulated markets of 9 days written to a/b\n")
        let lines = try closecast("simulate", "--tickers", "2", "--days", "9", "--last", "2025-01-05").jsonLines
        for line in lines {
            let rows = try folder.read("a/b/\(line["id"]!.string!).csv").split(separator: "\n")
            #expect(rows[0] == "date,close")
            #expect(rows[1].hasPrefix("2024-12-28,") && rows[9].hasPrefix("2025-01-05,"))
            #expect(rows.dropFirst().map { Double($0.drop { $0 != "," }.dropFirst()) } == line["closes"]!.array!.map(\.number))
        }
    }

    @Test func simulatedLinesAreABatch() throws {
        let run = try bash("\"$CLOSECAST\" simulate --tickers 30 --days 500 | \"$CLOSECAST\" batch --days 2 --paths 50")
        #expect((run.status, run.words) == (0, ""))
        #expect(try run.jsonLines.map { $0["id"]?.string } == (1...30).map { "SIM\($0 < 10 ? "0" : "")\($0)" })
    }
}
