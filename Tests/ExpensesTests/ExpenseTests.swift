import Expenses
import Ledger
import Market
import Records
import Storage
import Testing

/// Entries: adding, changing, removing, and what is refused.
@Suite struct ExpenseTests {
    private typealias World = ExpensesWorld

    @Test func theTablesAreThoseOfTheRecords() async throws {
        #expect(try await World().store.differences() == [])
    }

    @Test func anEntryHasWhatWasEntered() async throws {
        let world = try World()
        let food = try await world.category("Food")
        let shop = try await world.place("Corner shop")
        let added = try await world.add(
            World.draft(
                " Bread ", "1234.56", "KZT", on: World.today,
                #""description":"two loaves","method":"cash","minute":545,"place":"CORNER SHOP","category":"food""#))
        let terms = added.terms
        #expect(terms.name == "Bread" && terms.description == "two loaves" && terms.minute == 545 && terms.method == .cash)
        #expect(terms.amount.decimal == FixedDecimal("1234.56")! && terms.currency.code == "KZT" && terms.kind == .expense)
        #expect(terms.place == shop.id && terms.placeName == "Corner shop")
        #expect(terms.parts.parts == [ExpensePart(category: food.id, amount: terms.amount)])
        let id = added.id
        let stored = try await world.store.refusing { try Expenses().show($0, World.ann, Expenses.Named(id)) }
        #expect(stored == added && stored.version == 1 && stored.day == World.today)
    }

    @Test(arguments: [
        (#""amount":"1.234","currency":"EUR""#, "bad-amount"), (#""amount":"1.5","currency":"JPY""#, "bad-amount"),
        (#""amount":"1","currency":"EUR","category":"Nothing""#, "no-category"),
        (#""amount":"1","currency":"EUR","place":"Nowhere""#, "no-place"),
        (#""amount":"1","currency":"EUR","place":"Twice""#, "ambiguous-place"),
        (#""amount":"3","currency":"EUR","parts":[{"amount":"1"},{"amount":"1.5"}]"#, "parts-differ"),
        (#""amount":"1","currency":"EUR","category":"Food","parts":[{"amount":"1"}]"#, "category-and-parts"),
        (#""amount":"3","currency":"JPY","parts":[{"amount":"1.5"},{"amount":"1.5"}]"#, "bad-amount"),
    ]) func whatDoesNotFitIsRefused(json: String, code: String) async throws {
        let world = try World()
        try await world.category("Food")
        try await world.place("Twice")
        try await world.place("twice")
        #expect(try await world.refusal { try await world.add(#"{"day":"2026-11-24",\#(json)}"#) } == code)
        #expect(try await world.names() == [])
    }

    @Test(arguments: [
        #""amount":"0","currency":"EUR""#, #""amount":"-1","currency":"EUR""#, #""amount":"1.23456","currency":"EUR""#,
        #""amount":"900000000000.01","currency":"EUR""#, #""amount":"1","currency":"ZZZ""#, #""amount":"1","currency":"eur""#,
        #""amount":"1","currency":"EUR","minute":1440"#, #""amount":"1","currency":"EUR","name":"\u0000""#,
        #""amount":"1","currency":"EUR","parts":[]"#,
    ]) func whatIsNoDraftIsInvalid(json: String) {
        #expect(throws: SchemaFault.self) { let _: ExpenseDraft = try World.input(#"{"day":"2026-11-24",\#(json)}"#) }
    }

    @Test func currenciesHaveTheirDecimals() async throws {
        let world = try World()
        for (amount, currency) in [
            ("900000000000", "JPY"), ("0.001", "KWD"), ("899999999999.99", "EUR"), ("899999999999.9999", "UYW"),
        ] {
            let added = try await world.add(World.draft("x", amount, currency))
            #expect(added.terms.amount.decimal == FixedDecimal(amount)!)
        }
        let list = try await world.list()
        let sums = list.totals.map(\.amount.description).sorted()
        #expect(sums == ["0.001", "899999999999.99", "899999999999.9999", "900000000000"])
        #expect(list.expenses.allSatisfy { $0.terms.parts.parts.map(\.amount) == [$0.terms.amount] })
        #expect(try await world.audit() == [])
    }

    @Test func severalAreAddedTogetherOrNotAtAll() async throws {
        let world = try World()
        func batch(_ drafts: [String]) async throws -> [Expense] {
            let batch: Expenses.Batch = try World.input(#"{"expenses":[\#(drafts.joined(separator: ","))]}"#)
            return try await world.store.change { try Expenses().add(&$0, World.ann, batch) }
        }
        #expect(try await batch([World.draft("a"), World.draft("b")]).map(\.terms.name) == ["a", "b"])
        #expect(
            try await world.refusal {
                try await batch([World.draft("c"), World.draft("d", "1.234")])
            } == "bad-amount")
        #expect(try await world.names() == ["b", "a"])
    }

    @Test func theSecondOfTwoDevicesIsRefused() async throws {
        let world = try World()
        let added = try await world.add(World.draft("Coffee"))
        let first = try await world.edit(added, World.draft("Tea", "12", "USD", on: World.today - 40))
        #expect(first.version == 2 && first.terms.name == "Tea" && first.createdAt == added.createdAt)
        #expect(try await world.refusal { try await world.edit(added, World.draft("Milk")) } == "changed-meanwhile")
        #expect(try await world.names() == ["Tea"])
        #expect(try await world.edit(first, World.draft("Milk")).version == 3)
        #expect(try await world.audit() == [])
    }

    @Test func aRemovalCanBeUndoneForADay() async throws {
        let world = try World()
        let added = try await world.add(World.draft("Coffee"))
        try await world.remove(added)
        #expect(try await world.names() == [])
        #expect(try await world.refusal { try await world.remove(added) } == "no-expense")
        #expect(try await world.refusal { try await world.edit(added, World.draft("Tea")) } == "no-expense")
        world.now += 86_400
        let restored = try await world.restore(added)
        #expect(restored.terms == added.terms && restored.version == 3)
        #expect(try await world.names() == ["Coffee"])
        try await world.remove(restored)
        world.now += 86_401
        #expect(try await world.refusal { try await world.restore(added) } == "no-expense")
        try await Expenses.purge(world.store)
        let left: Int? = try await world.store.reading { try $0.value("SELECT count(*) FROM expenses", []) }
        #expect(left == 0)
        #expect(try await world.audit() == [])
    }

    @Test func aRemovedEntryComesBackWithoutARemovedCategoryAndPlace() async throws {
        let world = try World()
        let (food, _) = (try await world.category("Food"), try await world.place("Shop"))
        let added = try await world.add(
            World.draft("Bread", "10", "EUR", on: World.today, #""category":"Food","place":"Shop""#))
        try await world.remove(added)
        try await world.store.change { try Categories().remove(&$0, World.ann, Categories.Named(food.id)) }
        try await world.store.change { try Places().remove(&$0, World.ann, Places.Named("Shop")) }
        let restored = try await world.restore(added).terms
        #expect(restored.parts.parts.map(\.category) == [nil] && restored.place == nil && restored.placeName == "Shop")
        #expect(try await world.audit() == [])
    }

    @Test func aCopyIsAnotherEntry() async throws {
        let world = try World()
        let added = try await world.add(World.draft("Coffee", "3.20", "EUR", on: World.today - 9, #""minute":600"#))
        let copy: Expenses.Copy = try World.input(#"{"expense":"\#(added.id)","day":"2026-11-24","minute":601}"#)
        let new = try await world.store.change { try Expenses().duplicate(&$0, World.ann, copy) }
        #expect(new.id != added.id && new.day == World.today && new.terms.minute == 601 && new.terms.amount == added.terms.amount)
        #expect(try await world.names() == ["Coffee", "Coffee"])
    }

    @Test func nobodySeesOrChangesTheEntriesOfAnother() async throws {
        let world = try World()
        let (food, shop) = (try await world.category("Food"), try await world.place("Shop"))
        let added = try await world.add(
            World.draft("Bread", "10", "EUR", on: World.today, #""category":"Food","place":"Shop""#))
        let bob = World.bob
        let id = added.id
        let seen = try await world.list(of: bob)
        #expect(seen.expenses == [] && seen.totals == [])
        #expect(
            try await world.refusal { try await world.store.refusing { try Expenses().show($0, bob, Expenses.Named(id)) } }
                == "no-expense")
        #expect(try await world.refusal { try await world.edit(added, World.draft("x"), of: bob) } == "no-expense")
        #expect(try await world.refusal { try await world.remove(added, of: bob) } == "no-expense")
        #expect(try await world.refusal { try await world.list("{}", after: id, of: bob) } == "no-expense")
        #expect(try await world.refusal { try await world.list(#"{"category":"\#(food.id)"}"#, of: bob) } == "no-category")
        #expect(try await world.refusal { try await world.list(#"{"place":"\#(shop.id)"}"#, of: bob) } == "no-place")
        let draft = World.draft("x", "1", "EUR", on: World.today, #""category":"\#(food.id)""#)
        #expect(try await world.refusal { try await world.add(draft, of: bob) } == "no-category")
        let copy: Expenses.Copy = try World.input(#"{"expense":"\#(id)","day":"2026-11-24"}"#)
        #expect(
            try await world.refusal { try await world.store.change { try Expenses().duplicate(&$0, bob, copy) } } == "no-expense")
        #expect(try await world.overview(#"{"from":"2026-11","through":"2026-11"}"#, of: bob).months == [])
        try await world.remove(added)
        #expect(try await world.refusal { try await world.restore(added, of: bob) } == "no-expense")
        let archive = try await world.store.archive(of: "bob").filter { $0.name == "expenses.json" }.map(\.bytes)
        #expect(archive == [Array("[]".utf8)])
    }

    @Test func everythingIsArchivedAndErased() async throws {
        let world = try World()
        try await world.category("Food")
        try await world.place("Shop", #""categories":["Food"],"hours":[{"weekday":1,"opens":480,"closes":60}]"#)
        let bread = try await world.add(
            World.draft("Bread", "10", "EUR", on: World.today, #""category":"Food","place":"Shop""#))
        try await world.setPhoto([1, 2, 3], of: bread)
        _ = try await world.recurring(World.recurring("Rent", "month", first: World.today - 40))
        _ = try await world.budget(#"{"category":"Food","amount":"100","currency":"EUR","from_month":"2026-01"}"#)
        let files = try await world.store.archive(of: "ann").filter { $0.bytes.count > 2 }.map(\.name)
        for name in ["expenses", "places", "expense-categories", "recurring-expenses", "budgets"] {
            #expect(files.contains("\(name).json"), "\(name)")
        }
        #expect(files.contains("expense-photos/\(bread.id).jpg"))
        try await world.store.execute("DELETE FROM owners WHERE id = 'ann'")
        for table in [
            "expenses", "expense_parts", "expense_sums", "expense_places", "expense_recurring", "expense_budgets", "expense_photos",
        ] {
            let rows: Int? = try await world.store.reading { try $0.value("SELECT count(*) FROM \(table)", []) }
            #expect(rows == 0, "\(table)")
        }
        #expect(try await world.audit() == [])
    }

    @Test func usualValuesAreThoseOfTheName() async throws {
        let world = try World()
        try await world.category("Food")
        try await world.category("Fun")
        for name in ["Old", "New"] { try await world.place(name) }
        func add(_ amount: String, daysAgo: Int, _ more: String) async throws {
            try await world.add(World.draft("Café", amount, "EUR", on: World.today - daysAgo, more))
        }
        try await add("3", daysAgo: 9, #""category":"Food","place":"Old","method":"cash""#)
        try await add("3", daysAgo: 8, #""category":"Food","place":"New","method":"cash""#)
        try await add("4", daysAgo: 7, #""category":"Fun""#)
        func usual(_ name: String, of caller: Caller = World.ann) async throws -> UsualValues {
            try await world.store.refusing { try Expenses().usual($0, caller, UsualValues.Name(name)) }
        }
        let values = try await usual("CAFE")
        #expect(values.amount?.decimal == FixedDecimal(3) && values.currency?.code == "EUR" && values.method == .cash)
        #expect(values.placeName == "New" && values.kind == .expense)
        let food = try await world.store.refusing { try Categories().list($0, World.ann, Nothing()) }.first { $0.name == "Food" }
        #expect(values.category == food?.id)
        #expect(try await usual("Tea").amount == nil)
        #expect(try await usual("Café", of: World.bob).amount == nil)
    }
}
