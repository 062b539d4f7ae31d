import Banking
import Ledger
import Market
import Testing
import Trading

/// Repeated purchases, on the bank's clock.
@Suite struct PlanTests {
    private func start(
        _ world: TradingWorld, _ every: RecurringPlan.Interval, days: Int = 365, amount: String = "50"
    ) async throws -> RecurringPlan {
        try await world.trading().plans.start(
            Plans.Request(.bitcoin, .eur, amount: d(amount), every: every, days: days), of: "ann"
        )
    }

    private func plan(_ world: TradingWorld, _ id: String) async throws -> RecurringPlan {
        try #require(try await world.trading().plans.all(of: "ann").first { $0.id == id })
    }

    @Test func aWeeklyPlanBuysEveryWeek() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let made = try await start(world, .week)
        for count in 1...4 {
            #expect(try await world.trading().work.run() == 1)
            #expect(try await world.trading().work.run() == 0, "once a week")
            #expect(try await world.balance(.eur, of: "ann").free == d("1000") - FixedDecimal(50 * count))
            try await world.waitWithPrices(7 * 86_400 - 1)
            #expect(try await world.trading().work.run() == 0)
            world.wait(1)
        }
        #expect(try await plan(world, made.id).runs == 4)
        let orders = try await world.trading().accounts.history(of: "ann", HistoryQuery())
        #expect(orders.count == 4 && orders.allSatisfy { $0.kind == .buy && $0.state == "filled" && $0.cash == d("50") })
    }

    /// Weeks without a server result in one purchase, and the dates of the plan do not change.
    @Test func aPlanAfterDowntimeRunsOnce() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let made = try await start(world, .week)
        #expect(try await world.trading().work.run() == 1)
        try await world.waitWithPrices(40 * 86_400)
        try world.restart()
        #expect(try await world.trading().work.run() == 1)
        #expect(try await world.trading().work.run() == 0)
        #expect(try await plan(world, made.id).nextAt == made.firstAt + 42 * 86_400)
        #expect(try await world.balance(.eur, of: "ann").free == d("900"))
    }

    @Test(arguments: [
        ("2024-01-31", ["2024-02-29", "2024-03-31", "2024-04-30"]), ("2025-01-29", ["2025-02-28", "2025-03-29", "2025-04-29"]),
        ("2023-11-30", ["2023-12-30", "2024-01-30", "2024-02-29"]), ("2025-12-01", ["2026-01-01", "2026-02-01", "2026-03-01"]),
    ]) func monthsEndOnTheirLastDay(first: String, dates: [String]) async throws {
        let world = try await TradingWorld(day: first)
        try await world.fund("ann", (.eur, d("1000")))
        let made = try await start(world, .month)
        for date in dates {
            #expect(try await world.trading().work.run() == 1)
            let next = try await plan(world, made.id).nextAt
            #expect(next == Day(iso: date)!.daysSince1970 * 86_400 + 12 * 3600)
            try await world.waitWithPrices(next - world.now)
        }
    }

    @Test func aPlanEndsAndCanBeCancelled() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let (ending, cancelled) = (try await start(world, .day, days: 3), try await start(world, .day, days: 300))
        #expect(try await world.trading().work.run() == 2)
        #expect(try await world.trading().plans.cancel(cancelled.id, of: "ann").state == .cancelled)
        #expect(
            try await world.trading().plans.cancel(cancelled.id, of: "ann").state == .cancelled, "cancelling twice is cancelling")
        for _ in 0..<6 {
            try await world.waitWithPrices(86_400)
            try await world.trading().work.run()
        }
        let (one, two) = (try await plan(world, ending.id), try await plan(world, cancelled.id))
        #expect(one.state == .ended && one.runs == 3 && two.runs == 1)
        #expect(await tradingError { try await world.trading().plans.cancel(ending.id, of: "ann") } == .planEnded(ending.id))
    }

    /// A clock that ran far into the future stops before the calendar ends.
    @Test func theBankReachesNoYearThatHasNoDays() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let clock = BankClock(realAnchor: world.now - 300_000, bankAnchor: world.now, speed: 1_000_000)
        let trading = world.trading(clock: clock)
        _ = try await trading.plans.start(Plans.Request(.bitcoin, .eur, amount: d("50"), every: .month, days: 365), of: "ann")
        #expect(try await trading.work.run() == 1)
        #expect(try await trading.accounts.state(of: "ann").bankTime == Day(iso: "9000-01-01")!.daysSince1970 * 86_400)
    }

    /// Dates that passed while no server was running are made up for before the end, but not after it.
    @Test(arguments: [(8, 2), (40, 1)]) func aPlanBuysNothingAfterItsEnd(daysDown: Int, purchases: Int) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let made = try await start(world, .week, days: 10)
        #expect(try await world.trading().work.run() == 1)
        try await world.waitWithPrices(daysDown * 86_400)
        try await world.trading().work.run()
        try await world.waitWithPrices(86_400)
        try await world.trading().work.run()
        #expect(try await plan(world, made.id).runs == purchases)
        #expect(try await world.trading().accounts.history(of: "ann", HistoryQuery()).count == purchases)
    }

    /// The first purchase was due at the start, and no server ran before the end. It is made, and nothing after it.
    @Test func aPlanThatEndedBeforeItsFirstRunBuysOnce() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let made = try await start(world, .day, days: 3)
        try await world.waitWithPrices(5 * 86_400)
        try world.restart()
        #expect(try await world.trading().work.run() == 1)
        #expect(try await world.trading().work.run() == 0)
        let ended = try await plan(world, made.id)
        #expect(ended.state == .ended && ended.runs == 1)
        #expect(try await world.balance(.eur, of: "ann").free == d("950"))
        #expect(await tradingError { try await world.trading().plans.cancel(made.id, of: "ann") } == .planEnded(made.id))
    }

    /// A purchase that cannot be made is a failed order with the reason; the plan continues.
    @Test func aPurchaseThatFailsIsTold() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("60")))
        let made = try await start(world, .day)
        try await world.trading().work.run()
        try await world.waitWithPrices(86_400)
        try await world.trading().work.run()
        world.wait(86_400)
        try await world.trading().work.run()
        try await world.fund("ann", (.eur, d("60")))
        try await world.waitWithPrices(86_400)
        try await world.trading().work.run()
        let orders = try await world.trading().accounts.history(of: "ann", HistoryQuery())
        #expect(orders.map(\.state) == ["filled", "failed", "failed", "filled"])
        #expect(orders.map(\.reason) == [nil, "no-price", "not-enough", nil])
        #expect(try await plan(world, made.id).runs == 4)
        try await world.expectSoundBooks(of: ["ann"], "plan")
    }

    /// Plans are listed with the result of their newest purchase.
    @Test func aPlanIsListedWithItsNewestPurchase() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("60")))
        let made = try await start(world, .day)
        func newest() async throws -> TradeOrder? {
            let listed = try await world.trading().plans.listed(of: "ann")
            #expect(listed.count == 1 && listed.first?.plan.id == made.id)
            return listed.first?.newest
        }
        #expect(try await newest() == nil && made.newestOrder == nil)
        try await world.trading().work.run()
        let first = try #require(try await newest())
        #expect(first.state == .filled && first.plan == made.id && first.fill?.cash == d("50"))
        try await world.waitWithPrices(86_400)
        try await world.trading().work.run()
        let second = try #require(try await newest())
        #expect(second.state == .failed && second.reason == "not-enough" && second.plan == made.id && second.id != first.id)
        #expect(try await plan(world, made.id).newestOrder == second.id)
        #expect(try await world.trading().plans.listed(of: "bob").isEmpty)
    }

    /// With a faster bank clock, a week passes in minutes; prices and orders stay in real time.
    @Test func plansRunOnTheBanksClock() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let clock = BankClock(realAnchor: world.now, bankAnchor: world.now, speed: 10_080)
        let trading = world.trading(clock: clock)
        _ = try await trading.plans.start(Plans.Request(.bitcoin, .eur, amount: d("50"), every: .week, days: 60), of: "ann")
        #expect(try await trading.work.run() == 1)
        world.wait(59)
        #expect(try await trading.work.run() == 0)
        world.wait(1)
        #expect(try await trading.work.run() == 1)
        #expect(try await world.balance(.eur, of: "ann").free == d("900"))
    }
}
