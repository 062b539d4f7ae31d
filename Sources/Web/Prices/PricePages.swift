import Forecasts
import HTMLTemplates
import HTTPEdge
import Inference
import Market
import MarketData
import Server

/// Imports closes from a file: it is read, checked and shown, and stored as a task after a confirmation.
struct PricePages: Sendable {
    private let market: MarketData
    private let version: StoreVersion
    private let queue: InferenceQueue
    private let board: TaskBoard
    private let pending: SentFiles<PriceImport>

    init(market: MarketData, version: StoreVersion, queue: InferenceQueue, board: TaskBoard) {
        (self.market, self.version, self.queue, self.board) = (market, version, queue, board)
        pending = SentFiles(now: market.now)
    }

    func add(to pages: inout PageList) {
        // All owners share closes, so the API asks for the same scope.
        pages.get("/prices/import", .scope(.admin)) { visit in .page(page(visit, Answer(coin: visit.query("coin") ?? ""))) }
        pages.post("/prices/import", .scope(.admin), maximumBytes: PriceImport.maximumBytes + (64 << 10), send)
    }

    /// The page's state after a form was sent.
    private struct Answer {
        var coin = ""
        var replaces = false
        var choices = FileChoices()
        var errors = FormErrors()
        /// The errors of the file.
        var details: [String] = []
        var preview: PriceImport?
        var pendingID = ""
    }

    // MARK: Sending

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if fields["do"] == "import" { return try confirm(visit, fields) }
        var answer = Answer(coin: fields["coin"], replaces: fields.has("replace"), choices: FileChoices(fields))
        guard let file = fields.files["file"], !file.bytes.isEmpty else {
            answer.errors.add(visit.words(fields.files["file"] == nil ? "prices.no-file" : "prices.empty-file"), to: "file")
            return .page(page(visit, answer).with(.unprocessableContent))
        }
        do {
            let asset = try await market.directory.asset(answer.coin)
            var form = try answer.choices.form()
            form.preferredCoin = asset.ticker.description
            let read = try await queue.compute { [form] in try PriceFile(file.bytes, name: file.name, form: form) }
            let price = try await PriceImport(read, of: asset, replaces: answer.replaces, in: market)
            answer.preview = price
            answer.pendingID = pending.keep(file.bytes, name: file.name, of: visit.caller.owner, price).id
            return .page(page(visit, answer))
        } catch let error as PriceFileError {
            answer.errors.add(visit.words("prices.refused.bad-price-file"), to: "file")
            answer.details = visit.words.sentences(for: .file(error))
            return .page(page(visit, answer).with(.unprocessableContent))
        } catch let fault as FileFault {
            answer.errors.add(visit.words.sentences(for: fault)[0], to: "file")
            return .page(page(visit, answer).with(.unprocessableContent))
        } catch let error as QuoteConversionError {
            answer.errors.add(visit.words("prices.refused.other-currency"), to: "file")
            let values = ["code": error.quote.code, "label": visit.words("prices.quote")]
            answer.details = [visit.words("prices.other-currency", values)]
            return .page(page(visit, answer).with(.unprocessableContent))
        } catch {
            let problem = Problem(error)
            guard let field = Self.fields[problem.code] else { throw error }
            answer.errors.add(visit.words("prices.refused.\(problem.code)"), to: field)
            answer.details = visit.words.figures(of: error)
            return .page(page(visit, answer).with(problem.status))
        }
    }

    /// The field that a problem concerns.
    private static let fields = [
        "unknown-asset": "coin", "ambiguous-ticker": "coin", "cash": "coin", "no-closes": "file", "close-jumps": "file",
        "closes-disagree": "file",
    ]

    private func confirm(_ visit: Visit, _ fields: Fields) throws -> Outcome {
        guard let sent = pending.file(fields["pending"], of: visit.caller.owner) else {
            var answer = Answer(coin: fields["coin"])
            answer.errors.add(visit.words("prices.expired"), to: "file")
            return .page(page(visit, answer).with(.unprocessableContent))
        }
        let price = sent.content
        let id = try board.start(
            owner: visit.caller.owner, kind: .importPrices, subject: "\(price.asset.id) \(price.file.name)",
            label: "\(price.asset.ticker)"
        ) { [market, version] progress in
            .imported([try await price.store(market, version, progress)])
        }
        pending.forget(sent.id, of: sent.owner)
        return .redirect("/tasks/\(id)")
    }

    // MARK: The page

    private func page(_ visit: Visit, _ answer: Answer) -> Page {
        var coin = FieldView("coin", .text, visit.words("prices.coin"), hint: visit.words("prices.coin-hint"), value: answer.coin)
        coin.maximumLength = 100
        return Page(
            "price-import", title: visit.words("prices.title"), place: .tasks,
            [
                "coinField": coin.values(answer.errors), "replaces": .flag(answer.replaces),
                "fileError": .optional(answer.errors.byField["file"]),
                "fields": answer.choices.values(visit.words, hasVolume: true),
                "details": .list(answer.details.map { .text($0) }),
                "preview": answer.preview.map { $0.preview(visit.words) } ?? false,
                "hasPreview": .flag(answer.preview != nil), "pendingID": .text(answer.pendingID),
            ])
    }
}
