import Expenses
import Ledger
import Market
import MarketData
import Portfolio
import Records
import Storage
import Testing

/// Totals of all currencies in one, against a slow computation of every entry.
@Suite struct ConvertedTotalsTests {
    private typealias World = ExpensesWorld

    @Test(arguments: 0..<6) func totalsAreThoseOfASlowComputation(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let world = try World()
        let closes = try await world.storeRandomRates(&random)
        var entries: [Expense] = []
        for number in 0..<150 {
            let currency = ["EUR", "USD", "USD", "KZT"].randomElement(using: &random)!
            let kind = random.index(below: 5) == 0 ? "income" : "expense"
            let amount = FixedDecimal(units: Int128(1 + random.index(below: 9_999_999)) * 10_000_000_000_000_000)
            let json = World.draft(
                "n\(number)", "\(amount)", currency, on: World.today - random.index(below: 220), #""kind":"\#(kind)""#)
            entries.append(try await world.add(json))
            if number % 10 == 0 { try await world.add(json, of: World.bob) }
        }
        for number in [3, 70, 120] { try await world.remove(entries[number]) }
        for number in [120, 70, 3] { entries.remove(at: number) }
        for currency in [Currency.usd, .eur] {
            for (length, kind) in [(0, "expense"), (4, "expense"), (12, "expense"), (12, "income")] {
                let through = CalendarMonth(World.today - random.index(below: 100))
                let asked =
                    #"{"from":"\#((through - length).text)","through":"\#(through.text)","kind":"\#(kind)","total_currency":"\#(currency.code)"}"#
                let found = try await world.converted(asked)
                let counted = entries.filter {
                    ((through - length)...through).contains(CalendarMonth($0.day)) && $0.terms.kind.rawValue == kind
                }
                try Self.compare(found, Self.slow(counted, in: currency, closes), "seed \(seed): \(asked)")
            }
        }
    }

    private struct Slow {
        var months: [String: (count: Int, amount: FixedDecimal)] = [:]
        var days: [Day] = []
        var older = 0
        var left: [String: (count: Int, amount: FixedDecimal)] = [:]
    }

    private static func slow(_ entries: [Expense], in currency: Currency, _ closes: [Day: FixedDecimal]) throws -> Slow {
        var slow = Slow()
        for entry in entries {
            let (code, amount) = (entry.terms.currency.code, entry.terms.amount.decimal)
            var converted: FixedDecimal? = code == currency.code ? amount : nil
            if converted == nil, code != "KZT", let day = (0...5).map({ entry.day - $0 }).first(where: { closes[$0] != nil }) {
                slow.days.append(day)
                slow.older += day == entry.day ? 0 : 1
                converted = try code == "EUR" ? amount.multiplied(by: closes[day]!) : amount.divided(by: closes[day]!)
            }
            func add(_ sums: inout [String: (count: Int, amount: FixedDecimal)], _ key: String, _ more: FixedDecimal) {
                let old = sums[key] ?? (0, .zero)
                sums[key] = (old.count + 1, old.amount + more)
            }
            if let converted {
                add(&slow.months, CalendarMonth(entry.day).text, converted)
            } else {
                add(&slow.left, code, amount)
            }
        }
        return slow
    }

    private static func compare(_ found: ConvertedTotals, _ slow: Slow, _ label: String) throws {
        #expect(found.months.map(\.month.text) == slow.months.keys.sorted(), "\(label)")
        for month in found.months {
            let expected = try #require(slow.months[month.month.text])
            // Rounded once, to cents.
            let difference = abs((month.amount - expected.amount).doubleValue)
            #expect(month.count == expected.count && difference < 0.005 + 1e-9, "\(label), \(month.month.text)")
            #expect(month.currency.canState(month.amount), "\(label)")
        }
        #expect(
            found.leftOut.map { "\($0.count) \($0.amount) \($0.currency)" }
                == slow.left.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.value.amount) \($0.key)" }, "\(label)")
        #expect(found.olderRates == slow.older, "\(label)")
        #expect(found.rates.map(\.pair) == (slow.days.isEmpty ? [] : ["EUR/USD"]), "\(label)")
        #expect(found.rates.first?.firstDay == slow.days.min() && found.rates.first?.lastDay == slow.days.max(), "\(label)")
    }

    @Test func whatHasNoRateIsNamed() async throws {
        let world = try World()
        let friday = Day(iso: "2026-11-06")!
        try await world.storeRate(1.25, on: friday)
        try await world.add(World.draft("a", "10", "EUR", on: friday))
        try await world.add(World.draft("b", "4", "EUR", on: friday + 2))
        try await world.add(World.draft("c", "7", "EUR", on: friday + 6))
        try await world.add(World.draft("d", "4500", "KZT", on: friday))
        try await world.add(World.draft("e", "1", "USD", on: friday))
        let span = #""from":"2026-11","through":"2026-11""#
        let found = try await world.converted("{\(span),\"total_currency\":\"USD\"}")
        #expect(found.months.map(\.amount) == [FixedDecimal("18.5")!] && found.months.first?.count == 3)
        #expect(found.olderRates == 1 && found.rates.map(\.lastDay) == [friday])
        #expect(found.leftOut.map { "\($0.count) \($0.amount) \($0.currency)" } == ["1 7 EUR", "1 4500 KZT"])
        let other = try await world.converted("{\(span),\"total_currency\":\"EUR\"}")
        #expect(other.months.map(\.amount) == [FixedDecimal("21.8")!])
        let without = try await world.converted("{\(span)}")
        #expect(without.currency == nil && without.months.isEmpty && without.leftOut.isEmpty)
    }

    @Test(arguments: [
        ("0.005", "0"), ("0.015", "0.02"), ("0.0250001", "0.03"), ("-0.015", "-0.02"), ("7", "7"), ("0.0149", "0.01"),
    ])
    func amountsAreRoundedHalfToEven(amount: String, rounded: String) {
        #expect(ISOCurrency("EUR")!.rounded(FixedDecimal(amount)!) == FixedDecimal(rounded)!)
        #expect(ISOCurrency("JPY")!.rounded(FixedDecimal("2.5")!) == FixedDecimal(2))
    }
}

extension ExpensesWorld {
    func market() -> MarketData { MarketData(store) { self.now } }

    func portfolio(of caller: Caller = ann) -> Portfolio { Portfolio(market(), owner: caller.owner) }

    func converted(_ json: String) async throws -> ConvertedTotals {
        let span: Overview.Span = try Self.input(json)
        let (rates, now) = (try await ExpenseRates(span, portfolio().prices), now)
        return try await store.refusing { try Overview($0, Self.ann, span, rates, at: now) }.converted
    }

    func storeRate(_ close: Double, on day: Day) async throws {
        _ = try await store.store([Candle(day: day, close: close)], of: .eur, source: "test", retrievedAt: 0, replaces: true)
    }

    /// Stores rates of some days of the last year, with gaps of up to some weeks.
    fileprivate func storeRandomRates(_ random: inout SeededGenerator) async throws -> [Day: FixedDecimal] {
        var closes: [Day: FixedDecimal] = [:]
        var (day, candles) = (Self.today - 230, [Candle]())
        while day <= Self.today {
            let close = Double(9000 + random.index(below: 4000)) / 10_000
            closes[day] = FixedDecimal(exactly: close)
            candles.append(Candle(day: day, close: close))
            day = day + 1 + (random.index(below: 8) == 0 ? random.index(below: 20) : random.index(below: 2))
        }
        _ = try await store.store(candles, of: .eur, source: "test", retrievedAt: 0, replaces: true)
        return closes
    }
}
