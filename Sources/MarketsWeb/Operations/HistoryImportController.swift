import APIKit
import Forecasts
import HTTPEdge
import JSONText
import Ledger
import Market
import MarketData
import NIOCore
import Portfolio
import Records

/// Imports closes sent by clients.
struct HistoryImportController: Sendable {
    let market: MarketData
    let worker: WorkerThreads

    func add(to api: inout API) { api.add(Self.send, send) }

    private static let send = Operation(
        .put, "/v1/assets/{asset}/history", id: "sendHistory", tag: "History",
        "Stores the closes of a price file: a header with a date and a close column, one line per day. Sending it again changes nothing. All "
            + "owners share closes. The European Central Bank's eurofxref-hist.csv has those of its currencies, and any file may be zipped.",
        need: .scope(.admin),
        parameters: [
            .asset, .query("since", .day, "Leave out days before this one."),
            .query("skip_day", .array(.day, count: 1...100), "Leave out the closes of these days."),
            .query(
                "replace", .boolean,
                "Replace stored closes that differ, and accept closes that jump by more than \(Int(CloseJump.largestDailyRatio)) times.",
                default: .boolean(false)),
            .query(
                "name", .text(1...100, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", words: "the name of a file", accepts: isName),
                "The name of the source of the closes.", default: .string("upload")),
            .query(
                "coin", .text(1...100),
                "The coin to read from a file with several, as written in the file (default: the asset's ticker)."),
            .query(
                "column", .text(1...1000),
                "Names of columns in the header, if they are not the usual ones: `close=Last,date=Day`. Kinds are "
                    + PriceFileForm.Column.allCases.map(\.rawValue).joined(separator: ", ") + "."),
            .query("date_format", .text(1...50), "How the file writes dates that are not ISO or Unix times: `dd/MM/yyyy`."),
            .query(
                "stamp", .choice(StampMeaning.allCases.map(\.rawValue)),
                "What the times in the date column are: the start of the day that a line describes, or the time of the price."),
            .query(
                "quote", .text(1...20, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", words: "the code of a currency", accepts: isName),
                "The currency of the prices (default: that of the symbol, the close column or the name, otherwise US dollars). Others are "
                    + "converted at their stored closes."),
            .query(
                "per", Currency.schema,
                "For a file of a currency's rates: they are units of the currency for one unit of this one, such as USD."),
            .query("decimal", .choice(DecimalSign.allCases.map(\.rawValue)), "The decimal sign of the prices."),
            .query(
                "volume_unit", .choice(VolumeUnit.allCases.map(\.rawValue)),
                "What the volumes count: coins, or the currency of the prices."),
        ],
        body: .bytes([("text/csv", .text(1...(16 << 20))), ("application/zip", .text(1...(16 << 20)))], maximumBytes: 16 << 20)
            .showing("date,close\n2025-02-27,84000.5\n2025-02-28,84373.25\n"),
        answers: [
            .json(200, "What was stored.", MarketDocuments.importedWithNotes.schema),
            .problem(409, "The closes contradict the stored ones, and nothing was stored; or the asset is cash."),
            .problem(422, "The file cannot be read, or a parameter is not accepted."),
        ])

    @Sendable private static func isName(_ text: String) -> Bool {
        text.utf8.first.map { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") } == true
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || (0x30...0x39).contains($0.value) || "._-".unicodeScalars.contains($0))
            }
    }

    private func send(_ call: Call) async throws -> Reply {
        let asset = try await market.directory.asset(call)
        guard asset.id != .usd else { throw CloseImportError.cash }
        let name = call.required("name", Call.text)
        let file = try await read(name, try Self.form(call, asset), of: asset, call)
        let result = try await store(file, of: asset, name, call)
        let imported = ImportedCloses(asset: asset, file: name, days: file.days, result: result)
        return Reply { MarketDocuments.importedWithNotes.write((imported, file.notes.map { $0.description(.query) }), &$0) }
    }

    private static func form(_ call: Call, _ asset: Asset) throws -> PriceFileForm {
        var form = PriceFileForm(coin: call.text("coin"), preferredCoin: asset.ticker.description)
        do throws(PriceFileFormError) {
            if let text = call.text("column") { try form.addColumns(text) }
        } catch {
            throw Problem(
                .unprocessableContent, "invalid-value", error.description, field: "column",
                value: call.text("column").map { .string($0) },
                accepted: "pairs such as close=Last,date=Day")
        }
        do throws(PriceFileFormError) {
            if let text = call.text("date_format") { form.dateFormat = try DatePattern(text) }
        } catch {
            throw Problem(
                .unprocessableContent, "invalid-value", error.description, field: "date_format",
                value: call.text("date_format").map { .string($0) }, accepted: "a pattern such as dd/MM/yyyy")
        }
        (form.quote, form.per) = (call.text("quote")?.uppercased(), call.text("per"))
        form.stamp = call.choice("stamp")
        form.decimal = call.choice("decimal")
        form.volumeUnit = call.choice("volume_unit")
        return form
    }

    private func store(_ file: FileCloses, of asset: Asset, _ name: String, _ call: Call) async throws -> CandleImport {
        do {
            return try await market.closeImport.store(file, of: asset, fileName: name, replaces: call.flag("replace"))
        } catch let error as CloseImportError {
            throw error.problem(named: name)
        }
    }

    /// Parses the file on a worker's thread: a file of 16 MiB takes a second.
    private func read(_ name: String, _ form: PriceFileForm, of asset: Asset, _ call: Call) async throws -> FileCloses {
        do {
            let coin = try await worker.run(for: call.caller.owner) {
                try PriceFile(Array(call.bytes.readableBytesView), name: name, form: form)
            }
            let skipped = call.texts("skip_day")?.compactMap { Day(iso: $0) } ?? []
            return try await market.closeImport.closes(
                of: coin, as: asset.ticker, since: call.day("since"), skipping: Set(skipped), spelling: .query)
        } catch let error as FileClosesError {
            throw Problem(.unprocessableContent, "no-closes", "\(error.name) has \(error.detail)", field: "body")
        } catch let error as QuoteConversionError {
            throw Problem(.unprocessableContent, "other-currency", error.description, field: "quote")
        } catch let error as PriceFileError {
            throw Problem(
                .unprocessableContent, "bad-price-file", error.problem.detail, field: "body",
                accepted: "a header with a date and a close column, then one line per day")
        }
    }
}
