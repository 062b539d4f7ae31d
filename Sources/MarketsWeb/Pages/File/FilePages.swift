import APIKit
import Forecasting
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Inference
import Languages
import Market
import MarketData
import PageKit
import Platform
import Text

/// Forecasts a file without storing it: the form, the file's page, and its downloads.
package struct FilePages: Sendable {
    private let forecasts: FileForecasts
    private let files: SentFiles<FileAttempt>

    init(models: ServedModels, worker: WorkerThreads, market: MarketData) {
        forecasts = FileForecasts(models: models, worker: worker, today: { market.today })
        files = SentFiles(now: market.now) { $0.forecast?.bytes ?? 0 }
    }

    func add(to pages: inout PageList) {
        pages.get("/file", .scope(.read)) { visit in
            .page(FileForm(words: visit.words, fields: Fields()).page(isGone: visit.query("gone") != nil))
        }
        pages.get("/file/sample.csv", .scope(.read)) { _ in
            guard let sample = Self.sample else { throw Problem.notFound("there is no sample file") }
            return .response(ChartData.download(sample, name: Self.sampleName, type: "text/csv; charset=utf-8"))
        }
        // Larger than the largest file, so that the form can report the error.
        pages.post("/file", .scope(.read), maximumBytes: 4 * FileForecasts.maximumBytes, send)
        pages.get("/file/:id", .scope(.read)) { visit in
            guard let file = file(visit), let forecast = file.content.forecast else { return .redirect("/file?gone=1") }
            return .page(FilePage(file: file, forecast: forecast, minutesLeft: files.minutesLeft(of: file), visit: visit).page)
        }
        pages.post("/file/:id", .scope(.read), sendAgain)
        pages.post("/file/:id/forget", .scope(.read)) { visit, _ in
            files.forget(visit.path("id"), of: visit.caller.owner)
            return .redirect("/file?done=file-forgotten")
        }
        addDownloads(to: &pages)
    }

    private func addDownloads(to pages: inout PageList) {
        pages.get("/file/:id/chart.json", .scope(.read)) { visit in
            let chart = try forecast(visit).picture.chart(visit.words)
            return .response(ChartData.response(ChartData.json(chart), to: visit, isPersonal: true))
        }
        pages.get("/file/:id/forecast.csv", .scope(.read)) { visit in
            let forecast = try forecast(visit)
            return .response(
                ChartData.download(
                    forecast.csv, name: "\(forecast.picture.name)-forecast.csv", type: "text/csv; charset=utf-8"))
        }
        pages.get("/file/:id/forecast.json", .scope(.read)) { visit in
            let forecast = try forecast(visit)
            return .response(
                ChartData.download(forecast.json, name: "\(forecast.picture.name)-forecast.json", type: "application/json"))
        }
    }

    private func file(_ visit: Visit) -> FileAttempt.File? { files.file(visit.path("id"), of: visit.caller.owner) }

    private func forecast(_ visit: Visit) throws(Problem) -> FileForecast {
        guard let forecast = file(visit)?.content.forecast else { throw Problem.notFound("the file is not kept any more") }
        return forecast
    }

    // MARK: Forms

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (bytes, name) = Self.sent(fields)
        let options = FileOptions(fields)
        do {
            let forecast = try await forecasts.forecast(bytes, name: name, options)
            let file = files.keep(bytes, name: name, of: visit.caller.owner, FileAttempt(options: options, forecast: forecast))
            return .redirect("/file/\(file.id)")
        } catch let fault as FileFault {
            var kept: FileAttempt.File?
            switch fault {
            // Kept, so that the reader can correct the options without choosing the file again.
            case .file, .closes, .dateFormat, .busy:
                kept = files.keep(bytes, name: name, of: visit.caller.owner, FileAttempt(options: options))
            default: break
            }
            return refusal(fault, kept, visit, fields)
        }
    }

    private func sendAgain(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        guard var file = file(visit) else { return .redirect("/file?gone=1") }
        file.content.options = FileOptions(fields)
        do {
            file.content.forecast = try await forecasts.forecast(file.bytes, name: file.name, file.content.options)
            files.replace(file)
            return .redirect("/file/\(file.id)")
        } catch let fault as FileFault {
            return refusal(fault, file, visit, fields)
        }
    }

    private func refusal(_ fault: FileFault, _ file: FileAttempt.File?, _ visit: Visit, _ fields: Fields) -> Outcome {
        let status: HTTPResponse.Status =
            switch fault {
            case .busy, .noModel: .serviceUnavailable
            case .tooLarge: .contentTooLarge
            default: .unprocessableContent
            }
        return .page(FileForm(words: visit.words, fields: fields).page(fault, file).with(status))
    }

    /// Returns what a form sends: a file, a text, or the sample.
    private static func sent(_ fields: Fields) -> (bytes: [UInt8], name: String) {
        if fields.has("sample"), let sample { return (sample, sampleName) }
        if let file = fields.file("file"), !file.bytes.isEmpty { return (file.bytes, shownName(file.name)) }
        return (Array(fields["text"].utf8), "closes.csv")
    }

    /// A file's name without folders and control characters, at most 60 characters.
    private static func shownName(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let plain = last.unicodeScalars.filter {
            $0.value >= 0x20 && $0.value != 0x7F && HiddenCharacter.first(in: String($0)) == nil
        }
        let short = String(String.UnicodeScalarView(plain)).prefix(60)
        return short.isEmpty ? "closes.csv" : String(short)
    }

    // MARK: The sample

    private static let sampleName = "SIM01.csv"

    /// A simulated market to try the page with; nil if none is installed.
    static var sample: [UInt8]? { Locations.sampleFolder.flatMap { try? Files.read("\($0)/\(sampleName)") } }
}
