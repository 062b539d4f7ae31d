import ArgumentParser
import Documents
import Forecasting
import Market
import Platform

extension Day {
    /// The day that an option names.
    static func argument(_ text: String) throws -> Day {
        guard let day = Day(iso: text) else { throw ValidationError("\"\(text)\" is no day; expected one such as 2025-02-20") }
        return day
    }
}

struct ForecastCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Forecast the next daily closes of coins.",
        discussion: """
            EXAMPLES
              closecast forecast SIM01
              closecast forecast BTC
              closecast forecast BTC --from BTC.csv --as-of 2024-11-12
              closecast forecast BTC --from BTC.csv --level 80 --above 120000
              closecast forecast BTC ETH --from prices/ --json
              closecast forecast --from prices/*.csv --days 30 --csv > forecasts.csv
              curl -s https://example.org/btc.csv | closecast forecast BTC --from -

            A price file has a header with a date and a close column, and one line a \
            day; files of yfinance, CryptoDataDownload and Binance are read as they \
            are. --column and --date-format describe others. A file of several coins \
            gives a forecast of each, or of those that are named. Without --from the \
            stored closes serve (closecast history), refreshed when they are older than \
            a day and a provider answers within 3 seconds, or fetched and stored. SIM01 to SIM12 are simulated markets.

            Forecasts of stored closes are kept (closecast diary).
            """
    )

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .csv: "ticker,date,day,point,q0.025,…; a line a day."
            case .plot: "A large chart only."
            }
        }
    }

    enum Fill: String, ExpressibleByArgument, CaseIterable {
        case previous
    }

    @Argument(
        help: ArgumentHelp("Tickers, e.g. BTC ETH; with --from alone: the names of the files.", valueName: "ticker"),
        completion: .coins)
    var tickers: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Price files, folders of them, or - for standard input; after the tickers.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "txt"]))
    var from: [String] = []

    @OptionGroup var fileOptions: PriceFileOptions
    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var daysOption: DaysOption
    @OptionGroup var distribution: DistributionOptions
    @OptionGroup var events: EventOptions

    @Option(
        help: ArgumentHelp("The last day the forecast may see (default: the file's last).", valueName: "date"),
        transform: Day.argument)
    var asOf: Day?

    @Option(help: ArgumentHelp("Leave out the days before it.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("Fill missing and bad closes with the close before.", valueName: "how"))
    var fill: Fill?

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let forecaster = try modelOptions.forecaster()
            let days = try daysOption.days(forecaster)
            let details = ForecastDetails(
                forecaster, try distribution.told(forecaster), try events.questions(forecaster), distribution.sampling)
            let sources = try PriceSources(tickers: tickers, files: from, command: "forecast").pairs
            // One bad file does not withhold the others: what can be forecast is printed, then all that cannot is told.
            var failures: [Failure] = []
            let stored = StoredCloses(storeOptions: storeOptions, feedOptions: feedOptions)
            let (histories, origins) = await read(sources, stored, forecaster, &failures)
            var forecasts: [(history: PriceHistory, forecast: Forecast)] = []
            let results = forecaster.forecast(
                histories, days: days, sampling: details.sampling, threads: ProcessState.processorCount)
            for (history, result) in zip(histories, results) {
                switch result {
                case .success(let forecast): forecasts.append((history, forecast))
                case .failure(let error): failures.append(Failure(error.description, .data))
                }
            }
            noteAge(forecasts.map(\.forecast), forecaster)
            forecasts.forEach { noteUnchanged($0.history.suffix(forecaster.contextLength)) }
            if !forecasts.isEmpty { try Console.write(output(forecasts, forecaster, details, origins)) }
            // After the output, which does not wait for it. As of a past day it would be a backtest.
            if asOf == nil {
                await ForecastRecorder(stored: stored, forecaster: forecaster, sampling: details.sampling).record(
                    forecasts.filter { origins[$0.history.ticker] != nil })
            }
            guard let first = failures.first else { return }
            throw Failure(failures.map(\.message).joined(separator: "\n"), first.status)
        }
    }

    private func read(
        _ sources: [PriceSources.Pair], _ stored: StoredCloses, _ forecaster: Forecaster, _ failures: inout [Failure]
    ) async -> (histories: [PriceHistory], origins: [Ticker: ClosesOrigin]) {
        let selection = PriceFile.Selection(
            need: forecaster.contextLength, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            asOf: asOf, since: since, fillsWithPrevious: fill == .previous)
        var histories: [PriceHistory] = []
        var origins: [Ticker: ClosesOrigin] = [:]
        do {
            if asOf == nil { try await stored.refresh(sources.filter { $0.closes == .stored }.map(\.ticker)) }
        } catch {
            failures.append(Failure(error))
            return ([], [:])
        }
        for source in sources {
            do {
                switch source.closes {
                case .file(let file): histories += try read(file, of: source, selection)
                case .stored:
                    let (history, origin) = try await stored.history(source.ticker, selection)
                    histories.append(history)
                    origins[source.ticker] = origin
                }
            } catch {
                failures.append(Failure(error))
            }
        }
        do throws(Failure) { try PriceSources.checkDistinct(histories) } catch {
            failures.append(error)
            return ([], [:])
        }
        return (histories, origins)
    }

    private func read(
        _ file: String, of source: PriceSources.Pair, _ selection: PriceFile.Selection
    ) throws -> [PriceHistory] {
        if file == "-" { Console.noteTypedInput() }
        // `forecast --from prices/ BTC` makes a file of BTC.
        let isTicker = tickers.isEmpty && !Files.exists(file) && Ticker(file) != nil && !file.contains(".")
        let bytes = try Files.readOrFail(
            file, hint: isTicker ? "; tickers stand before --from: closecast forecast \(file) --from …" : "")
        return try PriceSources.histories(source, file, bytes, selection, try fileOptions.form())
    }

    /// A pegged coin, or a price that is stored in coarse steps, is nothing that a model has learned.
    private func noteUnchanged(_ context: PriceHistory) {
        let unchanged = zip(context.closes, context.closes.dropFirst()).count { $0 == $1 }
        guard unchanged * 20 > context.count else { return }
        Console.note(
            "\(context.ticker): \(unchanged) of the last \(context.count - 1) closes equal the one before: a pegged or coarsely "
                + "rounded price, which the model has not learned; its bands may be far too narrow")
    }

    /// A forecast from old closes is about days gone by, and one from within the days that the model was trained on is no test of it.
    private func noteAge(_ forecasts: [Forecast], _ forecaster: Forecaster) {
        let today = Day(secondsSince1970: ProcessState.secondsSince1970)
        if asOf == nil, let oldest = forecasts.filter({ !SimulatedMarket.isTicker($0.ticker) }).min(by: { $0.cutoff < $1.cutoff }),
            today - oldest.cutoff > 2
        {
            let others = forecasts.count { !SimulatedMarket.isTicker($0.ticker) && today - $0.cutoff > 2 } - 1
            let more = others > 0 ? " (and \(others) more are old)" : ""
            Console.note("\(oldest.ticker): the last close is of \(oldest.cutoff), \(today - oldest.cutoff) days ago\(more)")
        }
        let configuration = forecaster.configuration
        guard let through = configuration.lastFittedDay,
            let first = forecasts.first(where: { configuration.hasSeen(daysAfter: $0.cutoff, horizon: $0.horizon) })
        else { return }
        Console.note(
            "\(first.ticker): the model was trained or calibrated on days up to \(through), so what follows \(first.cutoff) is no "
                + "test of it")
    }

    private func output(
        _ forecasts: [(history: PriceHistory, forecast: Forecast)], _ forecaster: Forecaster, _ details: ForecastDetails,
        _ origins: [Ticker: ClosesOrigin]
    ) -> String {
        let reports = forecasts.map {
            ForecastReport(
                history: $0.history, forecast: $0.forecast, forecaster: forecaster, told: details.told,
                questions: details.questions,
                origin: origins[$0.history.ticker])
        }
        return switch format {
        case .json: String(decoding: ForecastJSON.document(forecasts.map(\.forecast), details, origins), as: UTF8.self)
        case .csv: ForecastCSV.document(forecasts.map(\.forecast), details)
        case .plot: reports.map(\.plot).joined(separator: "\n")
        case nil: reports.map(\.text).joined(separator: "\n")
        }
    }
}
