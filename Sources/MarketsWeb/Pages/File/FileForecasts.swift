import APIKit
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import Market
import PageKit
import Platform
import Records
import Services

/// The options that a reader chooses for a file.
package struct FileOptions: Equatable, Sendable {
    /// The coin to read from a file with several; empty if there is only one.
    var coin = ""
    /// Whether gaps and bad closes are filled with the preceding close.
    var fills = false
    /// Leaves out earlier days; nil to keep all.
    var since: Day?
    /// Days whose closes are left out.
    var skipped: [Day] = []
    /// How to read the file.
    var choices = FileChoices()

    package init() {}

    /// The options of a form.
    init(_ fields: PageKit.Fields) {
        // Longer than any name of a column.
        func text(_ name: String) -> String { fields[name].cut(to: 200) }
        (coin, fills, since) = (text("coin"), fields["fill"] == "yes", Day(iso: text("since")))
        skipped = text("skip_day").split(separator: ",").compactMap { Day(iso: $0) }
        choices = FileChoices(fields)
    }

    /// The options without ``choices``.
    var withoutChoices: FileOptions {
        var options = self
        options.choices = FileChoices()
        return options
    }

    /// ``skipped`` as the field of a form.
    var skippedText: String { skipped.map(\.description).joined(separator: ",") }

    /// - Throws: ``FileFault/dateFormat(_:)``.
    func form() throws(FileFault) -> PriceFileForm {
        var form = try choices.form()
        form.coin = coin.isEmpty ? nil : coin
        return form
    }
}

/// Why a file cannot be forecast.
package enum FileFault: Error, Equatable, Sendable {
    case missing
    case tooLarge(bytes: Int)
    case dateFormat(String)
    /// The errors in its lines.
    case file(PriceFileError)
    /// The errors in its closes.
    case closes(CloseSeriesError)
    /// Why the model has no forecast for closes that passed the check.
    case forecast(ForecastError)
    case noModel
    case busy
}

/// A file's forecast, with the contents of its page and its downloads.
package struct FileForecast: Sendable {
    let picture: PricePicture
    let outlook: CoinOutlook
    let notes: [PriceNote]
    let csv: [UInt8]
    let json: [UInt8]

    /// The approximate memory use.
    var bytes: Int { picture.closes.count * MemoryLayout<Candle>.stride + csv.count + json.count }
}

/// The result of processing an uploaded file.
package struct FileAttempt: Sendable {
    package typealias File = SentFile<FileAttempt>

    package var options: FileOptions
    /// Nil while the file cannot be forecast.
    package var forecast: FileForecast?

    package init(options: FileOptions, forecast: FileForecast? = nil) { (self.options, self.forecast) = (options, forecast) }
}

/// Forecasts files of closes. Nothing is written to disk.
struct FileForecasts: Sendable {
    let models: ServedModels
    let worker: WorkerThreads
    let today: @Sendable () -> Day

    /// The largest file: ten years of 20 coins with ten columns are about 4 MB.
    static let maximumBytes = 4 << 20

    /// Reads, checks and forecasts a file.
    ///
    /// - Throws: ``FileFault``, or errors that concern neither the file nor the load.
    func forecast(_ bytes: [UInt8], name: String, _ options: FileOptions) async throws -> FileForecast {
        guard !bytes.isEmpty else { throw FileFault.missing }
        guard bytes.count <= Self.maximumBytes else { throw FileFault.tooLarge(bytes: bytes.count) }
        let form = try options.form()
        var request = ForecastRequest()
        (request.fillsWithPrevious, request.skippedDays) = (options.fills, options.skipped)
        let forecaster = try closesForecaster(request)
        let selection = request.selection(need: forecaster.need, today: today(), since: options.since)
        // Reading takes some milliseconds: not for an event loop.
        let read = try await worker.run(for: "") { try Self.read(bytes, name: name, form, selection) }
        return try await forecast(read, forecaster)
    }

    private func closesForecaster(_ request: ForecastRequest) throws -> ClosesForecaster {
        do { return try ClosesForecaster(request, models) } catch is CatalogueError { throw FileFault.noModel }
    }

    private typealias Closes = (history: PriceHistory, notes: [PriceNote])

    private static func read(
        _ bytes: [UInt8], name: String, _ form: PriceFileForm, _ selection: CloseSeries.Selection
    ) throws(FileFault) -> Closes {
        let file: PriceFile
        do throws(PriceFileError) { file = try PriceFile(bytes, name: name, form: form) } catch { throw .file(error) }
        let ticker = file.symbol.flatMap { CoinSymbol($0).ticker } ?? Ticker(Files.stem(of: name)) ?? Ticker("FILE")!
        do throws(CloseSeriesError) { return try file.history(ticker, selection) } catch { throw .closes(error) }
    }

    private func forecast(_ closes: Closes, _ forecaster: ClosesForecaster) async throws -> FileForecast {
        let (history, today) = (closes.history, today())
        let result: Result<Forecast, ForecastError>
        do {
            result = try await forecaster.forecasts(of: [history.suffix(forecaster.need)])[0]
        } catch InferenceError.queueFull {
            throw FileFault.busy
        }
        let forecast: Forecast
        do { forecast = try result.get() } catch { throw FileFault.forecast(error) }
        return try await forecaster.encode(series: 1) { Self.whole(forecast, history, closes.notes, forecaster.plan, today: today) }
    }

    private static func whole(
        _ forecast: Forecast, _ history: PriceHistory, _ notes: [PriceNote], _ plan: ForecastPlan, today: Day
    ) -> FileForecast {
        let asset = Asset(unknown: "\(history.ticker)") ?? Asset(unknown: "FILE")!
        let outlook = CoinOutlook(forecast, of: asset, skill: plan.skill)
        let candles = history.closes.enumerated().map { Candle(day: history.firstDay + $0, close: $1) }
        let picture = PricePicture(name: "\(history.ticker)", unit: "", closes: candles, outlook: outlook, today: today)
        return FileForecast(
            picture: picture, outlook: outlook, notes: notes, csv: Array(ForecastCSV.document([forecast], plan).utf8),
            json: ForecastDocuments.document([forecast], plan))
    }
}
