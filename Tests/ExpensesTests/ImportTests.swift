import Expenses
import Ledger
import Market
import Records
import Storage
import Testing

/// Files: what is added, what is recognised, and what is refused.
@Suite struct ImportTests {
    private typealias World = ExpensesWorld

    private static let statement = """
        Date,Description,Amount,Currency
        2026-11-02,Bakery,-3.20,EUR
        2026-11-02,Bakery,-3.20,EUR
        2026-11-03,Salary,2500.00,EUR
        2026-11-04,Pending,,EUR

        """

    private static func file(_ text: String, _ input: ImportInput = ImportInput()) throws -> ImportFile {
        try ImportFile(Array(text.utf8), input)
    }

    @discardableResult private static func add(
        _ text: String, _ input: ImportInput = ImportInput(), to world: World, of caller: Caller = World.ann
    ) async throws -> ImportResult {
        try await ExpenseImports().add(world.store, caller, try file(text, input), input)
    }

    private static func preview(
        _ text: String, _ input: ImportInput = ImportInput(), in world: World, of caller: Caller = World.ann
    ) async throws -> ImportPreview {
        let file = try file(text, input)
        return try await world.store.refusing { try ExpenseImports().preview($0, caller, file, input) }
    }

    private static func export(_ world: World, _ filter: String = "{}", of caller: Caller = World.ann) async throws -> String {
        var bytes: [UInt8] = []
        try await ExpenseImports().export(world.store, caller, try World.input(filter)) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func whatIsNewIsAddedOnce() async throws {
        let world = try World()
        let first = try await Self.add(Self.statement, to: world)
        #expect((first.added, first.known, first.faultCount) == (3, 0, 1) && first.faults.first?.code == "no-amount")
        #expect(first.faults.first?.isExpected == true && first.faults.first?.line == 5)
        let again = try await Self.add(Self.statement + "2026-11-05,Fuel,-41,EUR\n", to: world)
        #expect((again.added, again.known) == (1, 3))
        let entries = try await world.list().expenses
        #expect(entries.map(\.terms.name) == ["Fuel", "Salary", "Bakery", "Bakery"])
        #expect(entries.map(\.terms.kind) == [.expense, .income, .expense, .expense])
        #expect(entries.allSatisfy { $0.terms.method == .card && $0.terms.minute == 720 })
        // Another person has a journal of their own.
        #expect(try await Self.add(Self.statement, to: world, of: World.bob).added == 3)
        #expect(try await world.audit() == [])
        #expect(try await world.store.differences() == [])
    }

    @Test func anEditedOneIsKnownAndARemovedOneComesBack() async throws {
        let world = try World()
        try await Self.add(Self.statement, to: world)
        let salary = try #require(try await world.list(#"{"kind":"income"}"#).expenses.first)
        try await world.edit(salary, World.draft("Wages", "2400"))
        #expect(try await Self.add(Self.statement, to: world).added == 0)
        let bakery = try #require(try await world.list(#"{"search":"bakery"}"#).expenses.first)
        try await world.remove(bakery)
        #expect(try await Self.add(Self.statement, to: world).added == 1)
        // Both stay, because a person has asked for both; only one of them is recognised.
        _ = try await world.restore(bakery)
        #expect(try await world.names(#"{"search":"bakery"}"#).count == 3)
        #expect(try await Self.add(Self.statement, to: world).added == 0)
        #expect(try await world.audit() == [])
    }

    @Test func aTransactionGetsWhatItsNameUsuallyHas() async throws {
        let world = try World()
        let food = try await world.category("Food")
        let shop = try await world.place("Corner")
        try await world.add(World.draft("BAKERY", "2", on: World.today - 90, #""category":"Food","place":"Corner""#))
        let shown = try await Self.preview(Self.statement, in: world)
        #expect(shown.rows.map(\.category) == ["Food", "Food", nil] && shown.form == .statement && shown.questions == [])
        #expect(
            shown.columns.map(\.kind) == ["date", "text", "amount", "currency"] && shown.columns.map(\.number) == [1, 2, 3, 4])
        try await Self.add(Self.statement, to: world)
        let bakery = try await world.list(#"{"search":"bakery","since":"2026-11-01"}"#).expenses
        #expect(bakery.allSatisfy { $0.terms.parts.parts.map(\.category) == [food.id] && $0.terms.place == shop.id })
        let other = ImportInput(category: "food", method: .cash)
        try await Self.add("Date,Description,Amount\n2026-11-09,Fuel,-9\n", ImportInput(currency: ISOCurrency("EUR")), to: world)
        try await Self.add("Date,Description,Amount,Currency\n2026-11-08,Fuel,-8,EUR\n", other, to: world)
        let fuel = try await world.list(#"{"search":"fuel"}"#).expenses
        #expect(fuel.map { $0.terms.parts.parts[0].category } == [nil, food.id] && fuel.map(\.terms.method) == [.card, .cash])
    }

    @Test func whatWasEnteredByHandIsNamed() async throws {
        let world = try World()
        let byHand = try await world.add(World.draft("Bread", "3.20", "EUR", on: Day(iso: "2026-11-02")!))
        let shown = try await Self.preview(Self.statement, in: world)
        #expect(shown.rows.map(\.similar) == [byHand.id, nil, nil] && (shown.newCount, shown.similarCount) == (3, 1))
        let result = try await Self.add(Self.statement, ImportInput(skipsSimilar: true), to: world)
        #expect((result.added, result.similar) == (2, 1))
        #expect(try await world.names() == ["Salary", "Bakery", "Bread"])
    }

    @Test func whatAFileLeavesOpenIsAskedFor() async throws {
        let world = try World()
        let text = "Date,Description,Amount\n03/04/2026,a,-1.50\n05/06/2026,b,-2.50\n"
        let asked = try await Self.preview(text, in: world)
        #expect(asked.questions.map(\.parameter) == [.dateFormat, .currency] && asked.rows == [] && asked.samples.count == 2)
        #expect(asked.questions[0].choices.contains("dd/MM/yyyy") && asked.questions[1].choices == [])
        #expect(try await world.refusal { try await Self.add(text, to: world) } == "open-questions")
        #expect(try await world.names() == [])
        let answered = ImportInput(dateFormat: "dd/MM/yyyy", currency: ISOCurrency("EUR"))
        #expect(try await Self.add(text, answered, to: world).added == 2)
        #expect(try await world.list().expenses.map(\.day) == [Day(iso: "2026-06-05")!, Day(iso: "2026-04-03")!])
    }

    @Test func columnsAreChosenByNameAndNumber() throws {
        let text = "Tag;Was;Wieviel\n01.02.2026;Brot;-3,50\n13.02.2026;Milch;-1,20\n"
        for columns in ["date=tag,text=Was,amount=WIEVIEL", "date=1, text=2, amount=3"] {
            let file = try Self.file(text, ImportInput(columns: columns, currency: ISOCurrency("EUR")))
            #expect(file.entries.map(\.name) == ["Brot", "Milch"] && file.entries[0].amount.decimal == FixedDecimal("3.5")!)
        }
        for columns in ["date=9", "when=Tag", "date", "date=Tag,amount=Preis"] {
            #expect(throws: ExpenseError.self) { try Self.file(text, ImportInput(columns: columns)) }
        }
    }

    @Test func wrongFilesAreRefused() throws {
        for text in ["", "nothing here\n", "\u{0}"] { #expect(throws: StatementError.self, "\(text)") { try Self.file(text) } }
        let large = try Self.file("Date,Description,Amount,Currency\n2026-11-02,House,-900000000001,EUR\n")
        #expect(large.entries == [] && large.faults.map(\.reason) == [.tooLarge("900000000001")])
    }

    // MARK: The journal as a file

    @Test func anExportIsReadBackElsewhere() async throws {
        let world = try World()
        try await world.category("Food, “fresh”")
        try await world.category("House")
        try await world.place("Corner")
        try await world.add(
            World.draft("=1+1", "12.50", "EUR", on: World.today, #""description":"two\nlines","minute":545,"method":"cash""#))
        try await world.add(
            World.draft(
                "Split", "10", "KWD", on: World.today - 1,
                #""place":"Corner","parts":[{"category":"House","amount":"2.125"},{"category":"Food, “fresh”","amount":"7.875"}]"#))
        try await world.add(World.draft("Pay", "100", "JPY", on: World.today - 2, #""kind":"income","category":"House""#))
        try await Self.add(Self.statement, to: world)
        let text = try await Self.export(world)
        #expect(text.hasPrefix("date,time,kind,name,description,amount,currency,method,place,category,parts,key\n"))
        #expect(try await Self.add(text, to: world).added == 0)
        let result = try await Self.add(text, to: world, of: World.bob)
        #expect((result.added, result.faultCount) == (6, 0), "\(result)\n\(text)")
        func shown(_ caller: Caller) async throws -> [String] {
            let categories = try await world.store.reading { try Categories().list($0, caller, Nothing()) }
            let names = Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.name) })
            return try await world.list(of: caller).expenses.map { expense in
                let terms = expense.terms
                let parts = terms.parts.parts.map { "\($0.category.flatMap { names[$0] } ?? "-") \($0.amount.decimal)" }
                return "\(expense.day) \(terms.minute) \(terms.kind) \(terms.name)|\(terms.description)|\(terms.amount.decimal) "
                    + "\(terms.currency) \(terms.method) \(terms.placeName) \(parts)"
            }.sorted()
        }
        #expect(try await shown(World.bob) == shown(World.ann))
        // The statement is known to Bob by its keys, and Ann knows what comes back from Bob.
        #expect(try await Self.add(Self.statement, to: world, of: World.bob).added == 0)
        #expect(try await Self.add(Self.export(world, of: World.bob), to: world).added == 0)
        #expect(try await world.audit() == [])
    }

    @Test func theLinesOfAJournalAreChecked() throws {
        let file = try Self.file(
            """
            date,time,kind,name,description,amount,currency,method,place,category,parts,key
            2026-11-02,09:05,expense,Bread,,3.20,EUR,card,,Food,,
            2026-11-02,09:05,expense,Bread,,3.20,EUR,card,,Food,,
            2026-11-31,,expense,Bread,,3.20,EUR,,,,,
            2026-11-02,24:00,expense,Bread,,3.20,EUR,,,,,
            2026-11-02,,expense,Bread,,3.201,EUR,,,,,
            2026-11-02,,spent,Bread,,3.20,EUR,,,,,
            2026-11-02,,expense,Bread,,3.20,ZZZ,,,,,
            2026-11-02,,expense,Bread,,3.20,EUR,,,,"[{""amount"":""3""}]",

            """)
        #expect(file.form == .journal && file.entries.count == 2 && Set(file.entries.map(\.key)).count == 2)
        #expect(file.entries[0].minute == 545 && file.entries[0].parts.map(\.category) == ["Food"])
        let columns = file.faults.map { fault in
            if case .badCell(let column, _) = fault.reason { column } else { "" }
        }
        #expect(columns == ["date", "time", "amount", "kind", "currency", "parts"])
    }

    @Test func anExportHasEveryEntryOfItsFilter() async throws {
        let world = try World()
        let days = (0..<2500).map {
            "2026-\($0 % 9 < 5 ? "0" : "1")\($0 % 9 < 5 ? $0 % 5 + 1 : $0 % 3)-0\($0 % 9 + 1),n\($0),-1,EUR\n"
        }
        try await Self.add("Date,Description,Amount,Currency\n" + days.joined(), to: world)
        let lines = try await Self.export(world).split(separator: "\n")
        #expect(lines.count == 2501 && Set(lines).count == 2501)
        #expect(try await Self.export(world, #"{"search":"n24"}"#).split(separator: "\n").count == 112)
        #expect(try await world.refusal { try await Self.export(world, #"{"category":"None"}"#) } == "no-category")
    }
}
