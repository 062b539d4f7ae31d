import APIKit
import Forecasts
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Languages
import Market
import MarketData
import News
import PageKit

/// Adds coins and prices: from files, which are read, checked and shown, and stored as a task after a confirmation; from
/// providers; from the sample.
package struct PricePages: Sendable {
    private let market: MarketData
    private let version: StoreVersion
    private let board: TaskBoard
    private let fetch: PriceFetch
    private let reader: PriceReader
    private let pending: SentFiles<PriceBatch>

    private typealias State = PriceAddForm.State

    init(market: MarketData, version: StoreVersion, worker: WorkerThreads, board: TaskBoard, fetch: PriceFetch) {
        (self.market, self.version, self.board, self.fetch) = (market, version, board, fetch)
        reader = PriceReader(market: market, worker: worker)
        pending = SentFiles(now: market.now) { $0.bytes }
    }

    private static let path = PriceAddForm.path

    func add(to pages: inout PageList) {
        // All owners share closes, so the API asks for the same scope.
        pages.get(Self.path, .scope(.admin)) { visit in
            var state = State()
            state.coin = visit.query("coin") ?? ""
            return .page(try await page(visit, state))
        }
        pages.post(Self.path, .scope(.admin), maximumBytes: PriceImport.maximumBytes + (64 << 10)) { visit, fields in
            switch fields["do"] {
            case "import": try await confirm(visit, fields)
            case "fetch": try await startFetch(visit, fields)
            case "sample": .redirect("/tasks/\(try startSample(visit))")
            default: try await check(visit, fields)
            }
        }
    }

    // MARK: Files

    private func check(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var state = State()
        (state.coin, state.replaces, state.choices) = (fields["coin"], fields.has("replace"), FileChoices(fields))
        let (chosen, kept) = (fields.files("file"), pending.file(fields["pending"], of: visit.caller.owner))
        if chosen.isEmpty, let kept { return try await read(kept, request(fields, of: kept), visit) }
        if chosen.allSatisfy(\.bytes.isEmpty) {
            let isExpired = !fields["pending"].isEmpty
            let key = !chosen.isEmpty ? "prices.empty-file" : isExpired ? "prices.expired" : "prices.no-file"
            state.errors.add(visit.words(key), to: "file")
        }
        if chosen.count > 1, !state.coin.isEmpty { state.errors.add(visit.words("prices.coin-of-one"), to: "coin") }
        guard state.errors.isEmpty else { return .page(try await page(visit, state).with(state.errors)) }
        let (files, bytes) = PriceBatch.joined(chosen)
        var request = PriceBatch.Request(choices: state.choices, replaces: state.replaces)
        if !state.coin.isEmpty { request.coins = [0: state.coin] }
        let batch = try await reader.batch(files, in: bytes, request)
        let sent = pending.keep(bytes, name: files.map(\.name).joined(separator: ", "), of: visit.caller.owner, batch)
        return .page(preview(sent, visit))
    }

    /// Reads kept files again, in another way.
    private func read(
        _ sent: SentFile<PriceBatch>, _ request: PriceBatch.Request, _ visit: Visit
    ) async throws -> Outcome {
        var sent = sent
        sent.content = try await reader.batch(sent.content.files, in: sent.bytes, request)
        pending.replace(sent)
        return .page(preview(sent, visit))
    }

    /// The typed request; what the form does not have stays as it was.
    private func request(_ fields: Fields, of sent: SentFile<PriceBatch>) -> PriceBatch.Request {
        var request = sent.content.request
        for number in sent.content.files.indices where fields.has("coin-\(number)") {
            let typed = fields["coin-\(number)"]
            let isFound = sent.content.parts.contains { $0.file == number && $0.isAlone && $0.coin == typed }
            // The name that the page filled in was not typed.
            if request.coins[number] != nil || !isFound { request.coins[number] = typed.isEmpty ? nil : typed }
        }
        guard fields.has("date_column") else { return request }
        (request.choices, request.replaces) = (FileChoices(fields), fields.has("replace"))
        return request
    }

    private func confirm(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        guard let sent = pending.file(fields["pending"], of: visit.caller.owner) else {
            var state = State()
            state.errors.add(visit.words("prices.expired"), to: "file")
            return .page(try await page(visit, state).with(state.errors))
        }
        let (request, imports) = (request(fields, of: sent), sent.content.imports)
        // What was changed since the check is checked first.
        guard request == sent.content.request, !imports.isEmpty else { return try await read(sent, request, visit) }
        let tickers = imports.map { "\($0.asset.ticker)" }
        let shown = tickers.prefix(4).joined(separator: ", ") + (tickers.count > 4 ? " …" : "")
        let (id, owner) = (sent.id, sent.owner)
        // A waiting task holds no closes: together, they would exceed the memory limit of uploaded files.
        let task = try board.start(
            owner: owner, kind: .importPrices, subject: "\(tickers) \(id)", label: shown
        ) { [market, version, pending] progress in
            // Only what was confirmed is stored, and not what was chosen since.
            guard let sent = pending.file(id, of: owner), sent.content.request == request else {
                throw Problem(.conflict, "file-not-kept", "the file is no longer kept; send it again")
            }
            pending.forget(id, of: owner)
            return try await PriceImport.store(sent.content.imports, market, version, progress)
        }
        return .redirect("/tasks/\(task)")
    }

    // MARK: Providers, and the sample

    private func startFetch(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var state = State()
        state.names = fields["names"]
        // Before any work: the form is large enough for files.
        let isTooLong = state.names.utf16.count > PriceAddForm.mostCharacters
        if isTooLong { state.names = state.names.cut(to: PriceAddForm.mostCharacters) }
        let names = state.names.split { $0 == "," || $0 == ";" || $0.isWhitespace }.map(String.init)
        guard !isTooLong, names.count <= PriceAddForm.mostNames else {
            let most = [
                "names": "\(PriceAddForm.mostNames)",
                "characters": visit.words.format.price(Double(PriceAddForm.mostCharacters), decimals: 0),
            ]
            state.errors.add(visit.words("prices.fetch.too-many", most), to: "names")
            return .page(try await page(visit, state).with(state.errors))
        }
        var coins: [Asset] = []
        for name in names {
            do {
                let coin = try await market.directory.asset(name)
                if coin.providerIDs.isEmpty {
                    state.errors.add(visit.words("prices.fetch.no-provider", ["name": "\(coin.ticker)"]), to: "names")
                }
                if !coins.contains(coin) { coins.append(coin) }
            } catch let error as AssetError {
                let code = Problem(error).code
                let sentence = code == "unknown-asset" ? "prices.fetch.unknown" : "prices.fetch.ambiguous"
                state.errors.add(visit.words(sentence, ["name": name.cut(to: 40)]), to: "names")
            }
        }
        if names.isEmpty { state.errors.add(visit.words("prices.fetch.none"), to: "names") }
        if !fetch.isPossible { state.errors.add(visit.words("done.refresh-off"), to: "names") }
        guard state.errors.isEmpty else { return .page(try await page(visit, state).with(state.errors)) }
        let label = coins.map { "\($0.ticker)" }.joined(separator: ", ")
        return .redirect("/tasks/\(try fetch.start(coins, label: label, of: visit.caller.owner))")
    }

    /// The subject of the task that adds the sample. Its label is the name of the button that starts it.
    static let sampleSubject = "sample"

    private func startSample(_ visit: Visit) throws(Problem) -> String {
        try board.start(
            owner: visit.caller.owner, kind: .fetchPrices, subject: Self.sampleSubject, label: visit.words("prices.sample.do")
        ) { [market, version] progress in
            defer { version.noteChange() }
            _ = try await SampleMarkets.store(in: market.store, now: market.now()) { done, total in
                progress.note(done: done, of: total)
                try progress.check()
            }
            try await SampleNews.store(in: market.store, now: market.now())
            return .page(Page.Place.markets.path)
        }
    }

    // MARK: The pages

    private func page(_ visit: Visit, _ state: State) async throws -> Page {
        let values: Values = ["add": try await PriceAddForm(market: market, fetch: fetch).values(visit.words, state)]
        return Page("price-import", title: visit.words("prices.title"), place: .markets, scripts: ["drop"], values)
    }

    private func preview(_ sent: SentFile<PriceBatch>, _ visit: Visit) -> Page {
        let (batch, words) = (sent.content, visit.words)
        let (imports, error) = (batch.imports, batch.parts.lazy.compactMap(\.error).first)
        let values: Values = [
            "parts": .list(batch.parts.map { part($0, words) }),
            "pendingID": .text(sent.id), "fields": batch.request.choices.values(words, hasVolume: true),
            "replaces": .flag(batch.request.replaces), "canImport": .flag(!imports.isEmpty),
            "import": .text(words("prices.import", n: imports.count)), "isRead": .flag(error == nil),
        ]
        let page = Page("price-check", title: words("prices.title"), place: .markets, values)
        guard imports.isEmpty, let error else { return page }
        return page.with(PriceFaultWords.status(error))
    }

    private func part(_ part: PriceBatch.Part, _ words: Words) -> TemplateValue {
        let fault = part.error.map { PriceFaultWords($0, words) }
        let name = "coin-\(part.file)"
        var errors = FormErrors()
        if let fault, fault.isOfCoin { errors.add(fault.sentence, to: name) }
        var coin = FieldView(name, .text, words("prices.coin"), value: part.coin)
        coin.maximumLength = 100
        var values: Values = [
            "file": .text(part.fileName), "coinField": part.isAlone ? coin.values(errors) : false,
            "error": .optional(fault.flatMap { $0.isOfCoin ? nil : $0.sentence }),
            "details": .list((fault?.details ?? []).map { .text($0) }), "title": .optional(nil),
            "days": "", "notes": [], "hasNotes": false, "new": .optional(nil), "replaces": false,
            "name": .optional(part.isAlone || part.coin.isEmpty ? nil : part.coin.cut(to: 40)),
        ]
        if case .success(let read) = part.result { values.merge(self.values(of: read, part.fileName, words)) { $1 } }
        return .group(values)
    }

    private func values(of read: PriceImport, _ fileName: String, _ words: Words) -> Values {
        let ticker = "\(read.asset.ticker)"
        let notes = clue(read.coin, fileName, words) + words.sentences(for: read.file.notes)
        return [
            "title": .text(words("prices.preview", n: read.file.candles.count, ["name": ticker])),
            "days": .text(PriceImport.days(read.file.days, words)), "notes": .list(notes.map { .text($0) }),
            "hasNotes": .flag(!notes.isEmpty), "replaces": .flag(read.replaces),
            "new": .optional(read.coin.isNew ? words("prices.new-coin", ["name": ticker]) : nil),
        ]
    }

    /// A question to the reader: whether the coin is the one that was found.
    private func clue(_ coin: FileAsset, _ fileName: String, _ words: Words) -> [String] {
        let name = "\(coin.asset.ticker)"
        switch coin.clue {
        case nil: return []
        case .partOfName: return [words("prices.clue.name", ["file": fileName.cut(to: 100), "name": name])]
        case .symbol(let symbol): return [words("prices.clue.symbol", ["symbol": symbol.cut(to: 40), "name": name])]
        }
    }
}
