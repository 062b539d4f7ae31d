import ArgumentParser
import Forecasts
import JSONText
import Market
import PaperTrading
import Platform

struct PaperRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play a match on past closes, and store nothing.",
        discussion: """
            EXAMPLES
              closecast paper BTC ETH BNB --since 2024-01-01
              closecast paper BTC ETH --from prices/ --since 2023-01-01 --until 2023-12-31
              closecast paper SIM01 SIM02 --since 2024-01-01 --fee 0.25% --threshold 55%
              closecast paper BTC --since 2024-01-01 --strategies follow --json

            The word run may be left out. closecast paper --help explains strategies \
            and results. A match that begins today has no closes yet; closecast paper \
            start keeps one.
            """
    )

    @Argument(
        help: ArgumentHelp("Tickers, e.g. BTC ETH; with --from alone: the names of the files.", valueName: "ticker"),
        completion: .coins)
    var tickers: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Price files, or folders of them; after the tickers.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "txt"]))
    var from: [String] = []

    @OptionGroup var fileOptions: PriceFileOptions

    @Option(help: ArgumentHelp("The first day of trading.", valueName: "date"), transform: PaperStartDay.argument)
    var since: PaperStartDay

    @OptionGroup var options: PaperOptions
    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var threads: ThreadsOption

    @Flag(help: "One JSON object: all values, trades and forecasts.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let today = Day(secondsSince1970: ProcessState.secondsSince1970)
            let start = since.day(today: today)
            guard start != today else { throw startsToday(today) }
            // Refuse wrong options before any file is read.
            try options.check(from: start, today: today)
            let sources = PaperSources(tickers: tickers, files: from, fileOptions: fileOptions, storeOptions: storeOptions)
            let coins = try await sources.read(today: today)
            let match = try options.match(coins.map(\.asset.id), from: start, today: today)
            let outcome = try await PaperPlay().outcome(of: match, coins, today: today) {
                ThreadForecaster(try modelOptions.forecaster(), threads: threads.count)
            }
            switch outcome {
            case .waiting(let missing): throw waiting(for: missing, of: coins, from: start)
            case .result(let result):
                try Console.write(json ? document(match, outcome, today) : PaperText(match, result).text)
            }
        }
    }

    private func startsToday(_ today: Day) -> Failure {
        let names = tickers.isEmpty ? "BTC" : tickers.joined(separator: " ")
        return Failure(
            "--since \(today): today has no close before it ends (UTC), so there is nothing to play yet; "
                + "keep a match that starts with it: closecast paper start \(names) --since today", .usage)
    }

    private func waiting(for missing: [Asset], of coins: [PaperCloses], from start: Day) -> Failure {
        let names = missing.map(\.ticker.description).joined(separator: ", ")
        let last = coins.compactMap(\.lastDay).max().map { "; the newest close is of \($0)" } ?? ""
        let period = options.until.map { "from \(start) to \($0)" } ?? "from \(start) on"
        return Failure(
            missing.count < coins.count || coins.count == 1
                ? "no close of \(names) \(period)\(last); begin earlier, or get closes: closecast history fetch \(missing[0].ticker)"
                : "on no day \(period) do all of \(names) have a close\(last); begin earlier, or leave a coin out", .data)
    }

    private func document(_ match: PaperMatch, _ outcome: PaperOutcome, _ today: Day) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                PaperMatchDocuments.definition.write((match, today), &writer)
                PaperMatchDocuments.outcome.write((match, outcome, nil), &writer)
            }
        }
    }
}
