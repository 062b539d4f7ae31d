import Forecasts
import Market
import PaperTrading
import Testing

/// Cutting off the future changes nothing before the cut.
@Suite struct LookAheadTests {
    /// Compares the part of a result that belongs to the first days.
    private func check(_ cut: PaperResult, is full: PaperResult, before day: Day, _ note: String) {
        #expect(cut.firstDay == full.firstDay && cut.coins == full.coins, "\(note)")
        #expect(cut.lastDay < day, "\(note)")
        for (mine, theirs) in zip(cut.lines, full.lines) {
            #expect(mine.strategy == theirs.strategy && mine.values == Array(theirs.values.prefix(mine.values.count)), "\(note)")
            #expect(mine.trades == theirs.trades.filter { $0.day <= cut.lastDay }, "\(note)")
        }
        #expect(cut.decisions == full.decisions.filter { $0.day <= cut.lastDay }, "\(note)")
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func theFutureChangesNothingBefore(seed: UInt64) async throws {
        print("look-ahead: seed \(seed)")
        let world = try PaperWorld(seed: seed, coins: 1 + Int(seed % 4))
        let full = try await world.result()
        #expect(full.lines.count == 3 && full.lines[2].trades.count > 0, "seed \(seed)")
        for ahead in [1, 2, 17, 18, 30, 61, 100, 149] {
            let day = full.firstDay + ahead
            let note = "seed \(seed), cut before \(day)"
            // The closes from the day on do not exist, ...
            check(try await world.result(world.coins(before: day), today: day), is: full, before: day, note)
            // ... or they do, but the day has not come yet.
            check(try await world.result(today: day), is: full, before: day, note)
        }
    }

    /// Other closes from the cut on leave everything before it as it was.
    @Test(arguments: 0..<6 as Range<UInt64>) func anotherFutureChangesNothingBefore(seed: UInt64) async throws {
        print("another future: seed \(seed)")
        let (world, other) = (try PaperWorld(seed: seed), try PaperWorld(seed: seed + 1000))
        let full = try await world.result()
        for ahead in [5, 40, 77] {
            let day = full.firstDay + ahead
            let spliced = zip(world.coins, zip(world.candles, other.candles)).map { coin, candles in
                PaperCloses(coin.asset, candles.0.filter { $0.day < day } + candles.1.filter { $0.day >= day })
            }
            let changed = try await world.result(spliced)
            #expect(changed != full)
            for (mine, theirs) in zip(changed.lines, full.lines) {
                #expect(mine.values.prefix(ahead) == theirs.values.prefix(ahead), "seed \(seed), \(day)")
                #expect(mine.trades.filter { $0.day < day } == theirs.trades.filter { $0.day < day }, "seed \(seed), \(day)")
            }
            // A forecast of the first day on which another future could be visible sees only the closes before that day.
            #expect(changed.decisions.filter { $0.day <= day } == full.decisions.filter { $0.day <= day }, "seed \(seed), \(day)")
        }
    }

    /// The model gets only the closes up to the day before a trading day.
    @Test(arguments: 0..<4 as Range<UInt64>) func aForecastSeesTheDayBefore(seed: UInt64) async throws {
        print("closes given: seed \(seed)")
        let world = try PaperWorld(seed: seed, missing: 0)
        let stub = StubForecaster()
        let result = try await world.result(by: stub)
        let given = stub.given.withLock { $0 }
        let expected = result.decisions.flatMap { decision in
            zip(world.coins, world.candles).map { coin, candles in
                let first = decision.day - 500
                let closes = candles.filter { $0.day >= first && $0.day < decision.day }.map(\.close)
                return PriceHistory(ticker: coin.asset.ticker, firstDay: first, closes: closes)
            }
        }
        #expect(given == expected && !given.isEmpty, "seed \(seed)")
        #expect(result.decisions.map(\.day) == [result.firstDay] + result.decisions.dropFirst().map(\.day))
        #expect(result.decisions.dropFirst().allSatisfy { $0.day.civil.day == 1 })
    }

    /// The same with the packaged model.
    @Test func thePackagedModelDoesNotLookAheadEither() async throws {
        let world = try PaperWorld(seed: 5, coins: 2, days: 70, missing: 0.01)
        let forecaster = ThreadForecaster(try packagedModel(), threads: 1)
        let full = try await world.result(by: forecaster)
        #expect(full.decisions.contains { decision in decision.chances.contains { $0 != nil } })
        for ahead in [1, 25, 60] {
            let day = full.firstDay + ahead
            check(
                try await world.result(world.coins(before: day), today: day, by: forecaster), is: full, before: day, "before \(day)"
            )
        }
    }
}
