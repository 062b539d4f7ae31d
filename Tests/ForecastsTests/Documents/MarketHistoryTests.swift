import JSONText
import Market
import MarketData
import Testing

/// Stored closes as JSON and CSV, read back.
@Suite struct MarketHistoryTests {
    static func history(_ random: inout SeededGenerator) -> (MarketHistory, [StoredCandle]) {
        var day = Day(daysSince1970: 19_000 + random.index(below: 1000))
        func maybe(_ random: inout SeededGenerator) -> Double? { random.index(below: 3) == 0 ? nil : Samples.price(&random) }
        let stored = (0..<1 + random.index(below: 40)).map { _ in
            day = day + 1 + random.index(below: 3)
            let candle = Candle(
                day: day, open: maybe(&random), high: maybe(&random), low: maybe(&random), close: Samples.price(&random),
                volume: maybe(&random))
            return StoredCandle(
                candle: candle, source: ["kraken", "file:a,b \"c\".csv", "=1+1"][random.index(below: 3)],
                retrievedAt: 1_700_000_000 + random.index(below: 1_000_000))
        }
        let asset = Asset(id: AssetID("coin")!, ticker: Ticker("COIN")!, name: "Coin")
        return (MarketHistory(asset: asset, interval: .day, stored: stored), stored)
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func theCSVReadsBackAsStored(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (history, stored) = Self.history(&random)
        let lines = cells(history.csv)
        #expect(lines.first == ["date", "open", "high", "low", "close", "volume", "source", "retrieved"])
        #expect(lines.count == stored.count + 1, "seed \(seed)")
        for (line, stored) in zip(lines.dropFirst(), stored) {
            let candle = stored.candle
            #expect(line[0] == candle.day.description && line[6] == stored.source, "seed \(seed)")
            let numbers = [candle.open, candle.high, candle.low, candle.close, candle.volume]
            #expect(line[1...5].map { $0.isEmpty ? nil : Double($0) } == numbers, "seed \(seed)")
            #expect(DateText.seconds(line[7]) == stored.retrievedAt, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<50 as Range<UInt64>) func theJSONReadsBackAsStored(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (history, stored) = Self.history(&random)
        let text = JSONWriter.document { writer in writer.object { history.write(&$0) } }
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value["id"]?.string == "coin" && value["ticker"]?.string == "COIN" && value["interval"]?.string == "1d")
        let candles = try #require(value["candles"]?.array)
        #expect(candles.count == stored.count)
        for (value, stored) in zip(candles, stored) {
            let candle = stored.candle
            #expect(value["date"]?.string == candle.day.description && value["source"]?.string == stored.source, "seed \(seed)")
            let numbers = ["open", "high", "low", "close", "volume"].map { value[$0]?.number }
            #expect(numbers == [candle.open, candle.high, candle.low, candle.close, candle.volume], "seed \(seed)")
            #expect(value["days"]?.integer == 1)
            #expect(value["retrieved_at"]?.string.flatMap(DateText.seconds) == stored.retrievedAt, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func weeksAndMonthsHoldAllDaysOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (history, stored) = Self.history(&random)
        for interval in [CandleInterval.week, .month] {
            let grouped = MarketHistory(asset: history.asset, interval: interval, stored: stored)
            #expect(grouped.rows.map(\.candle.days).reduce(0, +) == stored.count, "seed \(seed)")
            #expect(grouped.rows.last?.candle.close == stored.last?.candle.close)
            #expect(grouped.rows.map(\.retrievedAt).max() == stored.map(\.retrievedAt).max())
            #expect(Set(grouped.rows.flatMap(\.sources)) == Set(stored.map(\.source)))
        }
    }

    @Test func pagesTogetherAreTheWhole() {
        var random = SeededGenerator(seed: 3)
        let (history, _) = Self.history(&random)
        let middle = history.rows.count / 2
        let pages = [history.page(0..<middle), history.page(middle..<history.rows.count)]
        let lines = pages.flatMap { cells($0.csv).dropFirst() }
        #expect(lines == Array(cells(history.csv).dropFirst()))
    }

    @Test func anImportListsEveryChange() throws {
        var result = CandleImport()
        (result.added, result.unchanged, result.isReplaced) = (3, 4, true)
        let day = Day(iso: "2025-02-20")!
        result.changes = [.init(day: day, old: 1.5, oldSource: "kraken", new: 2.5)]
        result.gaps = [day - 20...day - 8]
        let asset = Asset(id: AssetID("coin")!, ticker: Ticker("COIN")!, name: "Coin")
        let text = JSONWriter.document { writer in
            let imported = ImportedCloses(asset: asset, file: "a\"b.csv", days: day - 7...day, result: result)
            MarketDocuments.imported.writeObject(imported, &writer)
        }
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(
            value["file"]?.string == "a\"b.csv" && value["first"]?.string == "2025-02-13" && value["last"]?.string == "2025-02-20")
        #expect(value["added"]?.integer == 3 && value["unchanged"]?.integer == 4 && value["replaced"] == .boolean(true))
        let change = value["changes"]?.array?.first
        #expect(change?["day"]?.string == "2025-02-20" && change?["source"]?.string == "kraken")
        #expect(change?["stored"]?.number == 1.5 && change?["file"]?.number == 2.5)
        let gap = value["gaps"]?.array?.first
        #expect(gap?["first"]?.string == "2025-01-31" && gap?["last"]?.string == "2025-02-12")
    }

    @Test func coverageCountsWhatIsMissing() throws {
        let first = Day(iso: "2025-02-01")!
        let coverage = CandleCoverage(first: first, last: first + 9, count: 7, retrievedAt: 0)
        let text = JSONWriter.document { MarketDocuments.coverage.writeObject(coverage, &$0) }
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value["closes"]?.integer == 7 && value["missing"]?.integer == 3 && value["last"]?.string == "2025-02-10")
        #expect(value["retrieved_at"]?.string == "1970-01-01T00:00:00Z")
    }
}
