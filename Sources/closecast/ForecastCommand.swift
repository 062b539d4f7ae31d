import ArgumentParser
import Forecasting
import Forecasts
import Market
import MarketData
import Platform
import Text

extension Day {
    /// Parses a day given as an option.
    static func argument(_ text: String) throws -> Day {
        guard let day = Day(iso: text) else { throw ValidationError("\"\(text)\" is not a day; expected one such as 2025-02-20") }
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
              closecast forecast BTC --svg BTC.svg
              closecast forecast --from prices/*.csv --days 30 --csv > forecasts.csv
              curl -s https://example.org/btc.csv | closecast forecast BTC --from -

            A price file has a header with a date and a close column, and one line per \
            day; files of yfinance, CryptoDataDownload and Binance are read as they \
            are. --column and --date-format describe others. A file of several coins \
            gives a forecast of each, or of those that are named. Without --from, \
            stored closes are used (closecast history). They are refreshed first if \
            older than a day and a provider answers within 3 seconds, and fetched if \
            none are stored. SIM01 to SIM12 are simulated markets.

            Forecasts of stored closes are kept for comparison (closecast diary).
            """
    )

    enum Format: String, EnumerableFlag {
        case json, csv, plot

        static func help(for value: Format) -> ArgumentHelp? {
            switch value {
            case .json: "One JSON object, all numbers."
            case .csv: "ticker,date,day,point,q0.025,…; one line per day."
            case .plot: "A large chart only."
            }
        }
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

    @OptionGroup var repairOptions: RepairOptions

    @Flag(exclusivity: .exclusive)
    var format: Format?

    @OptionGroup var chart: ChartFileOption
    @OptionGroup var feedOptions: FeedOptions
    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if chart.svg != nil, tickers.count > 1 { throw ValidationError(ForecastChart.oneCoin) }
    }

    func run() async throws {
        try await reportingFailures {
            let forecaster = try modelOptions.forecaster()
            let plan = try request.planOrFail(forecaster)
            let sources = try PriceSources(tickers: tickers, files: from, command: "forecast").pairs
            // One bad file does not stop the others: possible forecasts are printed first, then every failure is reported.
            var failures: [Failure] = []
            let reader = StoredClosesReader(storeOptions: storeOptions, feedOptions: feedOptions)
            let histories = await read(sources, reader, plan, forecaster, &failures)
            if chart.svg != nil, histories.count > 1 { throw Failure(ForecastChart.oneCoin, .usage) }
            let threads = ThreadForecaster(forecaster, threads: ProcessState.processorCount)
            var forecasts: [(read: ReadHistory, forecast: Forecast)] = []
            let kept = histories.contains { $0.stored != nil } ? Diary.options(for: plan) : nil
            for (read, result) in zip(histories, threads.forecasts(of: histories.map(\.history), kept ?? plan.options)) {
                switch result {
                case .success(let forecast): forecasts.append((read, forecast))
                case .failure(let error): failures.append(Failure(error.description, .data))
                }
            }
            let requested = forecasts.map { (read: $0.read, forecast: $0.forecast.prefix(plan.days)) }
            noteAge(requested.map(\.forecast), forecaster)
            for (_, forecast) in requested { forecast.caveats.forEach { Console.note("\(forecast.ticker): \($0)") } }
            let own = await ownSkills(requested, forecaster, plan, reader)
            if !requested.isEmpty { try write(requested, forecaster, plan, own) }
            // Recorded after the output, so that the output does not wait for it.
            if kept != nil { await record(forecasts, threads, plan, reader) }
            if let (read, forecast) = requested.first {
                try chart.write(ForecastChart(history: read.history, forecast: forecast, plan: plan).document)
            }
            guard let first = failures.first else { return }
            throw Failure(failures.map(\.message).joined(separator: "\n"), first.status)
        }
    }

    private var request: ForecastRequest {
        var request = distribution.request(days: daysOption.days)
        events.add(to: &request)
        repairOptions.add(to: &request)
        (request.decode, request.asOf) = (modelOptions.decode, asOf)
        return request
    }

    private func selection(_ plan: ForecastPlan, _ forecaster: Forecaster) -> CloseSeries.Selection {
        plan.request.selection(
            need: forecaster.contextLength, today: Day(secondsSince1970: ProcessState.secondsSince1970), since: since)
    }

    private func read(
        _ sources: [PriceSources.Pair], _ reader: StoredClosesReader, _ plan: ForecastPlan, _ forecaster: Forecaster,
        _ failures: inout [Failure]
    ) async -> [ReadHistory] {
        let selection = selection(plan, forecaster)
        var histories: [ReadHistory] = []
        do {
            if asOf == nil { try await reader.refresh(sources.filter { $0.closes == .stored }.map(\.ticker)) }
        } catch {
            failures.append(Failure(error))
            return []
        }
        for source in sources {
            do {
                switch source.closes {
                case .file(let file): histories += try read(file, of: source, selection).map { ReadHistory(history: $0) }
                case .stored: histories.append(try await reader.history(source.ticker, selection))
                }
            } catch {
                failures.append(Failure(error))
            }
        }
        do throws(Failure) { try PriceSources.checkDistinct(histories.map(\.history)) } catch {
            failures.append(error)
            return []
        }
        return histories
    }

    /// Measures the model on each series to which the accuracy of other coins does not apply, for the reports; other formats have
    /// the model's figures only.
    private func ownSkills(
        _ forecasts: [(read: ReadHistory, forecast: Forecast)], _ forecaster: Forecaster, _ plan: ForecastPlan,
        _ reader: StoredClosesReader
    ) async -> [Ticker: OwnSkill] {
        guard format == nil || format == .plot else { return [:] }
        var skills: [Ticker: OwnSkill] = [:]
        for (read, forecast) in forecasts where !forecast.caveats.isEmpty {
            do {
                let history = try await reader.whole(read, selection(plan, forecaster))
                skills[forecast.ticker] = try OwnSkill(of: forecaster, on: history, threads: ProcessState.processorCount)
            } catch {
                // The forecast is there even if its measurement is not.
                skills[forecast.ticker] = .unmeasured(reason: Failure(error).message)
            }
        }
        return skills
    }

    /// Records forecasts of stored closes in the diary. A failure is only noted, because the forecast has already been printed.
    private func record(
        _ forecasts: [(read: ReadHistory, forecast: Forecast)], _ forecaster: ThreadForecaster, _ plan: ForecastPlan,
        _ reader: StoredClosesReader
    ) async {
        do {
            for (read, forecast) in forecasts {
                guard let (asset, origin) = read.stored, let store = try reader.store() else { continue }
                let issued = IssuedForecast(forecast, of: asset, from: read.history, origin: origin)
                _ = try await store.diary.record(issued, by: forecaster, sampling: plan.sampling)
            }
        } catch {
            Console.note("the forecast was not kept in the diary: \(Failure(error).message)")
        }
    }

    private func read(
        _ file: String, of source: PriceSources.Pair, _ selection: CloseSeries.Selection
    ) throws -> [PriceHistory] {
        if file == "-" { Console.noteTypedInput() }
        // In `forecast --from prices/ BTC`, the parser treats BTC as a file.
        let isTicker = tickers.isEmpty && !Files.exists(file) && Ticker(file) != nil && !file.contains(".")
        let bytes = try Files.readOrFail(
            file, hint: isTicker ? "; put tickers before --from: closecast forecast \(file) --from …" : "")
        return try PriceSources.histories(source, file, bytes, selection, try fileOptions.form())
    }

    /// Notes forecasts that start from old closes, whose days have partly passed, and forecasts from days within the model's
    /// training period, which do not test the model.
    private func noteAge(_ forecasts: [Forecast], _ forecaster: Forecaster) {
        let today = Day(secondsSince1970: ProcessState.secondsSince1970)
        if asOf == nil, let oldest = forecasts.filter({ !SimulatedMarket.isTicker($0.ticker) }).min(by: { $0.cutoff < $1.cutoff }),
            today - oldest.cutoff > 2
        {
            let others = forecasts.count { !SimulatedMarket.isTicker($0.ticker) && today - $0.cutoff > 2 } - 1
            let more = others > 0 ? "; \(others.counted("other series is", "other series are")) out of date too" : ""
            Console.note("\(oldest.ticker): the last close is from \(oldest.cutoff) (\(today - oldest.cutoff) days ago)\(more)")
        }
        let configuration = forecaster.configuration
        guard let through = configuration.lastFittedDay,
            let first = forecasts.first(where: { configuration.hasSeen(daysAfter: $0.cutoff, horizon: $0.horizon) })
        else { return }
        Console.note(
            "\(first.ticker): the model was trained or calibrated on days up to \(through), so what follows \(first.cutoff) is not a "
                + "test of it")
    }

    private func write(
        _ forecasts: [(read: ReadHistory, forecast: Forecast)], _ forecaster: Forecaster, _ plan: ForecastPlan,
        _ own: [Ticker: OwnSkill]
    ) throws(Failure) {
        let reports = forecasts.lazy.map {
            ForecastReport(
                history: $0.read.history, forecast: $0.forecast, forecaster: forecaster, plan: plan,
                origin: $0.read.stored?.origin, own: own[$0.forecast.ticker])
        }
        let origins = forecasts.map { ($0.read.history.ticker, $0.read.stored?.origin) }
        switch format {
        case .json:
            try Console.write(
                ForecastDocuments.document(
                    forecasts.map(\.forecast), plan,
                    Dictionary(origins.compactMap { ticker, origin in origin.map { (ticker, $0) } }) { first, _ in first }))
        case .csv: try Console.write(ForecastCSV.document(forecasts.map(\.forecast), plan))
        case .plot: try Console.write(reports.map(\.plot).joined(separator: "\n"))
        case nil: try Console.write(reports.map(\.text).joined(separator: "\n"))
        }
    }
}
