import ArgumentParser
import Documents
import Forecasts
import JSONText
import Ledger
import Market
import PaperTrading
import Platform

struct PaperCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paper",
        abstract: "Play strategies with simulated money on past closes.",
        discussion: """
            EXAMPLES
              closecast paper BTC ETH BNB --since 2024-01-01
              closecast paper BTC ETH --from prices/ --since 2023-01-01 --until 2023-12-31
              closecast paper SIM01 SIM02 --since 2024-01-01 --fee 0.25% --threshold 55%
              closecast paper BTC --since 2024-01-01 --strategies follow --json

            All strategies start with the same simulated cash on the same day, trade \
            at the closes of a day and pay the same fee.

            hold        buys equal parts on the first day and never trades again
            rebalance   trades back to equal parts on the first day of each month
            follow      on the first day and the first day of each month, holds equal
                        parts of the coins whose forecast, made from the closes up to
                        the day before, gives a chance above the threshold of a higher
                        close after 30 days; the rest stays in cash

            Each strategy is compared with hold, and the lead with those that luck \
            alone gives: nine of ten resamples of the daily differences without their \
            mean (stationary bootstrap, blocks of 20 days, 2000 resamples).

            Nothing looks ahead, but a model that was fitted to the days of the match \
            knows them: such forecasts are counted and named. On a day without a close \
            a coin keeps its last value and is not traded. Past results promise nothing.
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

    @Option(help: ArgumentHelp("The first day of trading.", valueName: "date"), transform: Day.argument)
    var since: Day

    @Option(help: ArgumentHelp("The last day (default: the newest close).", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(
        help: ArgumentHelp("Simulated US dollars of each strategy (default: 10000).", valueName: "amount"),
        transform: DecimalArgument.argument)
    var cash = DecimalArgument(PaperMatch.standardCash)

    @Option(help: ArgumentHelp("The fee of what is traded, up to 10%.", valueName: "percent"))
    var fee = ShareArgument(PaperMatch.standardFeeRate)

    @Option(help: ArgumentHelp("Of hold, rebalance, follow; hold always takes part.", valueName: "name,…"))
    var strategies = StrategyList(Strategy.allCases)

    @Option(help: ArgumentHelp("follow holds coins whose chance to rise is above it.", valueName: "percent"))
    var threshold = ShareArgument(PaperMatch.standardThreshold)

    @OptionGroup var modelOptions: ModelOptions

    @Option(help: ArgumentHelp("The same seed draws the same sample paths and resamples.", valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup var threads: ThreadsOption

    @Flag(help: "One JSON object: all values, trades and forecasts.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let today = Day(secondsSince1970: ProcessState.secondsSince1970)
            guard since <= today else {
                throw Failure("--since \(since): \(PaperMatchError.startInFuture(since, today: today))", .usage)
            }
            // Refuse wrong options before any file is read.
            _ = try match([.usd], isChecking: true)
            let sources = PaperSources(tickers: tickers, files: from, fileOptions: fileOptions, storeOptions: storeOptions)
            let coins = try await sources.read(today: today)
            let match = try match(coins.map(\.asset.id))
            let outcome = try await PaperPlay().outcome(of: match, coins, today: today) {
                ThreadForecaster(try modelOptions.forecaster(), threads: threads.count)
            }
            switch outcome {
            case .waiting(let missing): throw waiting(for: missing, of: coins)
            case .result(let result):
                try Console.write(json ? document(match, outcome, today) : PaperText(match, result).text)
            }
        }
    }

    /// - Parameter isChecking: whether the coins are not known yet.
    private func match(_ coins: [AssetID], isChecking: Bool = false) throws(Failure) -> PaperMatch {
        do throws(PaperMatchError) {
            return try PaperMatch(
                coins: isChecking ? [AssetID("coin")!] : coins, start: since, end: until, cash: cash.value, feeRate: fee.value,
                strategies: strategies.values, threshold: threshold.value, seed: seed)
        } catch {
            let option = [.coins: "", .start: "--since: ", .end: "--until: "][error.field] ?? "--\(error.field.rawValue): "
            throw Failure("\(option)\(error)", .usage)
        }
    }

    private func waiting(for missing: [Asset], of coins: [PaperCloses]) -> Failure {
        let names = missing.map(\.ticker.description).joined(separator: ", ")
        let last = coins.compactMap(\.lastDay).max().map { "; the newest close is of \($0)" } ?? ""
        let period = until.map { "from \(since) to \($0)" } ?? "from \(since) on"
        return Failure(
            missing.count < coins.count || coins.count == 1
                ? "no close of \(names) \(period)\(last); begin earlier, or get closes: closecast history fetch \(missing[0].ticker)"
                : "on no day \(period) do all of \(names) have a close\(last); begin earlier, or leave a coin out", .data)
    }

    private func document(_ match: PaperMatch, _ outcome: PaperOutcome, _ today: Day) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                PaperMatchJSON.members(of: match, today: today, &writer)
                PaperMatchJSON.members(of: outcome, match, &writer)
            }
        }
    }
}
