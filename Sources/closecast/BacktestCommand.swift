import ArgumentParser
import Forecasting
import Market
import MarketData
import Platform
import Portfolio
import Synchronization

struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Measure how good forecasts were: rolling origins, beside baselines.",
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
        parsing: .upToNextOption, help: ArgumentHelp("Models' names or folders (default: daily-close-t).", valueName: "name|dir"),
        completion: .models)
    var model: [String] = []

    @Flag(help: "All models of the models' folder that forecast prices.")
    var all = false

    @Option(help: ArgumentHelp("Of naive, drift, bootstrap, ewma, garch (default: all).", valueName: "name,…"))
    var baselines: BaselineList = BaselineList(Baseline.allCases)

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
            throw ValidationError("--periods stands for --since and --until: give one of them")
        }
        if let since, let until, until < since { throw ValidationError("--until \(until) is before --since \(since)") }
    }

    func run() async throws {
        try await reportingFailures {
            // A file that cannot be written is told before the work, not after it.
            if let transforms { try checkTransforms(transforms) }
            let lineup = try Lineup(models: model, all: all, baselines: baselines.values)
            var leftOut: [Failure] = []
            let histories = try await read(lineup, &leftOut)
            let test = Backtest(try plan(lineup, histories), histories: histories, entrants: lineup.entrants)
            guard test.originCount > 0 else { throw nothingToForecast(lineup, histories) }
            guard test.unseenCount > 0 || format == .json else { throw nothingCounts(lineup) }
            let bar = Mutex(ProgressBar(total: test.originCount))
            let report = test.run(threads: threads.count) { done in bar.withLock { $0.show(done: done) } }
            bar.withLock { $0.end() }
            if let transforms {
                let target = try OutputTarget(transforms, input: "-", option: "--transforms")
                try target.write(Array(BacktestJSON.transforms(report).utf8))
                try target.finish()
            }
            if report.seenCount > 0 {
                Console.note(
                    "\(report.seenCount) of \(report.cases.count) origins do not count: "
                        + "a model was trained, validated or calibrated on days that follow them")
            }
            // The forecasts themselves can be told, though none of them proves anything.
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

    // MARK: What is read

    /// One bad file does not withhold the others: what can be measured is, and what cannot is told.
    private func read(_ lineup: Lineup, _ leftOut: inout [Failure]) async throws -> [PriceHistory] {
        // The newest unbroken run of days, however short: whether there is a cutoff in it is seen later.
        let selection = CloseSeries.Selection(
            need: 2, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            through: (periods?.values.last?.upperBound ?? until).map { $0 + lineup.horizon })
        // Those that are left out too.
        var all: [PriceHistory] = []
        var histories: [PriceHistory] = []
        var lastObstacle = ""
        let sources = try PriceSources(tickers: tickers, files: from, command: "backtest").pairs
        for source in sources {
            let name = source.file ?? "stored closes of \(source.ticker)"
            do {
                let read = try await self.histories(source, selection)
                try PriceSources.checkDistinct(all + read)
                all += read
                for history in read {
                    // That a coin is too young for a period is no fault of its file.
                    if let obstacle = obstacle(history, lineup) {
                        lastObstacle = "\(name): \(obstacle)"
                        Console.note("left out: \(name): \(obstacle)")
                    } else {
                        histories.append(history)
                    }
                }
            } catch {
                let failure = Failure(error)
                // What is wrong with the only one is told once.
                guard sources.count > 1 else { throw failure }
                Console.note("left out: \(failure.message)")
                leftOut.append(failure)
                lastObstacle = failure.message
            }
        }
        guard !histories.isEmpty else {
            throw Failure("no file can be measured; the last: \(lastObstacle)", leftOut.last?.status ?? .data)
        }
        return histories
    }

    private func histories(_ source: PriceSources.Pair, _ selection: CloseSeries.Selection) async throws -> [PriceHistory] {
        if let file = source.file {
            return try PriceSources.histories(source, file, try Files.readOrFail(file), selection, try fileOptions.form())
        }
        guard let store = try storeOptions.openIfThere() else { throw Self.nowhere(source.ticker, "nothing is stored yet") }
        do {
            return [try await Self.stored(source, selection, store)]
        } catch AssetError.unknown(_, let near) {
            throw StoredClosesReader.unknown(source.ticker, near: near, command: "backtest")
        } catch StoredClosesError.noCloses {
            throw Self.nowhere(source.ticker, "none are stored")
        }
    }

    private static func nowhere(_ ticker: Ticker, _ reason: String) -> Failure {
        StoredClosesReader.nowhere(ticker, reason, command: "backtest")
    }

    private static func stored(
        _ source: PriceSources.Pair, _ selection: CloseSeries.Selection, _ store: LocalStore
    ) async throws -> PriceHistory {
        let asset = try await store.asset(source.ticker.description)
        let stored = try await store.market.histories.history(of: asset, selection, newest: .max)
        stored.notes.forEach(Console.note)
        return PriceHistory(ticker: source.ticker, firstDay: stored.history.firstDay, closes: stored.history.closes)
    }

    /// Why a history cannot be measured.
    private func obstacle(_ history: PriceHistory, _ lineup: Lineup) -> String? {
        guard history.count >= lineup.contextLength + lineup.horizon else {
            return "\(history.count) closes in a row, \(history.firstDay) to \(history.lastDay); a backtest needs "
                + "\(lineup.contextLength) to forecast from and \(lineup.horizon) to score"
        }
        let wild = history.closes.first { !(1e-200...1e200).contains($0) }
        return wild.map { "the close \($0) cannot be scored; expected prices from 1e-200 to 1e200" }
    }

    private func plan(_ lineup: Lineup, _ histories: [PriceHistory]) throws(Failure) -> Backtest.Plan {
        let firstPossible = histories.map { $0.firstDay + lineup.contextLength - 1 }.min()!
        let lastPossible = histories.map { $0.lastDay - lineup.horizon }.max()!
        let since = since ?? lineup.lastFittedDay.map { max($0 + 1, firstPossible) } ?? firstPossible
        let last = min(until ?? lastPossible, lastPossible)
        return Backtest.Plan(
            contextLength: lineup.contextLength, horizon: lineup.horizon,
            periods: periods?.values ?? (since <= last ? [since...last] : []), every: every,
            sampling: Sampling(paths: paths, seed: seed))
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

/// Baselines by name, `naive,garch`.
struct BaselineList: ExpressibleByArgument {
    let values: [Baseline]

    init(_ values: [Baseline]) {
        self.values = values
    }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false).map { Baseline(rawValue: String($0)) }
        guard !names.contains(nil), Set(names).count == names.count else { return nil }
        values = names.map { $0! }
    }

    var defaultValueDescription: String { values.map(\.rawValue).joined(separator: ",") }
}

/// Ranges of days, `2019-12-31..2020-09-26,2020-12-31..2021-09-26`, ascending and apart.
struct PeriodList: ExpressibleByArgument {
    let values: [ClosedRange<Day>]

    init?(argument: String) {
        var values: [ClosedRange<Day>] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            // Days hold no dots.
            let days = part.split(separator: ".", omittingEmptySubsequences: false)
            guard days.count == 3, days[1].isEmpty, let first = Day(iso: days[0]), let last = Day(iso: days[2]), first <= last,
                values.last.map({ $0.upperBound < first }) ?? true
            else { return nil }
            values.append(first...last)
        }
        self.values = values
    }
}

/// Who takes part: the naive forecast first, to which ratios are told, then the other baselines, then the models.
struct Lineup {
    let entrants: [Entrant]
    private let bands: [Bool]
    /// Places of the baselines and of the models among the entrants.
    let baselines: Range<Int>
    let models: Range<Int>
    /// The place of GARCH-t, where it takes part.
    var garch: Int? { baselines.first { entrants[$0].name == Baseline.garch.rawValue } }
    /// Of all models, which must agree.
    let contextLength: Int
    let horizon: Int

    init(models names: [String], all: Bool, baselines wanted: [Baseline]) throws(Failure) {
        var entrants = ([.naive] + wanted.filter { $0 != .naive }).map { Entrant($0.method) }
        baselines = 0..<entrants.count
        var bands = Array(repeating: true, count: entrants.count)
        var shapes: [(name: String, context: Int, horizon: Int)] = []
        let named = all ? try Resources.modelNames() : names.isEmpty ? [Resources.defaultModel] : names
        for name in named {
            let forecasters = try Self.forecasters(name, skipsOthers: all)
            guard let first = forecasters.first else { continue }
            shapes += forecasters.map { ($0.configuration.name, $0.contextLength, $0.horizon) }
            // Two folders may hold models of one name.
            let title = entrants.contains { $0.name == first.configuration.name } ? name : first.configuration.name
            guard !entrants.contains(where: { $0.name == title }) else {
                throw Failure("--model \(name) is given twice", .usage)
            }
            entrants.append(Entrant(name: title, forecasters))
            bands.append(first.hasDistribution)
        }
        guard let shape = shapes.first else { throw Failure("no model forecasts prices; give one: --model DIR", .noInput) }
        if let other = shapes.first(where: { ($0.context, $0.horizon) != (shape.context, shape.horizon) }) {
            throw Failure(
                "\(shape.name) reads \(shape.context) closes and forecasts \(shape.horizon), \(other.name) \(other.context) and "
                    + "\(other.horizon); measure them apart", .usage)
        }
        (contextLength, horizon) = (shape.context, shape.horizon)
        models = baselines.upperBound..<entrants.count
        self.entrants = entrants
        self.bands = bands
    }

    /// Whether an entrant has more than points.
    func hasBands(_ entrant: Int) -> Bool { bands[entrant] }

    /// The last day that any model was fitted to.
    var lastFittedDay: Day? { entrants.compactMap(\.lastFittedDay).max() }

    /// One model, or all versions of it in a folder.
    ///
    /// - Parameter skipsOthers: whether models that forecast no prices are passed over.
    private static func forecasters(_ name: String, skipsOthers: Bool) throws(Failure) -> [Forecaster] {
        var folders = [name]
        if !Files.isFile(name + "/config.json"), Files.isFolder(name) {
            do throws(FileError) {
                folders = try Files.names(in: name).map { "\(name)/\($0)" }.filter { Files.isFile($0 + "/config.json") }
            } catch {
                throw Failure(error)
            }
            guard !folders.isEmpty else { throw Failure("\(name) holds no model and no folder with one", .noInput) }
        }
        var forecasters: [Forecaster] = []
        for folder in folders {
            let folder = try Resources.modelFolder(folder)
            if skipsOthers, folder.configuration.transform == .none { continue }
            do throws(ModelError) {
                forecasters.append(try Forecaster(folder))
            } catch {
                throw Failure(error)
            }
        }
        return forecasters
    }
}
