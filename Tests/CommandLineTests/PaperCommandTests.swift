import Foundation
import JSONText
import Market
import Testing

@Suite struct PaperCommandTests {
    private let folder: Scratch

    init() throws { folder = try Scratch() }

    private func paper(_ arguments: String...) throws -> Run { try closecast(["paper"] + arguments, folder: folder) }

    /// 40 closes from 2024-01-01 on: A rises by 1 a day, B falls by 0.25 and has none on some days.
    private func files(missing: Set<Int> = []) throws {
        for (name, close) in [("A", { 100 + Double($0) }), ("B", { 50 - Double($0) / 4 })] as [(String, (Int) -> Double)] {
            let lines = (0..<40).compactMap { index in
                name == "B" && missing.contains(index) ? nil : "\(Day(iso: "2024-01-01")! + index),\(close(index))"
            }
            try folder.write("date,close\n" + lines.joined(separator: "\n") + "\n", to: "\(name).csv")
        }
    }

    @Test func aSimulatedMarketIsPlayed() throws {
        let run = try paper("SIM01", "SIM02", "--since", "2024-01-01", "--until", "2024-06-30")
        #expect((run.status, run.words) == (0, ""))
        #expect(run.lines[0] == "SIM01 SIM02, 182 days from 2024-01-01 to 2024-06-30; 10000 USD each, fee 0.1 % (simulated)")
        for name in ["hold", "rebalance", "follow"] { #expect(run.lines.count { $0.hasPrefix("\(name) ") } >= 1, "\(name)") }
        #expect(run.output.contains("luck alone gives"))
        #expect(run.output.contains("Simulated money on past closes; past results promise nothing."))
        for line in run.lines.prefix(4) { #expect(line.count <= 120) }
        #expect(try paper("SIM01", "SIM02", "--since", "2024-01-01", "--until", "2024-06-30").output == run.output)
        let other = try paper("SIM01", "SIM02", "--since", "2024-01-01", "--until", "2024-06-30", "--seed", "9")
        #expect(other.status == 0 && other.output != run.output)
    }

    @Test func theJSONHasEveryValueAndTrade() throws {
        try files()
        let run = try paper(
            "A", "B", "--from", "A.csv", "B.csv", "--since", "2024-01-01", "--strategies", "rebalance", "--fee", "0.5%", "--cash",
            "1005",
            "--json")
        #expect((run.status, run.words) == (0, ""))
        let json = try run.json
        #expect(json["simulated"] == .boolean(true) && json["fee"]?.string == "0.005" && json["cash"]?.string == "1005")
        let result = try #require(json["result"])
        let lines = try #require(result["strategies"]?.array)
        #expect(lines.map { $0["strategy"]?.string } == ["hold", "rebalance"])
        #expect(lines.allSatisfy { $0["values"]?.array?.count == 40 })
        #expect(lines[0]["values"]?.array?[0].string == "1000" && lines[0]["fees"]?.string == "5")
        #expect(lines[1]["trades"]?.array?.map { $0["day"]?.string } == ["2024-01-01", "2024-01-01", "2024-02-01", "2024-02-01"])
        #expect(result["winners"] == .array([.string("hold")]) && result["model"] == .null)
        #expect(lines[1]["luck"]?["verdict"]?.string == "too_short")
    }

    @Test func missingClosesAreNamed() throws {
        try files(missing: [9, 15, 16])
        let run = try paper("A", "B", "--from", "A.csv", "B.csv", "--since", "2024-01-10", "--strategies", "rebalance")
        #expect(run.status == 0)
        #expect(run.output.contains("begun on 2024-01-11, the first day from 2024-01-10 on which all coins have a close"))
        #expect(run.output.contains("B: no close on 2 days (last close 2024-02-09); it kept its last value and was not traded"))
    }

    @Test(arguments: [
        (["--since", "2024-01-10", "--fee", "11%"], 64, "--fee: the fee is 0.11 of what is traded; it must be 0 to 0.1"),
        (["--since", "2024-01-10", "--until", "2024-01-10"], 64, "--until: the last day 2024-01-10 is not after the first"),
        (["--since", "2024-01-10", "--cash", "0.1"], 64, "--cash: the starting cash is 0.1 USD"),
        (["--since", "2024-01-10", "--threshold", "100%"], 64, "--threshold: the threshold is 1"),
        (["--since", "9999-01-01"], 64, "is after today"), (["--since", "2024-05-01"], 65, "begin earlier"),
        (["--since", "2024-01-10", "--strategies", "sell"], 64, "sell"), ([], 64, "--since"),
    ])
    func whatIsWrongIsNamed(arguments: [String], status: Int32, words: String) throws {
        try files()
        let run = try closecast(["paper", "A", "B", "--from", "A.csv", "B.csv"] + arguments, folder: folder)
        #expect(run.status == status && run.words.contains(words), "\(run.status) \(run.words)")
        #expect(run.output == "")
    }

    @Test func theWordRunMayBeLeftOut() throws {
        try files()
        let words = ["A", "B", "--from", "A.csv", "B.csv", "--since", "2024-01-10", "--strategies", "rebalance"]
        let run = try closecast(["paper", "run"] + words, folder: folder)
        #expect((run.status, run.words) == (0, ""))
        #expect(try closecast(["paper"] + words, folder: folder).output == run.output)
        // Options may come first.
        #expect(try closecast(["paper"] + words.dropFirst(5) + words.prefix(5), folder: folder).output == run.output)
    }

    /// Today has no closes yet; a match that starts with them can be stored.
    @Test func aRunFromTodayOnNamesTheWayToKeepIt() throws {
        try files()
        for words in [["A", "B"], ["A", "B", "--from", "A.csv", "B.csv"]] {
            let run = try closecast(["paper"] + words + ["--since", "today"], folder: folder)
            #expect(run.status == 64 && run.output == "")
            #expect(run.words.contains("closecast paper start A B --since today\n"), "\(run.words)")
        }
        let run = try paper("A", "--since", "soon")
        #expect(run.status == 64 && run.words.contains("or today"))
    }

    /// A word that is not a command is a ticker of the default command, unless it cannot be one.
    @Test func aMistypedCommandIsSuggested() throws {
        let run = try paper("lsit")
        #expect(run.status == 64 && run.words.contains("did you mean closecast paper list?"), "\(run.words)")
        #expect(try paper("lsit", "--since", "2024-01-10").status == 66)
        #expect(try paper("BTC").words.contains("--since"))
    }

    @Test func anUnknownCoinOrFileIsNotFound() throws {
        #expect(try paper("NIX", "--since", "2024-01-10").status == 66)
        #expect(try paper("A", "--from", "none.csv", "--since", "2024-01-10").status == 66)
    }
}
