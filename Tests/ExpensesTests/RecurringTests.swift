import Expenses
import Market
import Notices
import Records
import Storage
import Testing

/// Recurring transactions: entered when due, exactly once.
@Suite struct RecurringTests {
    private typealias World = ExpensesWorld

    private static func days(_ world: World) async throws -> [String] {
        try await world.list().expenses.map(\.day.description).reversed()
    }

    private static func set(_ world: World, _ day: String, hour: Int = 12) {
        world.now = Day(iso: day)!.daysSince1970 * 86_400 + hour * 3600
    }

    @Test func whatIsDueIsEnteredAfterDowntime() async throws {
        let world = try World()
        Self.set(world, "2027-12-31")
        let rent = try await world.recurring(World.recurring("Rent", "month", first: Day(iso: "2027-12-31")!))
        #expect(rent.nextOn == Day(iso: "2028-01-31") && rent.enteredThrough == Day(iso: "2027-12-31"))
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 0)
        Self.set(world, "2028-05-30")
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 4)
        #expect(try await Self.days(world) == ["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"])
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 0)
        Self.set(world, "2028-05-31")
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 1)
        let entry = try #require(try await world.list().expenses.first)
        #expect(entry.recurring == rent.id && entry.dueOn == entry.day && entry.terms.name == "Rent")
        #expect(try await world.audit() == [])
    }

    @Test func leapDaysAndTheEnd() async throws {
        let world = try World()
        Self.set(world, "2028-02-29")
        let leap = try await world.recurring(
            World.recurring("Leap", "year", first: Day(iso: "2028-02-29")!, until: Day(iso: "2032-02-29")!))
        Self.set(world, "2040-01-01")
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 4)
        #expect(try await Self.days(world) == ["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"])
        let ended = try await world.store.refusing { try RecurringExpenses().show($0, World.ann, RecurringExpenses.Named(leap.id)) }
        #expect(ended.nextOn == nil)
    }

    @Test func manyDaysOfDowntimeAreEnteredInSeveralTransactions() async throws {
        let world = try World()
        _ = try await world.recurring(World.recurring("Coffee", "day", first: World.today))
        world.now += 350 * 86_400
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 350)
        let count: Int? = try await world.store.reading { try $0.value("SELECT count(DISTINCT day) FROM expenses", []) }
        #expect(count == 351)
    }

    @Test func twoProcessesEnterEachDayOnce() async throws {
        let world = try World()
        let other = try world.second()
        for number in 0..<5 { _ = try await world.recurring(World.recurring("R\(number)", "day", first: World.today)) }
        world.now += 120 * 86_400
        let now = world.now
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for store in [world.store, other, world.store, other] {
                group.addTask { try await RecurringExpenses.run(store, at: now) }
            }
            return try await group.reduce(0, +)
        }
        #expect(counts == 600)
        #expect(try await world.audit() == [])
        let work = RecurringExpenses.due(other, holder: "two") { now + 86_400 }
        let first = RecurringExpenses.due(world.store, holder: "one") { now + 86_400 }
        world.now += 86_400
        #expect(try await first.run() == 5)
        #expect(try await work.run() == 0)
        try other.close()
    }

    @Test func thePersonsOwnMidnightCounts() async throws {
        let world = try World()
        _ = try await world.recurring(World.recurring("Tram", "day", first: World.today + 1))
        let settings: NoticeSettingsDraft = try World.input(#"{"time_zone":"America/Lima"}"#)
        _ = try await world.store.change { try NoticeWays().replace(&$0, World.ann, settings) }
        // 23:59 in Lima, which is five hours behind UTC.
        world.now = (World.today + 1).daysSince1970 * 86_400 + 5 * 3600 - 60
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 0)
        world.now += 60
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 1)
    }

    @Test func aPauseIsNotEnteredLater() async throws {
        let world = try World()
        let tram = try await world.recurring(World.recurring("Tram", "day", first: World.today))
        func pause(_ isPaused: Bool) async throws {
            let pausing = RecurringExpenses.Pausing(tram.id, paused: isPaused)
            _ = try await world.store.change { try RecurringExpenses().pause(&$0, World.ann, pausing) }
        }
        try await pause(true)
        world.now += 5 * 86_400
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 0)
        try await pause(false)
        #expect(try await Self.days(world) == ["2026-11-24", "2026-11-29"])
    }

    @Test func aChangeIsForWhatComes() async throws {
        let world = try World()
        let tram = try await world.recurring(World.recurring("Tram", "day", first: World.today - 2))
        #expect(try await world.names() == ["Tram", "Tram", "Tram"])
        let json = World.recurring("Bus", "day", every: 2, first: World.today - 3)
        let edit: RecurringExpenses.Edit = try World.input(#"{"recurring":"\#(tram.id)","version":1,\#(json.dropFirst())"#)
        let changed = try await world.store.change { try RecurringExpenses().edit(&$0, World.ann, edit) }
        #expect(changed.version == 2 && changed.nextOn == World.today + 1)
        #expect(
            try await world.refusal { try await world.store.change { try RecurringExpenses().edit(&$0, World.ann, edit) } }
                == "changed-meanwhile")
        world.now += 86_400
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 1)
        #expect(try await world.names() == ["Bus", "Tram", "Tram", "Tram"])
    }

    @Test func whatWasEnteredStaysAndIsNotEnteredAgain() async throws {
        let world = try World()
        let tram = try await world.recurring(World.recurring("Tram", "week", first: World.today))
        try await world.remove(try #require(try await world.list().expenses.first))
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 0)
        world.now += 7 * 86_400
        #expect(try await RecurringExpenses.run(world.store, at: world.now) == 1)
        try await world.store.change { try RecurringExpenses().remove(&$0, World.ann, RecurringExpenses.Named(tram.id)) }
        let entry = try #require(try await world.list().expenses.first)
        #expect(entry.recurring == nil && entry.dueOn == World.today + 7)
    }

    @Test func refusalsAndOthers() async throws {
        let world = try World()
        func code(_ json: String) async throws -> String? { try await world.refusal { try await world.recurring(json) } }
        #expect(
            try await code(World.recurring("x", "day", first: World.today, until: World.today - 1)) == "bad-recurrence")
        #expect(try await code(World.recurring("x", "day", first: World.today - 367)) == "starts-too-early")
        let rent = try await world.recurring(World.recurring("Rent", "month", first: World.today))
        let named = RecurringExpenses.Named(rent.id)
        #expect(
            try await world.refusal { try await world.store.refusing { try RecurringExpenses().show($0, World.bob, named) } }
                == "no-recurring")
        #expect(
            try await world.refusal {
                try await world.store.change { try RecurringExpenses().remove(&$0, World.bob, named) }
            } == "no-recurring")
        #expect(try await world.store.refusing { try RecurringExpenses().list($0, World.bob, Nothing()) } == [])
    }
}
