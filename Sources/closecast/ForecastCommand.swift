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
            let histories = try read(sources, forecaster)
            let results = forecaster.forecast(histories, days: days, threads: ProcessState.processorCount)
            let forecasts = try all(results)
            noteTrainingDays(forecasts, forecaster)
            try Console.write(output(histories, forecasts, forecaster))
        }
    }

    /// The forecasts, or everything that is wrong with them.
    private func all(_ results: [Result<Forecast, ForecastError>]) throws(Failure) -> [Forecast] {
        let problems = results.compactMap { result -> String? in
            if case .failure(let error) = result { error.description } else { nil }
        }
        guard problems.isEmpty else { throw Failure(problems.joined(separator: "\n"), .data) }
        return results.compactMap { try? $0.get() }
    }

    private func read(_ sources: [PriceSources.Pair], _ forecaster: Forecaster) throws(Failure) -> [PriceHistory] {
        let selection = PriceFile.Selection(
            need: forecaster.contextLength, today: Day(secondsSince1970: ProcessState.secondsSince1970),
            asOf: asOf, since: since, fillsWithPrevious: fill == .previous)
        var histories: [PriceHistory] = []
        var problems: [String] = []
        for source in sources {
            if source.file == "-" { Console.noteTypedInput() }
            // `forecast --from prices/ BTC` makes a file of BTC.
            let isTicker = tickers.isEmpty && !Files.exists(source.file) && Ticker(source.file) != nil && !source.file.contains(".")
            let bytes = try Files.readOrFail(
                source.file, hint: isTicker ? "; tickers stand before --from: closecast forecast \(source.file) --from …" : "")
            do throws(PriceFileError) {
                let name = source.file == "-" ? "standard input" : source.file
                let (history, notes) = try PriceFile(bytes, name: name).history(source.ticker, selection)
                notes.forEach(Console.note)
                histories.append(history)
            } catch {
                problems.append(error.description)
            }
        }
        guard problems.isEmpty else { throw Failure(problems.joined(separator: "\n"), .data) }
        return histories
    }

    /// A forecast from within the days that the model was trained on is no test of it.
    private func noteTrainingDays(_ forecasts: [Forecast], _ forecaster: Forecaster) {
        guard let through = forecaster.configuration.trainedThrough,
            let first = forecasts.first(where: { $0.cutoff < through })
        else { return }
        Console.note(
            "\(first.ticker): the model was trained on days up to \(through), so what follows \(first.cutoff) is no test of it")
    }

    private func output(_ histories: [PriceHistory], _ forecasts: [Forecast], _ forecaster: Forecaster) -> String {
        switch format {
        case .json: return ForecastJSON.document(forecasts)
        case .csv: return ForecastCSV.document(forecasts)
        case .plot:
            return zip(histories, forecasts).map { ForecastReport(history: $0, forecast: $1, forecaster: forecaster).plot }
                .joined(separator: "\n")
        case nil:
            return zip(histories, forecasts).map { ForecastReport(history: $0, forecast: $1, forecaster: forecaster).text }
                .joined(separator: "\n")
        }
    }
}
