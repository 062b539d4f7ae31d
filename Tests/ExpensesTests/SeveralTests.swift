import Expenses
import JSONText
import Ledger
import Records
import Storage
import Testing

/// Several entries at once: all of them are changed, or none.
@Suite struct SeveralTests {
    private typealias World = ExpensesWorld

    private static func set(_ world: World, _ expenses: [Expense], _ what: String, of caller: Caller = World.ann) async throws
        -> [Expense]
    {
        let seen = expenses.map { #"{"expense":"\#($0.id)","version":\#($0.version)}"# }.joined(separator: ",")
        let setting: Expenses.Setting = try World.input(#"{"expenses":[\#(seen)],\#(what)}"#)
        return try await world.store.change { try Expenses().set(&$0, caller, setting) }
    }

    private static func remove(_ world: World, _ expenses: [Expense], of caller: Caller = World.ann) async throws {
        let chosen = Expenses.Chosen(expenses.map(\.id))
        try await world.store.change { try Expenses().removeAll(&$0, caller, chosen) }
    }

    private static func restore(_ world: World, _ expenses: [Expense], of caller: Caller = World.ann) async throws -> [Expense] {
        let chosen = Expenses.Chosen(expenses.map(\.id))
        return try await world.store.change { try Expenses().restoreAll(&$0, caller, chosen) }
    }

    private static func three(_ world: World) async throws -> [Expense] {
        var all: [Expense] = []
        for name in ["a", "b", "c"] { all.append(try await world.add(World.draft(name))) }
        return all
    }

    @Test func theyAreRemovedTogetherAndComeBack() async throws {
        let world = try World()
        let all = try await Self.three(world)
        try await Self.remove(world, [all[0], all[2]])
        #expect(try await world.names() == ["b"])
        // The first one is there, the second is not: nothing changes.
        #expect(try await world.refusal { try await Self.remove(world, [all[1], all[0]]) } == "no-expense")
        #expect(try await world.names() == ["b"])
        #expect(try await world.refusal { try await Self.restore(world, [all[0], all[1]]) } == "no-expense")
        #expect(try await world.names() == ["b"])
        #expect(try await Self.restore(world, [all[0], all[2]]).map(\.terms.name) == ["a", "c"])
        #expect(try await world.names() == ["c", "b", "a"])
        #expect(try await world.audit() == [])
    }

    @Test func afterADayTheyAreGone() async throws {
        let world = try World()
        let all = try await Self.three(world)
        try await Self.remove(world, all)
        world.now += 86_401
        #expect(try await world.refusal { try await Self.restore(world, all) } == "no-expense")
    }

    @Test func theyGetACategoryAndAPlace() async throws {
        let world = try World()
        let (food, shop) = (try await world.category("Food"), try await world.place("Corner shop"))
        var all = try await Self.three(world)
        all = try await Self.set(world, all, #""set":"category","to":"food""#)
        #expect(all.allSatisfy { $0.version == 2 && $0.terms.parts.parts.map(\.category) == [food.id] })
        all = try await Self.set(world, all, #""set":"place","to":"\#(shop.id)""#)
        #expect(try await world.list(#"{"search":"corner"}"#).expenses.count == 3)
        #expect(all.allSatisfy { $0.terms.place == shop.id && $0.terms.placeName == "Corner shop" && $0.version == 3 })
        all = try await Self.set(world, all, #""set":"place""#)
        all = try await Self.set(world, all, #""set":"category""#)
        #expect(all.allSatisfy { $0.terms.place == nil && $0.terms.placeName.isEmpty })
        #expect(all.allSatisfy { $0.terms.parts.parts.map(\.category) == [nil] })
        #expect(try await world.list().expenses == all.reversed())
        #expect(try await world.audit() == [])
    }

    @Test func oneThatDoesNotFitRefusesAll() async throws {
        let world = try World()
        try await world.category("Food")
        let all = try await Self.three(world)
        let split = try await world.add(
            #"{"day":"2026-11-24","name":"Split","amount":"3","currency":"EUR","parts":[{"amount":"1"},{"amount":"2"}]}"#)
        let food = #""set":"category","to":"Food""#
        #expect(try await world.refusal { try await Self.set(world, all + [split], food) } == "has-parts")
        _ = try await world.edit(all[2], World.draft("d"))
        #expect(try await world.refusal { try await Self.set(world, all, food) } == "changed-meanwhile")
        #expect(try await world.refusal { try await Self.set(world, [all[0]], #""set":"category","to":"None""#) } == "no-category")
        #expect(try await world.refusal { try await Self.set(world, [all[0]], #""set":"place","to":"None""#) } == "no-place")
        #expect(try await world.list(#"{"category":"Food"}"#).expenses.isEmpty)
        // A receipt with several categories can get a place.
        try await world.place("Shop")
        #expect(try await Self.set(world, [split], #""set":"place","to":"Shop""#)[0].terms.parts == split.terms.parts)
    }

    @Test func anotherPersonsAreNotFound() async throws {
        let world = try World()
        let all = try await Self.three(world)
        let own = try await world.add(World.draft("own"), of: World.bob)
        #expect(try await world.refusal { try await Self.remove(world, [own, all[0]], of: World.bob) } == "no-expense")
        let set = try await world.refusal { try await Self.set(world, [own, all[0]], #""set":"place""#, of: World.bob) }
        #expect(set == "no-expense")
        try await Self.remove(world, all)
        #expect(try await world.refusal { try await Self.restore(world, all, of: World.bob) } == "no-expense")
        #expect(try await world.list(of: World.bob).expenses == [own])
    }

    @Test(arguments: [0, Expenses.mostAtOnce + 1]) func noneAndTooManyAreInvalid(count: Int) {
        let ids = Array(repeating: #""x_0000000000000000""#, count: count).joined(separator: ",")
        #expect(throws: SchemaFault.self) { let _: Expenses.Chosen = try World.input(#"{"expenses":[\#(ids)]}"#) }
    }
}
