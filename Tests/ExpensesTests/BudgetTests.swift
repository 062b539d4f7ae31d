import Expenses
import Languages
import Ledger
import Market
import Notices
import Records
import Storage
import Testing

/// Budgets, and what people are told about them.
@Suite struct BudgetTests {
    private typealias World = ExpensesWorld

    private static let food = #""category":"Food""#
    private static let budget = #"{"category":"Food","amount":"100","currency":"EUR","from_month":"2026-10"}"#

    private static func states(
        _ world: World, _ month: String = "2026-11", of caller: Caller = World.ann
    ) async throws -> [BudgetState] {
        let month: Budgets.Month = try World.input(#"{"month":"\#(month)"}"#)
        return try await world.store.refusing { try Budgets().list($0, caller, month) }
    }

    @Test func whatIsLeftIsOfOneMonthAndCurrency() async throws {
        let world = try World()
        try await world.category("Food")
        let budget = try await world.budget(Self.budget)
        for (amount, currency, day, more) in [
            ("60", "EUR", "2026-11-01", Self.food), ("61.50", "EUR", "2026-11-30", Self.food),
            ("7", "EUR", "2026-10-31", Self.food),
            ("1000", "KZT", "2026-11-02", Self.food), ("90", "EUR", "2026-11-03", ""),
            ("40", "EUR", "2026-11-03", #"\#(Self.food),"kind":"income""#),
        ] { try await world.add(World.draft("x", amount, currency, on: Day(iso: day)!, more)) }
        let state = try #require(try await Self.states(world).first)
        #expect(state.budget.id == budget.id && state.categoryName == "Food")
        #expect(state.spent == FixedDecimal("121.5")! && state.left == FixedDecimal("-21.5")!)
        #expect(try await Self.states(world, "2026-10").map(\.spent) == [FixedDecimal(7)])
        #expect(try await Self.states(world, "2026-09") == [])
        #expect(try await Self.states(world, of: World.bob) == [])
    }

    @Test func a80And100PercentAreToldOnceAMonth() async throws {
        let world = try World()
        try await world.category("Food")
        let budget = try await world.budget(Self.budget)
        func spend(_ amount: String, on day: Day = World.today) async throws -> Int {
            try await world.add(World.draft("x", amount, "EUR", on: day, Self.food))
            return try await world.told().count
        }
        #expect(try await spend("79.99") == 0)
        #expect(try await spend("1000", on: World.today - 40) == 0, "another month is no news")
        #expect(try await spend("0.01") == 1)
        #expect(try await spend("10") == 1)
        let last = try #require(try await world.list().expenses.first)
        try await world.remove(last)
        #expect(try await spend("20") == 2)
        #expect(try await spend("500") == 2)
        let notices = try await world.told()
        #expect(notices.allSatisfy { $0.kind == .budget && $0.subject == budget.id })
        #expect(notices[0].text == "80% of the budget for “Food” is spent (Nov 2026): 80.00 / 100.00 EUR")
        #expect(Set(Language.allCases.map { notices[1].text(in: $0) }).count == 4)
        world.now += 10 * 86_400
        #expect(try await spend("300", on: World.today + 10) == 3, "another month; 100 % without 80 % before")
        #expect(try await world.told(World.bob) == [])
    }

    @Test func aBudgetThatIsReachedWhenItIsSetIsToldOnce() async throws {
        let world = try World()
        try await world.category("Food")
        try await world.add(World.draft("x", "86", "EUR", on: World.today, Self.food))
        func set(_ amount: String, from month: String = "2026-10") async throws -> Int {
            let budget = #"{"category":"Food","amount":"\#(amount)","currency":"EUR","from_month":"\#(month)"}"#
            _ = try await world.budget(budget)
            return try await world.told().count
        }
        #expect(try await set("100", from: "2026-12") == 0, "it begins next month")
        #expect(try await set("100") == 1)
        #expect(try await set("100") == 1, "the same budget is no news")
        #expect(try await set("200") == 1, "43 %")
        #expect(try await set("86") == 2)
        try await world.add(World.draft("x", "1", "EUR", on: World.today, Self.food))
        let notices = try await world.told()
        #expect(notices.count == 2)
        #expect(notices[0].text == "80% of the budget for “Food” is spent (Nov 2026): 86.00 / 100.00 EUR")
        #expect(notices[1].text(in: .kazakh) == "«Food» бюджетінің 100%-ы жұмсалды (2026\u{202F}ж. қараша): 86,00 / 86,00 EUR")
    }

    @Test func editsAndRecurringOnesAreToldToo() async throws {
        let world = try World()
        try await world.category("Food")
        _ = try await world.budget(Self.budget)
        let entry = try await world.add(World.draft("x", "10", "EUR", on: World.today, Self.food))
        _ = try await world.edit(entry, World.draft("x", "81", "EUR", on: World.today, Self.food))
        #expect(try await world.told().count == 1)
        _ = try await world.recurring(World.recurring("Box", "day", first: World.today - 2, #",\#(Self.food)"#))
        #expect(try await world.told().count == 2)
    }

    @Test func oneBudgetIsSetForACategoryAndCurrency() async throws {
        let world = try World()
        let category = try await world.category("Food")
        let first = try await world.budget(Self.budget)
        let second = try await world.budget(#"{"category":"food","amount":"200.50","currency":"EUR","from_month":"2026-11"}"#)
        #expect(second.id == first.id && second.amount.decimal == FixedDecimal("200.5")!)
        let third = try await world.budget(#"{"category":"food","amount":"9","currency":"JPY","from_month":"2026-11"}"#)
        #expect(third.id != first.id)
        #expect(try await Self.states(world).count == 2)
        #expect(
            try await world.refusal {
                try await world.budget(#"{"category":"food","amount":"9.5","currency":"JPY","from_month":"2026-11"}"#)
            } == "bad-amount")
        #expect(try await world.refusal { try await world.budget(Self.budget, of: World.bob) } == "no-category")
        func remove(of caller: Caller) async throws {
            try await world.store.change { try Budgets().remove(&$0, caller, Budgets.Named(first.id)) }
        }
        #expect(try await world.refusal { try await remove(of: World.bob) } == "no-budget")
        try await remove(of: World.ann)
        #expect(try await Self.states(world).map(\.budget.id) == [third.id])
        try await world.store.change { try Categories().remove(&$0, World.ann, Categories.Named(category.id)) }
        #expect(try await Self.states(world) == [])
    }

    @Test func monthsAreWrittenAsTheyAreRead() throws {
        for text in ["0001-01", "1999-12", "2026-11", "9999-12"] {
            let month: Budgets.Month = try World.input(#"{"month":"\#(text)"}"#)
            #expect(month.month.text == text && CalendarMonth(month.month.firstDay) == month.month)
        }
        for text in ["2026-13", "2026-1", "0000-01", "2026-00", "abcd-ef"] {
            #expect(throws: SchemaFault.self, "\(text)") { let _: Budgets.Month = try World.input(#"{"month":"\#(text)"}"#) }
        }
    }
}
