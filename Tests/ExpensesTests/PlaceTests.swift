import Expenses
import Ledger
import Market
import Notices
import Records
import Storage
import Testing

/// Places and categories.
@Suite struct PlaceTests {
    private typealias World = ExpensesWorld

    @Test func aPlaceHasWhatWasEntered() async throws {
        let world = try World()
        let food = try await world.category("Food")
        let place = try await world.place(
            "Bar",
            """
            "address":"Via Roma 1","description":"by the river","favourite":true,"latitude":"43.238949","longitude":"76.889709",\
            "time_zone":"Asia/Almaty","hours":[{"weekday":5,"opens":1200,"closes":120}],"categories":["food"]
            """)
        let stored = try #require(try await world.places().first?.place)
        #expect(stored == place && stored.categories.ids == [food.id] && stored.isFavourite)
        #expect(stored.details.latitude == FixedDecimal("43.238949")! && stored.details.hours?.spans.count == 1)
    }

    @Test(arguments: [
        (#""latitude":"1""#, "bad-position"), (#""latitude":"90.1","longitude":"0""#, "bad-position"),
        (#""latitude":"0","longitude":"-180.5""#, "bad-position"), (#""time_zone":"Mars/Base""#, "bad-time-zone"),
        (#""categories":["Nothing"]"#, "no-category"),
        (#""hours":[{"weekday":1,"opens":540,"closes":1080},{"weekday":1,"opens":720,"closes":1200}]"#, "overlapping-hours"),
        (#""hours":[{"weekday":1,"opens":1200,"closes":120},{"weekday":2,"opens":119,"closes":600}]"#, "overlapping-hours"),
        (#""hours":[{"weekday":1,"opens":60,"closes":600},{"weekday":7,"opens":1200,"closes":120}]"#, "overlapping-hours"),
        (#""hours":[{"weekday":1,"opens":600,"closes":600}]"#, "equal-hours"),
        (#""hours":[{"weekday":1,"opens":0,"closes":0}]"#, "equal-hours"),
    ]) func whatDoesNotFitIsRefused(json: String, code: String) async throws {
        let world = try World()
        #expect(try await world.refusal { try await world.place("x", json) } == code)
    }

    @Test func whetherItIsOpenDependsOnItsClock() async throws {
        let world = try World()
        // Tuesday 09:30 UTC is 14:30 in Almaty, and 18:30 in Tokyo.
        for (name, more) in [
            ("No hours", ""), ("Closed today", #""hours":[{"weekday":1,"opens":0,"closes":1440}]"#),
            ("Open", #""hours":[{"weekday":2,"opens":540,"closes":600}]"#),
            ("Shut", #""hours":[{"weekday":2,"opens":600,"closes":700}]"#),
            ("Night", #""time_zone":"Asia/Tokyo","hours":[{"weekday":2,"opens":1080,"closes":60}]"#),
        ] { try await world.place(name, more) }
        #expect(try await world.places(#"{"open_now":true}"#).map(\.place.name) == ["Night", "Open"])
        let settings: NoticeSettingsDraft = try World.input(#"{"time_zone":"Asia/Almaty"}"#)
        _ = try await world.store.change { try NoticeWays().replace(&$0, World.ann, settings) }
        #expect(try await world.places(#"{"open_now":true}"#).map(\.place.name) == ["Night"])
    }

    @Test func ofAPlacesCategoriesTheMostFrequentIsUsual() async throws {
        let world = try World()
        for name in ["Food", "Drinks", "Home"] { _ = try await world.category(name) }
        func usual(_ id: String, of caller: Caller = World.ann) async throws -> String? {
            let id = try await world.store.reading { try Places().usualCategory($0, caller, id) }
            let all = try await world.store.reading { try Categories().list($0, caller, Nothing()) }
            return all.first { $0.id == id }?.name
        }
        let bare = try await world.place("Bare")
        let (bar, shop) = (
            try await world.place("Bar", #""categories":["Food","Drinks"]"#),
            try await world.place("Shop", #""categories":["Drinks"]"#)
        )
        #expect(try await usual(bare.id) == nil)
        #expect(try await usual("l_0000000000000000") == nil)
        #expect(try await usual(shop.id, of: World.bob) == nil)
        #expect(try await usual(shop.id) == "Drinks")
        #expect(try await usual(bar.id) == "Food")
        for category in ["Drinks", "Drinks", "Food"] {
            try await world.add(World.draft("x", "1", "EUR", on: World.today, #""place":"Bar","category":"\#(category)""#))
        }
        #expect(try await usual(bar.id) == "Drinks")
        for _ in 0..<4 { try await world.add(World.draft("y", "1", "EUR", on: World.today, #""place":"Bar","category":"Home""#)) }
        #expect(try await usual(bar.id) == "Food", "a category that the place does not have is not the place's")
    }

    @Test func anEditedPlaceNamesItsEntriesAnew() async throws {
        let world = try World()
        let place = try await world.place("Shop")
        try await world.add(World.draft("Bread", "1", "EUR", on: World.today, #""place":"Shop""#))
        func edit(_ json: String, of caller: Caller = World.ann) async throws -> Place {
            let edit: Places.Edit = try World.input(#"{"place":"\#(place.id)",\#(json)}"#)
            return try await world.store.change { try Places().edit(&$0, caller, edit) }
        }
        #expect(try await edit(#""version":1,"name":"Bäckerei""#).version == 2)
        #expect(try await world.refusal { try await edit(#""version":1,"name":"x""#) } == "changed-meanwhile")
        #expect(try await world.refusal { try await edit(#""version":2,"name":"x""#, of: World.bob) } == "no-place")
        let entry = try #require(try await world.list(#"{"search":"backerei"}"#).expenses.first)
        #expect(entry.terms.placeName == "Bäckerei" && entry.version == 1)
        #expect(try await world.names(#"{"search":"shop"}"#) == [])
    }

    @Test func aRemovedPlaceLeavesItsName() async throws {
        let world = try World()
        let place = try await world.place("Shop")
        let more = #","place":"Shop""#
        let rent = try await world.recurring(World.recurring("Rent", "month", first: World.today, more))
        #expect(
            try await world.refusal {
                try await world.store.change { try Places().remove(&$0, World.bob, Places.Named(place.id)) }
            } == "no-place")
        try await world.store.change { try Places().remove(&$0, World.ann, Places.Named(place.id)) }
        let entry = try #require(try await world.list(#"{"search":"shop"}"#).expenses.first)
        #expect(entry.terms.place == nil && entry.terms.placeName == "Shop")
        let renamed = try await world.edit(entry, World.draft("Flat", "9", "EUR", on: World.today, #""place":"Shop""#))
        #expect(renamed.terms.placeName == "Shop" && renamed.terms.place == nil)
        #expect(try await world.edit(renamed, World.draft("Flat")).terms.placeName == "")
        let left = try await world.store.refusing { try RecurringExpenses().show($0, World.ann, RecurringExpenses.Named(rent.id)) }
        #expect(left.terms.place == nil && left.terms.placeName == "Shop")
        #expect(try await world.overview(#"{"from":"2026-11","through":"2026-11"}"#).places.map(\.id) == [nil])
        #expect(try await world.audit() == [])
    }

    /// What a removed place leaves counts by the name that its entries keep, in every month.
    @Test func anOverviewHasTheNamesOfRemovedPlaces() async throws {
        let world = try World()
        for name in ["Shop", "Kiosk"] { try await world.place(name) }
        for (amount, place, day) in [
            ("30", "Shop", World.today), ("8", "Shop", World.today - 30), ("4", "Kiosk", World.today), ("2", "", World.today),
        ] {
            let more = place.isEmpty ? "" : #""place":"\#(place)""#
            try await world.add(World.draft("x", amount, "EUR", on: day, more))
        }
        try await world.store.change { try Places().remove(&$0, World.ann, Places.Named("Shop")) }
        let places = try await world.overview(#"{"from":"2026-11","through":"2026-11"}"#).places
        #expect(places.map(\.name) == ["Shop", "Kiosk", nil] && places.map(\.count) == [1, 1, 1])
        #expect(places.map(\.amount) == [FixedDecimal(30), FixedDecimal(4), FixedDecimal(2)])
        // November has not ended, so October is compared.
        #expect(places.map(\.last) == [FixedDecimal(8), .zero, .zero] && places.allSatisfy { $0.before == .zero })
        #expect(places.map { $0.id == nil } == [true, false, true] && places.allSatisfy { $0.usual == nil })
        let both = try await world.overview(#"{"from":"2026-10","through":"2026-11"}"#).places
        #expect(both.first?.amount == FixedDecimal(38) && both.first?.last == FixedDecimal(8))
        #expect(try await world.overview(#"{"from":"0001-01","through":"0001-02"}"#).places.isEmpty)
    }

    @Test func mergingIsWithinOnesOwn() async throws {
        let world = try World()
        let (mine, theirs) = (try await world.place("Mine"), try await world.place("Theirs", of: World.bob))
        func merge(_ place: String, _ into: String) async throws -> String? {
            try await world.refusal {
                try await world.store.change { try Places().merge(&$0, World.ann, Places.Merging(place, into: into)) }
            }
        }
        #expect(try await merge(mine.id, theirs.id) == "no-place")
        #expect(try await merge(theirs.id, mine.id) == "no-place")
        #expect(try await merge(mine.id, "mine") == "merged-with-itself")
    }

    @Test func favouritesAreMarked() async throws {
        let world = try World()
        let place = try await world.place("Shop")
        func mark(_ isFavourite: Bool, of caller: Caller = World.ann) async throws {
            let marking: Places.Marking = try World.input(#"{"place":"\#(place.id)","favourite":\#(isFavourite)}"#)
            _ = try await world.store.change { try Places().mark(&$0, caller, marking) }
        }
        try await mark(true)
        #expect(try await world.places(#"{"favourites":true}"#).count == 1)
        #expect(try await world.refusal { try await mark(false, of: World.bob) } == "no-place")
        try await mark(false)
        #expect(try await world.places(#"{"favourites":true}"#).isEmpty)
    }

    // MARK: Categories

    @Test func categoriesDifferInMoreThanCase() async throws {
        let world = try World()
        let food = try await world.category(" Еда ")
        #expect(food.name == "Еда")
        #expect(try await world.refusal { try await world.category("ЕДА") } == "category-exists")
        try await world.category("еда", of: World.bob)
        try await world.category("Fun")
        func rename(_ name: String, to new: String, of caller: Caller = World.ann) async throws -> ExpenseCategory {
            let renaming: Categories.Renaming = try World.input(#"{"category":"\#(name)","name":"\#(new)"}"#)
            return try await world.store.change { try Categories().rename(&$0, caller, renaming) }
        }
        #expect(try await world.refusal { try await rename("fun", to: "еда") } == "category-exists")
        #expect(try await rename("fun", to: "FUN").name == "FUN")
        #expect(try await world.refusal { try await rename(food.id, to: "x", of: World.bob) } == "no-category")
        #expect(throws: SchemaFault.self) { let _: Categories.Draft = try World.input(#"{"name":"  "}"#) }
        let names = try await world.store.refusing { try Categories().list($0, World.ann, Nothing()) }.map(\.name)
        #expect(names == ["FUN", "Еда"])
    }

    @Test func mergedCategoriesCountASplitReceiptOnce() async throws {
        let world = try World()
        let (food, fun) = (try await world.category("Food"), try await world.category("Fun"))
        let parts = #""parts":[{"category":"Food","amount":"3"},{"category":"Fun","amount":"4"},{"amount":"5"}]"#
        try await world.add(World.draft("Mall", "12", "EUR", on: World.today, parts))
        let rent = try await world.recurring(World.recurring("Rent", "month", first: World.today + 9, #","category":"Fun""#))
        let place = try await world.place("Mall", #""categories":["Food","Fun"]"#)
        _ = try await world.store.change { try Categories().merge(&$0, World.ann, Categories.Merging(fun.id, into: "food")) }
        let shares = try await world.overview(#"{"from":"2026-11","through":"2026-11"}"#).categories
        #expect(shares.map(\.id) == [food.id, nil] && shares.map(\.count) == [1, 1])
        #expect(shares.map(\.amount) == [FixedDecimal(7), FixedDecimal(5)] && shares[0].name == "Food")
        let named = RecurringExpenses.Named(rent.id)
        let template = try await world.store.refusing { try RecurringExpenses().show($0, World.ann, named) }
        #expect(template.terms.parts.parts.map(\.category) == [food.id])
        #expect(try await world.places().map(\.place.categories.ids) == [[food.id]])
        try await world.store.change { try Categories().remove(&$0, World.ann, Categories.Named(food.id)) }
        let left = try await world.overview(#"{"from":"2026-11","through":"2026-11"}"#).categories
        #expect(left.map(\.id) == [nil] && left[0].count == 1 && left[0].amount == FixedDecimal(12))
        #expect(try await world.places().map(\.place.categories.ids) == [[]] && place.categories.ids.count == 2)
        #expect(try await world.audit() == [])
        #expect(
            try await world.refusal {
                try await world.store.change { try Categories().remove(&$0, World.bob, Categories.Named(fun.id)) }
            } == "no-category")
    }

    // MARK: Limits

    @Test func limitsAreKept() async throws {
        let world = try World()
        for number in 0..<Categories.most { try await world.category("C\(number)") }
        #expect(try await world.refusal { try await world.category("one more") } == "too-many-categories")
        try await world.category("another person's", of: World.bob)
        try await world.store.change { change in
            for number in 0..<Places.most {
                _ = try Places().add(&change, World.ann, ExpensesWorld.input(#"{"name":"P\#(number)"}"#))
            }
        }
        #expect(try await world.refusal { try await world.place("one more") } == "too-many-places")
        try await world.add(World.draft("first"))
        // As if there were almost 100,000.
        try await world.store.execute("UPDATE expense_sums SET count = 99999 WHERE key = ''")
        try await world.add(World.draft("last"))
        #expect(try await world.refusal { try await world.add(World.draft("one more")) } == "too-many-transactions")
        _ = try await world.recurring(World.recurring("Rent", "month", first: World.today))
        #expect(try await world.names() == ["last", "first"], "a recurring one waits for room")
    }
}
