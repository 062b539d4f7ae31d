import Market
import Testing

/// The advice in errors was tried on the same closes: every printed option is run here.
@Suite struct CloseRemedyTests {
    private static let first = Day(iso: "2023-08-11")!
    private static let need = 500

    /// 560 closes of a market, changed by `change`; nil leaves a day out.
    private static func series(seed: UInt64, _ change: (inout [Double?]) -> Void) -> CloseSeries {
        var closes: [Double?] = OddCloseTests.walk(560, seed: seed)
        change(&closes)
        let candles = closes.enumerated().compactMap { index, close in close.map { Candle(day: first + index, close: $0) } }
        return CloseSeries(candles, name: "x.csv")
    }

    /// Faults, and the options in a message about them.
    static let faults: [(name: String, change: @Sendable (inout [Double?]) -> Void, options: [String])] = [
        ("a day 4e8 times too high", { $0[519]! *= 4e8 }, ["--skip-day", "--fill"]),
        ("a day at a thirteenth", { $0[519]! /= 13 }, ["--skip-day", "--fill"]),
        ("a day at a quarter", { $0[519]! /= 4 }, ["--skip-day", "--fill"]),
        ("five days in another unit", { for index in 300..<305 { $0[index]! *= 10 } }, ["--skip-day", "--fill"]),
        (
            "two bad days",
            {
                $0[519]! /= 13; $0[300]! *= 40
            }, ["--skip-day", "--fill"]
        ),
        (
            "a gap",
            {
                $0[400] = nil; $0[401] = nil
            }, ["--fill"]
        ),
        (
            "a gap and a bad day",
            {
                $0[400] = nil; $0[450]! /= 13
            }, ["--fill"]
        ),
        ("a redenomination at the end", { for index in 530..<560 { $0[index]! /= 10 } }, ["--as-of"]),
        (
            "a redenomination and a bad day after it",
            {
                for index in 530..<560 { $0[index]! /= 10 }; $0[550]! *= 9
            }, ["--as-of"]
        ),
        ("the last three days in another unit", { for index in 557..<560 { $0[index]! /= 13 } }, ["--as-of"]),
        ("a redenomination in the middle", { for index in 300..<560 { $0[index]! /= 10 } }, []),
    ]

    private func error(_ series: CloseSeries, _ selection: CloseSeries.Selection) -> CloseSeriesError? {
        do throws(CloseSeriesError) {
            _ = try series.history(btc, selection)
            return nil
        } catch {
            return error
        }
    }

    /// The selection with the options of a command line.
    private func applying(_ options: Substring, to selection: CloseSeries.Selection) -> CloseSeries.Selection? {
        var selection = selection
        let words = options.split(separator: " ")
        for (option, value) in zip(words, words.dropFirst()) where option.hasPrefix("--") {
            switch option {
            case "--fill": selection.fillsWithPrevious = true
            case "--skip-day": selection.skippedDays.insert(Day(iso: String(value))!)
            case "--since": selection.since = Day(iso: String(value))!
            case "--as-of": selection.asOf = Day(iso: String(value))!
            default: return nil
            }
        }
        return selection
    }

    @Test(arguments: faults.indices) func everyPrintedOptionWorks(fault: Int) throws {
        let (name, change, options) = Self.faults[fault]
        for seed in 0..<5 as Range<UInt64> {
            let series = Self.series(seed: seed, change)
            let selection = CloseSeries.Selection(need: Self.need, today: Self.first + 600)
            let message = try #require(error(series, selection), "\(name), seed \(seed)").description
            var printed: [Substring] = []
            for match in message.matches(of: /--[a-z-]+ [a-z0-9-]+(?: --[a-z-]+ [a-z0-9-]+)*/) {
                printed.append(match.output)
                let mended = try #require(applying(match.output, to: selection), "\(match.output)")
                #expect(error(series, mended) == nil, "\(name), seed \(seed): \(match.output)")
            }
            #expect(options.allSatisfy { option in printed.contains { $0.contains(option) } }, "\(name), seed \(seed): \(message)")
            #expect(!printed.isEmpty || message.hasSuffix("No option helps; correct the closes, or add more days."), "\(message)")
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>) func aDayLeftOutIsTheCloseBeforeIt(seed: UInt64) throws {
        let day = Self.first + 519
        let bad = Self.series(seed: seed) { $0[519]! /= 13 }
        let good = Self.series(seed: seed) { $0[519] = $0[518] }
        let selection = CloseSeries.Selection(need: Self.need, today: Self.first + 600)
        var skipping = selection
        skipping.skippedDays = [day]
        let read = try bad.history(btc, skipping)
        #expect(try read.history == good.history(btc, selection).history, "seed \(seed)")
        #expect(read.notes.count == 1 && read.notes[0].description.contains("the close of \(day), "), "\(read.notes)")
        skipping.skippedDays = [day, Self.first - 5]
        #expect(try bad.history(btc, skipping).notes.last?.description == "x.csv: no close on \(Self.first - 5) to leave out")
    }

    @Test func theFirstDayAndAllDaysCanBeLeftOut() throws {
        let series = Self.series(seed: 1) { _ in }
        var selection = CloseSeries.Selection(need: Self.need, today: Self.first + 600, skippedDays: [Self.first])
        #expect(try series.history(btc, selection).history.firstDay == Self.first + 1)
        selection.skippedDays = Set((0..<560).map { Self.first + $0 })
        #expect(error(series, selection)?.faults.map(\.kind) == [.noRows(reason: "other than those left out")])
    }

    @Test func aCutoffThatIsNamedHasEnoughClosesBeforeIt() throws {
        let series = Self.series(seed: 2) {
            for index in 520..<560 { $0[index] = nil }; $0[300] = nil
        }
        let asOf = Self.first + 530
        let found = try #require(error(series, .init(need: Self.need, today: Self.first + 600, asOf: asOf)))
        #expect(
            found.faults.map(\.kind)
                == [.asOfMissing(asOf: asOf, nearest: nil, first: Self.first, last: Self.first + 519)], "\(found)")
    }

    @Test func aDoubtfulLastCloseIsNotedWithTheOptionThatLeavesItOut() throws {
        let series = Self.series(seed: 3) { $0[559]! /= 13 }
        let read = try series.history(btc, .init(need: Self.need, today: Self.first + 600))
        #expect(
            read.notes.count == 1 && read.notes[0].description.hasSuffix("check it; leave it out: --skip-day \(Self.first + 559)"))
        let skipped = try series.history(btc, .init(need: Self.need, today: Self.first + 600, skippedDays: [Self.first + 559]))
        #expect(skipped.history.lastClose == skipped.history.closes[558])
    }
}
