import Expenses
import Ledger
import Market
import Records
import Storage
import Testing

/// Lists, places and overviews of random journals, against slow computations from every entry.
@Suite struct JournalOracleTests {
    private typealias World = ExpensesWorld

    private static let words = ["Café", "bread", "МАГНИТ", "tram", "rent", "Ünal"]
    private static let currencies = ["EUR", "KZT", "JPY"]

    /// A journal that the test knows in full.
    private struct Journal {
        let world: World
        var random: SeededGenerator
        var categories: [ExpenseCategory] = []
        var places: [Place] = []
        /// In the order of their insertion.
        var entries: [Expense] = []

        init(seed: UInt64) async throws {
            (world, random) = (try World(), SeededGenerator(seed: seed))
            for name in ["Food", "Fun", "Flat", "Fare"] { categories.append(try await world.category(name)) }
            for name in ["Corner", "Café Ünal", "Kiosk", "Market", "Mall"] {
                let category = categories.randomElement(using: &random)!.id
                let more = #""favourite":\#(Bool.random(using: &random)),"categories":["\#(category)"]"#
                places.append(try await world.place(name, more))
            }
            try await world.category("Food", of: World.bob)
            for _ in 0..<120 {
                try await add()
                if random.index(below: 8) == 0 { try await world.add(draft(isBob: true), of: World.bob) }
            }
        }

        mutating func add() async throws { entries.append(try await world.add(draft())) }

        mutating func draft(isBob: Bool = false) -> String {
            let name = "\(JournalOracleTests.words.randomElement(using: &random)!) \(random.index(below: 3))"
            let currency = JournalOracleTests.currencies.randomElement(using: &random)!
            let unit = FixedDecimal(currency == "JPY" ? "1" : "0.01")!
            let parts = (0..<(random.index(below: 4) == 0 ? 3 : 1)).map { _ in
                (
                    category: categories.randomElement(using: &random)!.id,
                    amount: FixedDecimal(units: unit.units * Int128(1 + random.index(below: 99_999)))
                )
            }
            let list = parts.map { part in
                let category = random.index(below: 5) == 0 || isBob ? "null" : "\"\(part.category)\""
                return #"{"category":\#(category),"amount":"\#(part.amount)"}"#
            }.joined(separator: ",")
            let method = random.index(below: 2) == 0 ? "cash" : "card"
            var more = #""parts":[\#(list)],"minute":\#(random.index(below: 4) * 60),"method":"\#(method)""#
            if random.index(below: 7) == 0 { more += #","kind":"income""# }
            if random.index(below: 3) > 0, !isBob { more += #","place":"\#(places.randomElement(using: &random)!.id)""# }
            let amount = parts.map(\.amount).reduce(.zero, +)
            return World.draft(name, amount.description, currency, on: World.today - random.index(below: 300), more)
        }

        /// Edits, removes, restores and merges something.
        mutating func disturb() async throws {
            for _ in 0..<20 {
                let index = random.index(below: entries.count)
                switch random.index(below: 3) {
                case 0: try await world.remove(entries.remove(at: index))
                case 1: entries[index] = try await world.edit(entries[index], draft())
                default:
                    try await world.remove(entries[index])
                    entries[index] = try await world.restore(entries[index])
                }
            }
            let (from, into) = (categories.removeFirst().id, categories[0].id)
            _ = try await world.store.change { try Categories().merge(&$0, World.ann, Categories.Merging(from, into: into)) }
            let gone = categories.removeLast().id
            try await world.store.change { try Categories().remove(&$0, World.ann, Categories.Named(gone)) }
            let (old, new) = (places.removeFirst().id, places[0].id)
            _ = try await world.store.change { try Places().merge(&$0, World.ann, Places.Merging(old, into: new)) }
            let closed = places.removeLast().id
            try await world.store.change { try Places().remove(&$0, World.ann, Places.Named(closed)) }
            let ids = entries.map(\.id)
            entries = try await world.store.refusing { reading in
                try ids.map { try Expenses().show(reading, World.ann, Expenses.Named($0)) }
            }
            let named = Set(entries.flatMap { $0.terms.parts.parts.compactMap(\.category) })
            #expect(named.isSubset(of: categories.map(\.id)))
            #expect(Set(entries.compactMap(\.terms.place)).isSubset(of: places.map(\.id)))
        }

        /// Newest first.
        var newest: [Expense] {
            entries.enumerated().sorted {
                ($0.element.day, $0.element.terms.minute, $0.offset) > ($1.element.day, $1.element.terms.minute, $1.offset)
            }.map(\.element)
        }
    }

    private static func folded(_ text: String) -> String {
        String(text.lowercased().map { ["é": "e", "ü": "u"][$0] ?? $0 })
    }

    // MARK: Lists

    @Test(arguments: 0..<6) func listsAreThoseOfASlowComputation(seed: UInt64) async throws {
        var journal = try await Journal(seed: seed)
        for round in 0..<2 {
            for _ in 0..<30 {
                let (json, keeps) = Self.filter(&journal)
                let expected = journal.newest.filter(keeps)
                var (found, last): ([Expense], String?) = ([], nil)
                repeat {
                    let page = try await journal.world.list(json, after: last, limit: 7)
                    found += page.expenses
                    try Self.compare(page, expected, "seed \(seed), round \(round): \(json)")
                    last = page.hasMore ? page.expenses.last?.id : nil
                } while last != nil
                #expect(found == expected, "seed \(seed), round \(round): \(json)")
                let all = try await journal.world.sums(json).map { ("\($0.kind) \($0.currency)", "\($0.count): \($0.amount)") }
                #expect(
                    Dictionary(uniqueKeysWithValues: all)
                        == Self.sums(expected) { ["\($0.terms.kind)": $0.terms.amount.decimal] },
                    "seed \(seed), round \(round): \(json)")
            }
            try await journal.disturb()
            #expect(try await journal.world.audit() == [], "seed \(seed)")
        }
    }

    private static func compare(_ page: Expenses.List, _ expected: [Expense], _ label: String) throws {
        guard let first = page.expenses.last?.day, let last = page.expenses.first?.day else { return }
        let days = expected.filter { (first...last).contains($0.day) }
        let sums = Self.sums(days) { ["\($0.day) \($0.terms.kind)": $0.terms.amount.decimal] }
        let found = page.totals.map { ("\($0.day) \($0.kind) \($0.currency)", "\($0.count): \($0.amount)") }
        #expect(Dictionary(uniqueKeysWithValues: found) == sums, "\(label)")
        #expect(page.totals.map(\.day) == page.totals.map(\.day).sorted(by: >), "\(label)")
    }

    /// A random filter, and what it should keep.
    private static func filter(_ journal: inout Journal) -> (json: String, keeps: (Expense) -> Bool) {
        var (members, keeps): ([String], [(Expense) -> Bool]) = ([], [])
        func draw(_ count: Int) -> Int { journal.random.index(below: count) }
        func choose(_ json: String, _ keep: @escaping (Expense) -> Bool) {
            guard draw(3) == 0 else { return }
            members.append(json)
            keeps.append(keep)
        }
        let word = ["CAFE", "магнит", "a 1", "unal", "zebra", "r"][draw(6)]
        choose(#""search":"\#(word)""#) { entry in
            word.split(separator: " ").allSatisfy { word in
                let word = folded(String(word))
                return folded(entry.terms.name).contains(word) || folded(entry.terms.placeName).contains(word)
            }
        }
        let category = journal.categories[draw(journal.categories.count)]
        choose(#""category":"\#(draw(2) == 0 ? category.id : category.name.uppercased())""#) {
            $0.terms.parts.parts.contains { $0.category == category.id }
        }
        let place = journal.places[draw(journal.places.count)]
        choose(#""place":"\#(draw(2) == 0 ? place.id : place.name.lowercased())""#) { $0.terms.place == place.id }
        choose(#""kind":"expense""#) { $0.terms.kind == .expense }
        choose(#""method":"cash""#) { $0.terms.method == .cash }
        choose(#""currency":"KZT""#) { $0.terms.currency.code == "KZT" }
        let (since, until) = (World.today - draw(300), World.today - draw(300))
        choose(#""since":"\#(since)""#) { $0.day >= since }
        choose(#""until":"\#(until)""#) { $0.day <= until }
        choose(#""least":"12.5""#) { $0.terms.amount.decimal >= FixedDecimal("12.5")! }
        choose(#""most":"500""#) { $0.terms.amount.decimal <= FixedDecimal(500) }
        return ("{\(members.joined(separator: ","))}", { entry in keeps.allSatisfy { $0(entry) } })
    }

    // MARK: Overviews

    @Test(arguments: 0..<6) func overviewsAreThoseOfASlowComputation(seed: UInt64) async throws {
        var journal = try await Journal(seed: seed)
        for round in 0..<2 {
            for (length, kind) in [(0, "expense"), (3, "expense"), (40, "expense"), (40, "income")] {
                let through = CalendarMonth(World.today - journal.random.index(below: 60))
                let from = through - length
                let overview = try await journal.world.overview(
                    #"{"from":"\#(from.text)","through":"\#(through.text)","kind":"\#(kind)"}"#)
                let label: Comment = "seed \(seed), round \(round), \(from.text) to \(through.text), \(kind)"
                let inSpan = journal.entries.filter { (from...through).contains(CalendarMonth($0.day)) }
                let ofKind = inSpan.filter { $0.terms.kind.rawValue == kind }
                let months = Self.sums(inSpan) {
                    ["\(CalendarMonth($0.day).text) \($0.terms.kind)": $0.terms.amount.decimal]
                }
                let places = Self.sums(ofKind) { [Self.place($0): $0.terms.amount.decimal] }
                #expect(Self.months(overview) == months, label)
                #expect(Self.shares(overview.categories) == Self.sums(ofKind, byCategory), label)
                #expect(Self.shares(overview.places) == places, label)
                let all = journal.entries.filter { $0.terms.kind.rawValue == kind }
                // The running month is not compared.
                let compared = min(through, CalendarMonth(World.today) - 1)
                #expect(overview.comparedMonth == compared, label)
                try Self.compare(overview.categories, all, compared, byCategory, label)
                try Self.compare(overview.places, all, compared, { [Self.place($0): $0.terms.amount.decimal] }, label)
                try compare(overview.comparisons, all, compared, label)
                for list in [overview.categories, overview.places] {
                    let order = list.map { ($0.currency.code, -$0.amount) }
                    #expect(zip(order, order.dropFirst()).allSatisfy { $0 <= $1 }, label)
                }
            }
            try await journal.disturb()
        }
    }

    /// An entry's place, or the name that it keeps of a removed one.
    private static func place(_ entry: Expense) -> String {
        entry.terms.place ?? (entry.terms.placeName.isEmpty ? "-" : "-\(entry.terms.placeName)")
    }

    private static func key(_ share: Overview.Share) -> String { "\(share.id ?? "-\(share.name ?? "")") \(share.currency)" }

    private func byCategory(_ entry: Expense) -> [String: FixedDecimal] {
        entry.terms.parts.parts.reduce(into: [:]) { $0[$1.category ?? "-", default: .zero] += $1.amount.decimal }
    }

    /// Counts and sums by key and currency, as text.
    private static func sums(_ entries: [Expense], _ keys: (Expense) -> [String: FixedDecimal]) -> [String: String] {
        var sums: [String: (count: Int, amount: FixedDecimal)] = [:]
        for entry in entries {
            for (key, amount) in keys(entry) {
                let old = sums["\(key) \(entry.terms.currency)"] ?? (0, .zero)
                sums["\(key) \(entry.terms.currency)"] = (old.count + 1, old.amount + amount)
            }
        }
        return sums.mapValues { "\($0.count): \($0.amount)" }
    }

    private static func months(_ overview: Overview) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: overview.months.map {
                ("\($0.month.text) \($0.kind) \($0.currency)", "\($0.count): \($0.amount)")
            })
    }

    private static func shares(_ shares: [Overview.Share]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: shares.map { (key($0), "\($0.count): \($0.amount)") })
    }

    /// The months of shares beside those of every entry.
    private static func compare(
        _ shares: [Overview.Share], _ entries: [Expense], _ month: CalendarMonth, _ keys: (Expense) -> [String: FixedDecimal],
        _ label: Comment
    ) throws {
        for share in shares {
            let months = (0...6).map { age in
                entries.filter { CalendarMonth($0.day) == month - age && $0.terms.currency == share.currency }
                    .flatMap(keys).filter { "\($0.key) \(share.currency)" == key(share) }.reduce(.zero) { $0 + $1.value }
            }
            #expect(share.last == months[0] && share.before == months[1], label)
            let sorted = months[1...6].sorted()
            if let usual = share.usual { #expect(usual + usual == sorted[2] + sorted[3], label) }
        }
    }

    private func compare(
        _ comparisons: [Overview.Comparison], _ entries: [Expense], _ month: CalendarMonth, _ label: Comment
    ) throws {
        var amounts: [String: [FixedDecimal]] = [:]
        for entry in entries {
            let age = month.number - CalendarMonth(entry.day).number
            guard (0...6).contains(age) else { continue }
            for (key, amount) in byCategory(entry).merging(["total": entry.terms.amount.decimal], uniquingKeysWith: { $1 }) {
                amounts["\(key) \(entry.terms.currency)", default: Array(repeating: .zero, count: 7)][age] += amount
            }
        }
        #expect(comparisons.count == amounts.count, label)
        for comparison in comparisons {
            let key = comparison.isTotal ? "total" : comparison.category ?? "-"
            let expected = try #require(amounts["\(key) \(comparison.currency)"], label)
            #expect(comparison.amount == expected[0] && comparison.before == expected[1], label)
            let sorted = expected[1...6].sorted()
            if let usual = comparison.usual { #expect(usual + usual == sorted[2] + sorted[3], label) }
        }
    }

    // MARK: Places

    @Test(arguments: 0..<6) func placesAreThoseOfASlowComputation(seed: UInt64) async throws {
        var journal = try await Journal(seed: seed)
        for _ in 0..<2 {
            for number in ["", "0", "1-10", "11-25", "26-"] {
                for extra in [
                    "", #""favourites":true"#, #""search":"CAFE u""#, #""since":"\#(World.today - 20)""#,
                    #""categories":["\#(journal.categories[0].id)"]"#,
                ] {
                    let members = [number.isEmpty ? "" : #""number":"\#(number)""#, extra].filter { !$0.isEmpty }
                    let found = try await journal.world.places("{\(members.joined(separator: ","))}")
                    let expected = try Self.places(journal, number, extra)
                    #expect(found.map(\.place.name) == expected, "seed \(seed): \(members)")
                    for use in found { Self.check(use, journal.entries, "seed \(seed)") }
                }
            }
            try await journal.disturb()
            let ids = journal.places.map(\.id)
            journal.places = try await journal.world.places().map(\.place)
            #expect(Set(journal.places.map(\.id)) == Set(ids), "seed \(seed)")
        }
    }

    private static func places(_ journal: Journal, _ number: String, _ extra: String) throws -> [String] {
        let ranges = ["": 0...Int.max, "0": 0...0, "1-10": 1...10, "11-25": 11...25, "26-": 26...Int.max]
        return journal.places.filter { place in
            let visits = journal.entries.filter { $0.terms.place == place.id }
            guard ranges[number]!.contains(visits.count) else { return false }
            if extra.contains("favourites") { return place.isFavourite }
            if extra.contains("search") { return place.name == "Café Ünal" }
            if extra.contains("since") { return visits.contains { $0.day >= World.today - 20 } }
            if extra.contains("categories") { return place.categories.ids.contains(journal.categories[0].id) }
            return true
        }.map(\.name).sorted { folded($0) < folded($1) }
    }

    private static func check(_ use: PlaceUse, _ entries: [Expense], _ label: Comment) {
        let visits = entries.filter { $0.terms.place == use.place.id }
        #expect(use.count == visits.count && use.lastVisit == visits.map(\.day).max(), label)
        var spent: [String: FixedDecimal] = [:]
        for visit in visits where visit.terms.kind == .expense {
            spent[visit.terms.currency.code, default: .zero] += visit.terms.amount.decimal
        }
        #expect(Dictionary(uniqueKeysWithValues: use.spent.map { ($0.currency.code, $0.amount) }) == spent, label)
    }
}
