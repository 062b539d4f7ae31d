import ArgumentParser
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

struct ForecastCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "Forecast the next daily closes of coins.",
        discussion: """
            EXAMPLES
              closecast forecast SIM01
              closecast forecast BTC --from BTC.csv --as-of 2024-11-12
              closecast forecast BTC ETH --from prices/ --json
              closecast forecast --from prices/*.csv --days 30 --csv > forecasts.csv
              curl -s https://example.org/btc.csv | closecast forecast BTC --from -

            A price file has a header with a date and a close column, and one line a
            day. Without --from there are the simulated markets SIM01 to SIM12.
            """
    )

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .csv: "ticker,date,day,point; a line a day."
            case .plot: "A large chart only."
            }
        }
    }

    enum Fill: String, ExpressibleByArgument, CaseIterable {
        case previous
    }

    @Argument(help: ArgumentHelp("Tickers, e.g. BTC ETH; with --from alone: the names of the files.", valueName: "ticker"))
    var tickers: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Price files, folders of them, or - for standard input; after the tickers.", valueName: "file"),
        completion: .file(extensions: ["csv", "tsv", "txt"]))
    var from: [String] = []

    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup var daysOption: DaysOption

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

    func run() throws {
        try reportingFailures { () throws(Failure) in
            let forecaster = try modelOptions.forecaster()
            let days = try daysOption.days(forecaster)
            let sources = try PriceSources(tickers: tickers, files: from).pairs
            // One bad file does not withhold the others: what can be forecast is printed, then all that cannot is told.
            var failures: [Failure] = []
            let histories = read(sources, forecaster, &failures)
            var forecasts: [(history: PriceHistory, forecast: Forecast)] = []
            for (history, result) in zip(
                histories, forecaster.forecast(histories, days: days, threads: ProcessState.processorCount))
            {
                switch result {
                case .success(let forecast): forecasts.append((history, forecast))
                case .failure(let error): failures.append(Failure(error.description, .data))
                }
            }
            noteAge(forecasts.map(\.forecast), forecaster)
            if !forecasts.isEmpty { try Console.write(output(forecasts, forecaster)) }
            guard let first = failures.first else { return }
            throw Failure(failures.map(\.message).joined(separator: "\n"), first.status)
        }
    }

    private func read(
        _ sources: [PriceSources.Pair], _ forecaster: Forecaster, _ failures: inout [Failure]
    ) -> [PriceHistory] {
        let selection = PriceFile.Selection(
            need: forecaster.contextLength, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            asOf: asOf, since: since, fillsWithPrevious: fill == .previous)
        var histories: [PriceHistory] = []
        for source in sources {
            if source.file == "-" { Console.noteTypedInput() }
            // `forecast --from prices/ BTC` makes a file of BTC.
            let isTicker = tickers.isEmpty && !Files.exists(source.file) && Ticker(source.file) != nil && !source.file.contains(".")
            do throws(Failure) {
                let bytes = try Files.readOrFail(
                    source.file, hint: isTicker ? "; tickers stand before --from: closecast forecast \(source.file) --from …" : "")
                histories.append(try history(source, bytes, selection))
            } catch {
                failures.append(error)
            }
        }
        return histories
    }

    private func history(
        _ source: PriceSources.Pair, _ bytes: [UInt8], _ selection: PriceFile.Selection
    ) throws(Failure) -> PriceHistory {
        do throws(PriceFileError) {
            let name = source.file == "-" ? "standard input" : source.file
            let (history, notes) = try PriceFile(bytes, name: name).history(source.ticker, selection)
            notes.forEach(Console.note)
            return history
        } catch {
            throw Failure(error.description, .data)
        }
    }

    /// A forecast from old closes is about days gone by, and one from within the days that the model was trained on is no test of it.
    private func noteAge(_ forecasts: [Forecast], _ forecaster: Forecaster) {
        let today = Day(secondsSince1970: ProcessState.secondsSince1970)
        if asOf == nil, !from.isEmpty, let oldest = forecasts.min(by: { $0.cutoff < $1.cutoff }), today - oldest.cutoff > 2 {
            Console.note("\(oldest.ticker): the last close is of \(oldest.cutoff), \(today - oldest.cutoff) days ago")
        }
        guard let through = forecaster.configuration.trainedThrough,
            let first = forecasts.first(where: { $0.cutoff < through })
        else { return }
        Console.note(
            "\(first.ticker): the model was trained on days up to \(through), so what follows \(first.cutoff) is no test of it")
    }

    private func output(_ forecasts: [(history: PriceHistory, forecast: Forecast)], _ forecaster: Forecaster) -> String {
        let reports = forecasts.map { ForecastReport(history: $0.history, forecast: $0.forecast, forecaster: forecaster) }
        return switch format {
        case .json: ForecastJSON.document(forecasts.map(\.forecast))
        case .csv: ForecastCSV.document(forecasts.map(\.forecast))
        case .plot: reports.map(\.plot).joined(separator: "\n")
        case nil: reports.map(\.text).joined(separator: "\n")
        }
    }
}
