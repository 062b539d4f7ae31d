import ArgumentParser
import Forecasting
import Market
import MarketData
import Platform
import Portfolio
import Synchronization
import Text

struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Score forecasts from many past days, compared with baselines.",
        discussion: """
            EXAMPLES
              closecast backtest BTC ETH LTC --from prices/
              closecast backtest --from prices/*.csv --since 2024-04-01 --until 2024-11-12
              closecast backtest SIM01 SIM02 --all --json > scores.json
              closecast backtest BTC --from BTC.csv --baselines naive,garch --plot

            From every 15th day the next 96 closes are forecast, with nothing known \
            after that day, and scored by the closes that came. Losses are shown as \
            ratios to those of the naive forecast (the last close, and a Gaussian \
            random walk around it): below 1 is better than it. Brackets are 95 % \
            intervals, from a bootstrap over coins and 90-day blocks of origins.

            point error   mean absolute error of the point (as a value: over the closes)
            MASE, RMSSE   absolute, root mean squared error over the context's daily changes
            sMAPE, wQL    relative error of the point; quantile loss at the deciles
            CRPS          the loss of the whole distribution, in the closes' unit
            width         of a band, over the last close
            log score     logarithm of the density given to the next day's return

            --ceiling adds what daily closes could tell at most: a distribution that \
            knows the volatility of each coming day, but not its direction. It uses the \
            closes that it is scored against, so it is not a forecast.

            --touch adds the loss (Brier score) of the probabilities that a close up to \
            the 7th, 30th and last day reaches a price, as a ratio to GARCH's. The prices \
            are 0.5, 1 and 1.5 deviations of the naive forecast below and above the last close.

            Without --since it begins after the last day that any of the models was \
            trained, validated or calibrated on. Forecasts of days that they were fitted to are \
            marked and do not count.

            A model is a name, a folder, or a folder of such folders: one recipe \
            trained to several days, of which each cutoff gets the last one before it.
            """
    )

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object: all figures, and every forecast's."
            case .csv: "A line for each method, group of days and coin."
            case .plot: "Ratios and their intervals, and where in their distributions the closes fell."
            }
        }
    }

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

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Models' names or folders (default: \(ModelFolder.defaultName)).", valueName: "name|dir"),
        completion: .models)
    var model: [String] = []

    @Flag(help: "All models of the models' folder that forecast prices.")
    var all = false

    @Option(help: ArgumentHelp("Of naive, drift, bootstrap, ewma, garch (default: all).", valueName: "name,…"))
    var baselines: BaselineList = BaselineList(Baseline.allCases)

    @Flag(help: "Also score what daily closes could tell at most; not a forecast.")
    var ceiling = false

    @Flag(help: "Also score the probabilities that a price is reached on the way.")
    var touch = false

    @Option(help: ArgumentHelp("Days from one cutoff to the next.", valueName: "days"))
    var every = 15

    @Option(help: ArgumentHelp("The first cutoff.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("The last cutoff at most.", valueName: "date"), transform: Day.argument)
    var until: Day?

    @Option(
        help: ArgumentHelp(
            "Several periods of cutoffs instead, as 2019-12-31..2020-09-26,2020-12-31..2021-09-26.", valueName: "from..to,…"))
    var periods: PeriodList?

    @Option(help: ArgumentHelp("Sample paths of each method that draws them.", valueName: "n"))
    var paths = Sampling().paths

    @Option(help: ArgumentHelp("The same seed draws the same paths.", valueName: "n"))
    var seed = Sampling().seed

    @OptionGroup var threads: ThreadsOption

    @Option(
        help: ArgumentHelp(
            "Also write, a JSON line for each forecast, where in their distributions its closes fell: what a calibration is fitted to.",
            valueName: "file"), completion: .file())
    var transforms: String?

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...1000).contains(every) else { throw ValidationError("--every \(every): give 1 to 1000 days") }
        guard (1...Sampling.maximumPaths).contains(paths) else {
            throw ValidationError("--paths \(paths): give 1 to \(Sampling.maximumPaths)")
        }
        guard !all || model.isEmpty else { throw ValidationError("--all and --model: give one of them") }
        guard periods == nil || since == nil && until == nil else {
            throw ValidationError("--periods replaces --since and --until: give one or the other")
        }
        if let since, let until, until < since { throw ValidationError("--until \(until) is before --since \(since)") }
    }

    func run() async throws {
        try await reportingFailures {
            // Check before the backtest, not after it, that the file can be written.
            if let transforms { try checkTransforms(transforms) }
            let lineup = try Lineup(models: model, all: all, baselines: baselines.values)
            var leftOut: [Failure] = []
            let histories = try await sources(lineup).read(&leftOut)
            let test = Backtest(
                plan(lineup, histories), histories: histories, entrants: lineup.entrants, hasCeiling: ceiling)
            guard test.originCount > 0 else { throw nothingToForecast(lineup, histories) }
            guard test.unseenCount > 0 || format == .json else { throw nothingCounts(lineup) }
            let bar = Mutex(ProgressBar(total: test.originCount))
            let report = try test.run(threads: threads.count) { done in bar.withLock { $0.show(done: done) } }
            bar.withLock { $0.end() }
            if let transforms {
                let target = try OutputTarget(transforms, input: "-", option: "--transforms")
                try target.write(Array(BacktestJSON.transforms(report).utf8))
                try target.finish()
            }
            if report.seenCount > 0 {
                Console.note(
                    "not counted: \(report.seenCount) of \(report.cases.count.counted("origin")), "
                        + "because a model was trained, validated or calibrated on days that follow them")
            }
            // JSON still lists the forecasts when there are too few of them for any figure.
            if !report.isEmpty || format == .json { try Console.write(output(report, lineup)) }
            if report.isEmpty { throw nothingCounts(lineup) }
            guard leftOut.isEmpty else {
                throw Failure("\(leftOut.count) of the files could not be measured, see above", leftOut[0].status)
            }
        }
    }

    private func output(_ report: BacktestReport, _ lineup: Lineup) -> String {
        switch format {
        case .json: BacktestJSON.document(report, lineup)
        case .csv: BacktestCSV.document(report)
        case .plot: BacktestText(report, lineup).plot
        default: BacktestText(report, lineup).text
        }
    }

    private func sources(_ lineup: Lineup) -> BacktestSources {
        BacktestSources(
            tickers: tickers, files: from, fileOptions: fileOptions, storeOptions: storeOptions, lineup: lineup,
            lastCutoff: periods?.values.last?.upperBound ?? until)
    }

    private func plan(_ lineup: Lineup, _ histories: [PriceHistory]) -> Backtest.Plan {
        var plan = Backtest.Plan(
            lineup, histories, since: since, until: until, every: every, sampling: Sampling(paths: paths, seed: seed))
        if let periods { plan.periods = periods.values }
        plan.scoresTouch = touch
        return plan
    }

    private func checkTransforms(_ path: String) throws(Failure) {
        guard path != "-" else { throw Failure("--transforms -: standard output has the figures; give a file", .usage) }
        for source in try PriceSources(tickers: tickers, files: from, command: "backtest").pairs
        where Files.exists(path) && Files.areSame(path, source.file ?? "") {
            throw Failure("--transforms \(path) is the price file of \(source.ticker); give another file", .usage)
        }
        try OutputTarget.check(path, option: "--transforms")
    }

    private func nothingCounts(_ lineup: Lineup) -> Failure {
        let first = lineup.lastFittedDay.map { ", e.g. --since \($0 + 1)" } ?? ""
        return Failure("nothing counts: all forecasts are of days that a model was fitted to; begin later\(first)", .data)
    }

    private func nothingToForecast(_ lineup: Lineup, _ histories: [PriceHistory]) -> Failure {
        let needs = "a cutoff needs \(lineup.contextLength) closes up to it and \(lineup.horizon) after it"
        let have = histories.prefix(3).map { "\($0.ticker) has closes from \($0.firstDay) to \($0.lastDay)" }
        let seen =
            since == nil ? lineup.lastFittedDay.map { "; without --since it begins after \($0), the models' last day" } ?? "" : ""
        return Failure("nothing to measure: \(needs), and \(have.joined(separator: ", "))\(seen)", .data)
    }
}
