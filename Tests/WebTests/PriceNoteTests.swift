import HTTPTestSupport
import JSONText
import Market
import MarketsWeb
import PageKit
import Platform
import ServerWorld
import Testing

/// The notes on price files, in the reader's language.
@Suite struct PriceNoteTests {
    private static let day = Day(iso: "2025-02-20")!
    private static let window = CloseSeriesError.Window(need: 500, goodFrom: day, closesFromThere: 600)

    /// One or more of each kind.
    private static let kinds: [PriceNote.Kind] = [
        .titleLines(header: 3, title: "Prices"), .noHeader(format: "Binance klines", columns: ["open time", "open"]),
        .noHeader(format: nil, columns: ["date", "close"]), .json(columns: ["time", "price"]), .newestFirst,
        .endedCurrencies(["BGN", "CYP"]),
        .localDays(offsets: ["+02:00", "+03:00"]), .convertedTimes(offsets: ["+02:00"]), .midnight(.open), .midnight(.close),
        .oddTimes(.open, example: 1_740_050_000, day: day), .oddTimes(.close, example: 1_740_050_000, day: day),
        .pricesWithinDay(count: 1, first: 1_740_050_000), .pricesWithinDay(count: 5, first: 1_740_050_000),
        .assumedPoint("63.202"), .excelDates(text: "45708", day: day), .repeatedHeaders(count: 2),
        .badVolumes(count: 1, first: "many"), .badVolumes(count: 3, first: "many"), .assumedVolumeUnit(.coins),
        .assumedVolumeUnit(.quote), .writtenBeforeEnd(day), .notEnded(day), .badCloses(count: 1, first: day),
        .badCloses(count: 2, first: day), .otherSymbol("ETH", ticker: Ticker("BTC")!), .otherCurrency(.init("EUR", .fileName)),
        .otherCurrency(.init("EUR", .option)), .otherCurrency(.init("EUR", .symbol("BTC/EUR"))),
        .otherCurrency(.init("EUR", .column("close_eur"))), .otherCurrency(.init("EUR", .mark("€"))),
        .converted(.init("EUR", .option), by: Ticker("EUR")!, daysLeftOut: 0),
        .converted(.init("EUR", .option), by: Ticker("EUR")!, daysLeftOut: 2),
        .skipped(.init(day: day, close: 2), isFilled: false), .skipped(.init(day: day, close: 2), isFilled: true),
        .skipped(.init(day: day, close: .nan), isFilled: false), .nothingToSkip(day), .fault(.gap(first: day, last: day + 2)),
        .fault(.candles(days: 2, first: day, fault: .lowAboveHigh(low: 2, high: 1))), .fault(.unchanged(days: 50, of: 100)),
        .doubt(.shift(day: day, from: 1, to: 3)), .moreDoubts(4),
        .usedFrom(day, closes: 600, after: .gap(after: day - 3, before: day, window: window)),
        .usedFrom(day, closes: 600, after: .badClose(day: day, text: "0.0", window: window)),
        .filled(count: 3, replaced: []), .filled(count: 3, replaced: [.init(day: day, close: 9)]),
    ]

    @Test func everyNoteHasATextInEveryLanguage() throws {
        for (language, words) in try LoadedFiles(try WebFolder(ServerUnderTest.webFolder)).words {
            let sentences = Self.kinds.map { words.sentences(for: [PriceNote($0, of: "BTC.csv")]).joined() }
            #expect(Set(sentences).count == Self.kinds.count, "\(language): two notes have the same text")
            for (kind, sentence) in zip(Self.kinds, sentences) {
                #expect(
                    !sentence.isEmpty && !sentence.contains("{") && !sentence.contains("--"), "\(language): \(kind): \(sentence)")
            }
        }
    }

    /// A new kind of note needs a sample above.
    @Test func everyTextIsThatOfASample() throws {
        let words = try #require(
            try LoadedFiles(try WebFolder(ServerUnderTest.webFolder)).words.first { $0.key.rawValue == "en" }?.value)
        let sentences = Self.kinds.flatMap { words.sentences(for: [PriceNote($0, of: "BTC.csv")]) }
        let json = try JSONValue(parsing: Files.read("\(ServerUnderTest.webFolder)/screens/prices/price-notes.en.json"))
        for member in try #require(json.members) where member.key.hasPrefix("prices.note.") {
            let forms = member.value.members?.compactMap(\.value.string) ?? [member.value.string ?? ""]
            // The parts between the values.
            let parts = forms.map { $0.split(separator: /\{[a-z]+\}/) }
            let isShown = sentences.contains { sentence in
                parts.contains { parts in parts.allSatisfy { sentence.contains($0) } }
            }
            #expect(isShown, "\(member.key) has no sample")
        }
    }

    // MARK: Pages

    private static func run(_ body: (ServerUnderTest, _ italian: PageVisitor) async throws -> Void) async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let token = try await server.token(owner: "ann", scope: .admin)
            let headers = ["Authorization": "Bearer \(token)", "Accept-Language": "it"]
            try await body(server, PageVisitor(server, headers: headers))
        }
    }

    @Test func theNotesOfAnImportAreInTheReadersLanguage() async throws {
        try await Self.run { _, ann in
            let text = "time,close\n2025-02-18T00:00:00Z,1.5\n2025-02-19T00:00:00Z,0\n2025-02-20T00:00:00Z,1.6\n"
            let page = try await ann.upload("/prices/import", ["coin": "BTC"], file: ("p.csv", text))
            #expect(page.status == 200 && page.has("scegli «Orari nella colonna della data»: «Ora del prezzo»."), "\(page.text)")
            #expect(page.has("Riga 3: La chiusura del 19 feb 2025 manca, è zero o non è un numero; è esclusa."), "\(page.text)")
            #expect(page.has("Manca 1 giorno tra il 18 feb 2025 e il 20 feb 2025."), "\(page.text)")
            #expect(!page.has("p.csv:") && !page.has("midnight"))
        }
    }

    @Test func theNotesOfAForecastFileAreInTheReadersLanguage() async throws {
        try await Self.run { _, ann in
            let text = priceFile(simulatedHistory(3)).split(separator: "\n").enumerated().map { index, line in
                index == 0 ? "time,close" : line.replacing(",", with: "T00:00:00Z,")
            }
            let sent = try await ann.upload("/file", file: ("times.csv", text.joined(separator: "\n")))
            let page = try await ann.get(try #require(sent["location"]))
            #expect(page.has("scegli «Orari nella colonna della data»: «Ora del prezzo»."), "\(page.text)")
        }
    }

    @Test func aRefusalHasItsFiguresInTheReadersLanguage() async throws {
        try await Self.run { server, ann in
            let history = try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 30))
            func upload(_ closes: [Double], from first: Day) async throws -> EdgeAnswer {
                let lines = closes.enumerated().map { "\(first + $0.offset),\($0.element)\n" }.joined()
                return try await ann.upload("/prices/import", ["coin": "BTC"], file: ("p.csv", "date,close\n" + lines))
            }
            let moved = try await upload(history.closes.dropLast(), from: history.firstDay + 1)
            #expect(moved.status == 409 && moved.has("Spostate di un giorno indietro coincidono"), "\(moved.text)")
            #expect(moved.has("giorni su 29 hanno altre chiusure"), "\(moved.text)")
            let cents = try await upload(history.closes.map { $0 * 100 }, from: history.firstDay)
            #expect(cents.status == 409 && cents.has("Tutte sono circa 100,00 volte quelle salvate"), "\(cents.text)")
            let jump = try await upload([history.closes[0] * 1000], from: history.firstDay - 1)
            #expect(jump.status == 409 && jump.has("1.000,00 volte."), "\(jump.text)")
        }
    }
}
