import HTTPEdge
import JSONText
import Market
import MarketsWeb
import PageKit
import ServerWorld
import Services
import Testing

/// Forecast a file, without scripts.
@Suite struct FilePageTests {
    private func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run(follows: true, body)
    }

    @Test func aFileIsForecastAsTheAPIDoes() async throws {
        try await run { server, visitor in
            let history = simulatedHistory(3)
            let page = try await visitor.upload("/file", file: ("COIN3.csv", priceFile(history)))
            let path = visitor.path
            #expect(page.status == 200 && path.hasPrefix("/file/"))
            #expect(page.has("<h1>COIN3</h1>") && page.has("600 closes") && page.has("id=\"honesty\""))
            let file = try JSONValue(parsing: Array(try await visitor.get("\(path)/forecast.json").text.utf8))
            let sent = try await server.post("/v1/forecasts", json: "{\"last\":\"2025-02-28\",\"closes\":\(jsonCloses(history))}")
                .json
            // One function makes both: the same numbers, to the last digit.
            #expect(file["forecasts"]?.array?[0]["values"] == sent["forecasts"]?.array?[0]["values"])
            #expect(try await visitor.get("\(path)/forecast.csv").text.hasPrefix("ticker,date,day,point,"))
            #expect(try await visitor.get("\(path)?ahead=1M").has("in 30 days, on 30 March 2025"))
            // Nothing is stored.
            #expect(try await server.parts.market.storedRanges().isEmpty)
            #expect(try await server.parts.diary.assets().isEmpty)
        }
    }

    @Test func aFileIsForgotten() async throws {
        try await run { server, visitor in
            _ = try await visitor.upload("/file", file: ("COIN3.csv", priceFile(simulatedHistory(3))))
            let path = visitor.path
            _ = try await visitor.upload("/file", file: ("COIN4.csv", priceFile(simulatedHistory(4))))
            let other = visitor.path
            #expect(try await visitor.post("\(path)/forget", from: path).has("File removed from memory."))
            #expect(try await visitor.get(path).has("This file is no longer kept."))
            #expect(try await visitor.get("\(path)/forecast.json").status == 404)
            #expect(try await visitor.get(other).has("<h1>COIN4</h1>"))
            server.clock.advance(by: SentFileLimits().minutes * 60)
            #expect(try await visitor.get(other).has("This file is no longer kept."))
        }
    }

    @Test func pastedTextWithFaultsIsKept() async throws {
        try await run { _, visitor in
            let text = "date,close\n2024-01-01,10\n2024-01-02,1O\n"
            let page = try await visitor.post("/file", from: "/file", ["text": text])
            #expect(page.status == 422 && page.has("Line 3: “1O” is not a price."))
            #expect(page.has("2024-01-02,1O"))
            let empty = try await visitor.post("/file", from: "/file", ["text": " "])
            #expect(empty.status == 422 && empty.has("Choose a file, or paste its lines."))
        }
    }

    @Test func aGapIsFilledWithOneButton() async throws {
        try await run { _, visitor in
            let lines = priceFile(simulatedHistory(3)).split(separator: "\n").filter { !$0.hasPrefix("2025-01-1") }
            let page = try await visitor.upload("/file", file: ("holes.csv", lines.joined(separator: "\n")))
            #expect(page.status == 422 && page.has("10 days are missing between 9 Jan 2025 and 20 Jan 2025."))
            let action = String(try #require(page.text.firstMatch(of: /action="(\/file\/[0-9a-f]{32})"/)).output.1)
            let filled = try await visitor.post(action, from: "/file", ["fill": "yes"])
            #expect(filled.status == 200 && visitor.path == action && filled.has("600 closes"))
        }
    }

    @Test func aWrongCloseIsLeftOutWithOneButton() async throws {
        try await run { _, visitor in
            let lines = priceFile(simulatedHistory(3)).split(separator: "\n").map { line in
                line.hasPrefix("2025-01-10") ? "2025-01-10,0.0001" : String(line)
            }
            let page = try await visitor.upload("/file", file: ("wrong.csv", lines.joined(separator: "\n")))
            #expect(page.status == 422 && page.has("Leave out the close of 10 Jan 2025"), "\(page.text)")
            #expect(page.has(#"name="skip_day" value="2025-01-10""#))
            let action = String(try #require(page.text.firstMatch(of: /action="(\/file\/[0-9a-f]{32})"/)).output.1)
            let mended = try await visitor.post(action, from: "/file", ["skip_day": "2025-01-10"])
            #expect(mended.status == 200 && mended.has("is left out"), "\(mended.text)")
        }
    }

    @Test func aCoinIsChosenOfAFileWithSeveral() async throws {
        try await run { _, visitor in
            let (one, other) = (simulatedHistory(1), simulatedHistory(2))
            var text = "symbol,date,close\n"
            for (name, history) in [("AAA", one), ("B<B", other)] {
                for (index, close) in history.closes.enumerated() { text += "\(name),\(history.firstDay + index),\(close)\n" }
            }
            let page = try await visitor.upload("/file", file: ("two.csv", text))
            #expect(
                page.status == 422 && page.has("The file has the closes of 2 coins.") && page.has("Read B&lt;B") && !page.has("B<B")
            )
            let action = String(try #require(page.text.firstMatch(of: /action="(\/file\/[0-9a-f]{32})"/)).output.1)
            #expect(try await visitor.post(action, from: "/file", ["coin": "AAA"]).has("<h1>AAA</h1>"))
        }
    }

    @Test func aDecimalSignIsChosenWhereTheFileLeavesItOpen() async throws {
        try await run { _, visitor in
            let history = simulatedHistory(3)
            let lines = (0..<history.count).map { day in
                "\"\(history.firstDay + day)\";\"\(20 + day % 7).\(100 + day % 9)\"\n"
            }
            let page = try await visitor.upload("/file", file: ("open.csv", "date;close\n" + lines.joined()))
            #expect(page.status == 422 && page.has("Choose the decimal sign"), "\(page.text)")
            #expect(page.has("How to read the file") && page.has(#"<option value="point">Point</option>"#))
            let action = String(try #require(page.text.firstMatch(of: /action="(\/file\/[0-9a-f]{32})"/)).output.1)
            let read = try await visitor.post(action, from: "/file", ["decimal": "point"])
            #expect(read.status == 200 && read.has("600 closes"), "\(read.text)")
            // The choices are shown and can be changed; the one in use is selected.
            #expect(read.has(#"<option value="point" selected>"#))
        }
    }

    /// Notes use the page's field names, in the reader's language.
    @Test func notesNameTheFieldsOfThePage() async throws {
        try await run { _, visitor in
            let text = priceFile(simulatedHistory(3)).split(separator: "\n").enumerated().map { index, line in
                index == 0 ? "time,close" : line.replacing(",", with: "T00:00:00Z,")
            }
            let page = try await visitor.upload("/file", file: ("times.csv", text.joined(separator: "\n")))
            #expect(page.status == 200 && page.has("“Times in the date column”: “Time of the price”"), "\(page.text)")
            #expect(!page.has("--stamp"))
        }
    }

    @Test func everyFaultHasAWordInEveryLanguage() throws {
        let faults: [FileFault] = [
            .missing, .tooLarge(bytes: 5_000_000), .dateFormat("x"), .busy, .noModel,
            .file(PriceFileError(.empty, file: "a.csv")), .file(PriceFileError(.compressed(.gzip), file: "a.csv")),
            .file(PriceFileError(.workbook, file: "a.csv")), .file(PriceFileError(.badJSON("x"), file: "a.csv")),
            .file(PriceFileError(.noHeader(columns: 3), file: "a.csv")),
            .file(PriceFileError(.noRates(of: "NOK", found: ["EUR", "SEK"]), file: "a.csv")),
            .file(PriceFileError(.noDateColumn(found: ["a", "b"]), file: "a.csv")),
            .file(PriceFileError(.extraFields(found: 3, header: 2), file: "a.csv", line: 1234)),
            .file(PriceFileError(.ambiguousNumbers("1,234"), file: "a.csv", line: 2)),
            .file(PriceFileError(.mixedNumbers("1,5"), file: "a.csv", line: 3)),
            .file(PriceFileError(.mixedNumbers("1,5", option: .point), file: "a.csv", line: 3)),
            .file(PriceFileError(.mixedCurrencies("$5", first: "€5"), file: "a.csv", line: 3)),
            .file(PriceFileError(.ambiguousCurrency("¥5", codes: ["JPY", "CNY"]), file: "a.csv", line: 2)),
            .file(PriceFileError(.otherCurrency("€5", codes: ["EUR"], stated: "USD"), file: "a.csv", line: 2)),
            .file(PriceFileError(.duplicateDay(day: yesterday, firstLine: 2), file: "a.csv", line: 9)),
        ]
        for (language, words) in try LoadedFiles(try WebFolder(ServerUnderTest.webFolder)).words {
            let sentences = faults.flatMap { words.sentences(for: $0) }
            #expect(Set(sentences).count == faults.count, "\(language)")
            #expect(!sentences.contains { $0.contains("{") }, "\(language): \(sentences)")
        }
    }
}

/// Forms with files, as browsers send them.
@Suite struct MultipartTests {
    private func names(_ disposition: String) throws -> (String, String?) {
        let body = "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\r\nx\r\n--b--\r\n"
        let parts = try Multipart(Array(body.utf8), type: "multipart/form-data; boundary=b").parts
        return (parts[0].name, parts[0].fileName)
    }

    @Test func namesMayHaveSemicolonsAndQuotationMarks() throws {
        #expect(try names("name=\"file\"; filename=\"a;b.csv\"") == ("file", "a;b.csv"))
        #expect(try names("name=\"file\"; filename=\"a%22b.csv\"") == ("file", "a\"b.csv"))
        #expect(try names("name=text") == ("text", nil))
    }

    @Test func aLongNameIsCutShortAndLongHeadersAreRefused() throws {
        #expect(try names("name=\"file\"; filename=\"\(String(repeating: "a", count: 5000))\"").1?.count == 200)
        #expect(throws: Problem.self) {
            try names("name=\"file\"; filename=\"\(String(repeating: "a", count: 9000))\"")
        }
    }
}

/// The uploaded files that are kept.
@Suite struct SentFilesTests {
    private func keep(_ files: SentFiles<Int>, _ owner: String, bytes: Int = 10) -> SentFile<Int> {
        files.keep([UInt8](repeating: 65, count: bytes), name: "a.csv", of: owner, 0)
    }

    @Test func nobodyElseSeesAFile() {
        let files = SentFiles<Int>(now: { 0 })
        let file = keep(files, "ann")
        #expect(files.file(file.id, of: "ann") != nil && files.file(file.id, of: "bob") == nil)
        files.forget(file.id, of: "bob")
        #expect(files.file(file.id, of: "ann") != nil)
    }

    @Test func theOldestOfAnOwnerGoesFirst() {
        let files = SentFiles<Int>(now: { 0 })
        let others = keep(files, "bob")
        let kept = (0...SentFileLimits().filesOfOwner).map { _ in keep(files, "ann") }
        #expect(files.file(kept[0].id, of: "ann") == nil && files.file(kept[1].id, of: "ann") != nil)
        #expect(files.file(others.id, of: "bob") != nil)
    }

    @Test func resultsCountAndTheLastOneStays() {
        let files = SentFiles<Int>(now: { 0 }, contentBytes: { $0 })
        var kept = (0..<3).map { _ in keep(files, "ann") }
        kept[0].content = 30 << 20
        files.replace(kept[0])
        #expect(files.file(kept[0].id, of: "ann")?.content == 30 << 20)
        #expect(kept.dropFirst().allSatisfy { files.file($0.id, of: "ann") == nil })
    }

    @Test func memoryHasALimit() {
        let files = SentFiles<Int>(now: { 0 })
        let kept = (0..<20).map { keep(files, "owner\($0)", bytes: 4 << 20) }
        #expect(files.file(kept[0].id, of: "owner0") == nil && files.file(kept[19].id, of: "owner19") != nil)
        let other = keep(files, "bob", bytes: 1 << 20)
        // A person with large files displaces their own files, not those of others.
        let large = (0..<3).map { _ in keep(files, "ann", bytes: 12 << 20) }
        #expect(files.file(large[1].id, of: "ann") == nil && files.file(large[2].id, of: "ann") != nil)
        #expect(files.file(other.id, of: "bob") != nil)
    }
}
