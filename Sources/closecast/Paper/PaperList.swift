import ArgumentParser
import JSONText
import Market
import PaperTrading
import Platform

struct PaperList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the kept matches, newest first.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let opened = try storeOptions.openIfThere()
            let today = Day(secondsSince1970: ProcessState.secondsSince1970)
            let matches = try await opened?.paperMatches.all() ?? []
            guard !json else { return try Console.write(Self.document(matches, today)) }
            guard let store = opened, !matches.isEmpty else {
                return try Console.write("no paper matches; start one: closecast paper start BTC ETH\n")
            }
            var tickers: [String] = []
            for match in matches { tickers.append(PaperMatchText(match, try await store.coins(of: match)).tickers) }
            try Console.write(Self.table(matches, tickers, today))
        }
    }

    private static func table(_ matches: [RecordedPaperMatch], _ tickers: [String], _ today: Day) -> String {
        TextColumn.table([
            TextColumn("id", matches.map(\.id), isText: true), TextColumn("coins", tickers, isText: true, minimum: 5),
            TextColumn("from", matches.map { "\($0.match.start)" }),
            TextColumn("to", matches.map { $0.match.end.map { "\($0)" } ?? "-" }),
            TextColumn("strategies", matches.map { $0.match.strategies.map(\.rawValue).joined(separator: ",") }, isText: true),
            TextColumn("state", matches.map { state($0.match, today) }, isText: true),
        ])
    }

    private static func state(_ match: PaperMatch, _ today: Day) -> String {
        match.isWaiting(today: today) ? "waiting" : match.isRunning(today: today) ? "running" : "ended"
    }

    private static func document(_ matches: [RecordedPaperMatch], _ today: Day) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("paper_matches", matches) { PaperMatchDocuments.match.write(($0, today), &$1) }
            }
        }
    }
}
