import Ledger
import Market
import MarketData
import Portfolio
import Testing

@Suite(.serialized) struct CandleRepositoryTests {
    private static func day(_ number: Int) -> Day { Day(daysSince1970: number) }
    private static let all = (day(-100_000), day(100_000))

    @Test func candlesComeBackAsTheyWere() async throws {
        try await TestStore.with { (store) async throws in
            let candles = [
                Candle(day: Self.day(5), open: 1, high: 3, low: 0.5, close: 2, volume: 9), Candle(day: Self.day(3), close: 1e-9),
                Candle(day: Self.day(-4), close: 0.1 + 0.2),
            ]
            let result = try await store.store(
                candles, of: .bitcoin, source: "file:a.csv", retrievedAt: 77, replaces: false)
            #expect(result.added == 3 && result.unchanged == 0 && result.changes.isEmpty && !result.isReplaced)
            let stored = try await store.candles(of: .bitcoin, from: Self.all.0, through: Self.all.1)
            #expect(stored == candles.reversed().map { StoredCandle(candle: $0, source: "file:a.csv", retrievedAt: 77) })
            let newest = try await store.newestCandles(of: .bitcoin, count: 2, through: Self.day(4))
            #expect(newest.map(\.candle) == [candles[2], candles[1]])
            let each = try await store.newestCandle(of: [.bitcoin, .usd], through: Self.day(4))
            #expect(each.mapValues(\.candle) == [.bitcoin: candles[1]])
            #expect(try await store.assets(ids: [.bitcoin, AssetID("none")!]).keys.map(\.description) == ["bitcoin"])
            #expect(
                try await store.coverage() == [
                    .bitcoin: CandleCoverage(first: Self.day(-4), last: Self.day(5), count: 3, retrievedAt: 77)
                ])
        }
    }

    @Test func anotherCloseIsReportedAndReplacedOnlyOnRequest() async throws {
        try await TestStore.with { (store) async throws in
            let old = Candle(day: Self.day(1), open: 1, close: 2)
            _ = try await store.store([old], of: .bitcoin, source: "binance", retrievedAt: 1, replaces: false)
            let new = Candle(day: Self.day(1), close: 2.1)
            let change = CandleImport.Change(day: Self.day(1), old: 2, oldSource: "binance", new: 2.1)
            for replaces in [false, true] {
                let result = try await store.store(
                    [new], of: .bitcoin, source: "kraken", retrievedAt: 2, replaces: replaces)
                #expect(result.changes == [change] && result.isReplaced == replaces && result.added + result.unchanged == 0)
                let stored = try await store.candles(of: .bitcoin, from: Self.all.0, through: Self.all.1)
                #expect(
                    stored == [
                        replaces
                            ? StoredCandle(candle: new, source: "kraken", retrievedAt: 2)
                            : StoredCandle(candle: old, source: "binance", retrievedAt: 1)
                    ])
            }
        }
    }

    @Test func anEqualCloseFillsInWhatWasMissing() async throws {
        try await TestStore.with { (store) async throws in
            let first = Candle(day: Self.day(1), open: 1, close: 2)
            _ = try await store.store([first], of: .bitcoin, source: "a", retrievedAt: 1, replaces: false)
            let second = Candle(day: Self.day(1), open: 7, high: 3, close: 2.000_000_1, volume: 5)
            let result = try await store.store([second], of: .bitcoin, source: "b", retrievedAt: 2, replaces: true)
            #expect(result.unchanged == 1 && result.changes.isEmpty && !result.isReplaced)
            let filled = Candle(day: Self.day(1), open: 1, high: 3, close: 2, volume: 5)
            #expect(
                try await store.candles(of: .bitcoin, from: Self.all.0, through: Self.all.1)
                    == [StoredCandle(candle: filled, source: "a", retrievedAt: 1)])
        }
    }

    @Test func anUnknownAssetHasNoCandlesAndGetsNone() async throws {
        try await TestStore.with { (store) async throws in
            let candle = Candle(day: Self.day(1), close: 1)
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await store.store([candle], of: .nowhere, source: "a", retrievedAt: 1, replaces: false)
            }
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await store.store([Quote(time: 1, price: 1)], of: .nowhere, source: "a")
            }
            #expect(try await store.candles(of: .nowhere, from: Self.all.0, through: Self.all.1).isEmpty)
            #expect(try await store.removeCandles(of: .nowhere) == 0)
            #expect(try await store.coverage().isEmpty)
        }
    }

    @Test func quotesOfThreeDaysAreKept() async throws {
        try await TestStore.with { (store) async throws in
            let newest = 1_700_000_000
            let times = [newest, newest - 259_200, newest - 259_201, newest - 5]
            try await store.store(times.map { Quote(time: $0, price: 1) }, of: .bitcoin, source: "a")
            try await store.store([Quote(time: newest - 5, price: 2)], of: .bitcoin, source: "b")
            #expect(
                try await store.quotes(of: .bitcoin, since: 0) == [
                    Quote(time: newest - 259_200, price: 1), Quote(time: newest - 5, price: 2), Quote(time: newest, price: 1),
                ])
            #expect(try await store.quotes(of: .bitcoin, since: newest).count == 1)
            #expect(try await store.removeCandles(of: .bitcoin) == 0)
            #expect(try await store.quotes(of: .bitcoin, since: 0).isEmpty)
        }
    }

    /// Random imports, which must have the same result in both stores.
    @Test(arguments: 0..<30) func randomImportsAgreeWithMemory(seed: UInt64) async throws {
        try await TestStore.with { (file) async throws in
            let memory = ReferenceStore()
            var random = SeededGenerator(seed: seed)
            func maybe(_ value: Double) -> Double? { random.next() % 3 == 0 ? nil : value }
            for step in 0..<20 {
                let candles = (0..<random.next() % 12).map { _ in
                    let close = Double(1 + random.next() % 3) * (random.next() % 4 == 0 ? 1.000_000_1 : 1)
                    return Candle(
                        day: Self.day(Int(random.next() % 10)), open: maybe(1), high: maybe(2), low: maybe(3), close: close,
                        volume: maybe(4))
                }
                let (source, replaces) = ("s\(random.next() % 3)", random.next() % 2 == 0)
                let one = try await file.store(candles, of: .bitcoin, source: source, retrievedAt: step, replaces: replaces)
                let two = try await memory.store(candles, of: .bitcoin, source: source, retrievedAt: step, replaces: replaces)
                #expect(one == two, "seed \(seed), step \(step)")
                let stored = try await file.candles(of: .bitcoin, from: Self.all.0, through: Self.all.1)
                #expect(
                    stored == (await memory.candles(of: .bitcoin, from: Self.all.0, through: Self.all.1)),
                    "seed \(seed), step \(step)")
                #expect(try await file.coverage() == (await memory.coverage()), "seed \(seed), step \(step)")
            }
        }
    }
}
