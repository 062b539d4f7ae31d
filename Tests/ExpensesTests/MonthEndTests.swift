import Expenses
import Ledger
import Market
import Records
import Storage
import Testing

/// How a month will end, from the stored journal.
@Suite struct MonthEndTests {
    private typealias World = ExpensesWorld

    private static let euro = MonthEnd.Question(ISOCurrency("EUR")!)

    private static func end(_ world: World, of caller: Caller = World.ann) async throws -> MonthEnd {
        let now = world.now
        return try await world.store.refusing { try MonthEnd($0, caller, euro, at: now) }
    }

    /// Enters 10 on the first and 20 on the 28th of the months before this one.
    private static func fill(_ world: World, months: Int) async throws {
        let month = CalendarMonth(World.today)
        for back in 1...months {
            let first = (month - back).firstDay
            try await world.add(World.draft("early", "10", on: first))
            try await world.add(World.draft("late", "20", on: first + 27))
        }
    }

    @Test func thereIsNoRangeBeforeSixMonths() async throws {
        let world = try World()
        let empty = try await Self.end(world)
        #expect((empty.spent, empty.due, empty.months) == (.zero, .zero, 0) && empty.low == nil && empty.check.months == 0)
        try await Self.fill(world, months: 5)
        #expect(try await Self.end(world).middle == nil)
    }

    /// A range from months without spending would have no width.
    @Test func aCurrencyNeedsSixMonthsOfItsOwn() async throws {
        let world = try World()
        let month = CalendarMonth(World.today)
        for back in 1...8 { try await world.add(World.draft("old", "10", "KZT", on: (month - back).firstDay)) }
        try await world.add(World.draft("now", "7", on: World.today))
        var end = try await Self.end(world)
        #expect((end.months, end.spendingMonths, end.check.months) == (0, 0, 0) && end.low == nil)
        // Eight months ago, and in four of the months since then.
        for back in [8, 5, 3, 2, 1] { try await world.add(World.draft("euro", "\(back)", on: (month - back).firstDay + 26)) }
        end = try await Self.end(world)
        #expect(end.low == nil && end.spendingMonths == 5)
        try await world.add(World.draft("euro", "9", on: (month - 4).firstDay + 26))
        end = try await Self.end(world)
        #expect((end.months, end.spendingMonths, end.check.months) == (8, 6, 0))
        #expect(try #require(end.low) < #require(end.high))
    }

    @Test func theRestOfTheMonthIsThatOfPastMonths() async throws {
        let world = try World()
        try await Self.fill(world, months: 8)
        try await world.add(World.draft("now", "7", on: World.today))
        try await world.add(World.draft("other", "99", "USD", on: World.today))
        try await world.add(World.draft("pay", "50", on: World.today, #""kind":"income""#))
        // Today is the 24th of November: the 28th is still ahead in each month.
        let end = try await Self.end(world)
        #expect(end.month == CalendarMonth(World.today) && end.today == World.today && end.spent == FixedDecimal(7))
        #expect(end.months == 8 && end.low == 27 && end.middle == 27 && end.high == 27)
        #expect((end.check.months, end.check.inside) == (2, 2) && end.check.meanPinballLoss == 0)
        #expect(try await Self.end(world, of: World.bob).months == 0)
    }

    @Test func whatIsDueIsKnown() async throws {
        let world = try World()
        try await Self.fill(world, months: 6)
        _ = try await world.recurring(World.recurring("Rent", "month", first: Day(iso: "2026-10-28")!))
        _ = try await world.recurring(World.recurring("Bus", "week", first: Day(iso: "2026-11-03")!))
        try await world.add(World.draft("later", "5", on: World.today + 2))
        let end = try await Self.end(world)
        // The bus on 3, 10, 17 and 24 November; the rent of the 28th and the later entry are ahead.
        #expect(end.spent == FixedDecimal(40) && end.due == FixedDecimal(15))
        #expect(end.middle == 75)
    }

    @Test func aMonthThatBeganInItsMiddleIsNotComplete() async throws {
        let world = try World()
        try await world.add(World.draft("first", on: Day(iso: "2026-05-02")!))
        for month in 6...10 { try await world.add(World.draft("more", on: Day(year: 2026, month: month, day: 2)!)) }
        #expect(try await Self.end(world).months == 0)
        try await world.add(World.draft("earlier", on: Day(iso: "2026-05-01")!))
        #expect(try await Self.end(world).months == 6)
    }
}
