import ArgumentParser
import Expenses
import JSONText
import Records
import Store

struct ExpenseList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List transactions, newest first.",
        discussion: """
            EXAMPLES
              closecast expense list --since 2026-11-01
              closecast expense list --category Food --currency EUR --limit 100
              closecast expense list --search bakery --json
            """)

    @OptionGroup var options: ExpenseFilterOptions

    @Option(help: ArgumentHelp("The most transactions (default: 20).", valueName: "count"))
    var limit = 20

    @Flag(help: "One JSON object: the transactions, and the totals of their days.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard (1...Expenses.mostOnPage).contains(limit) else {
            throw ValidationError("--limit: expected 1 to \(Expenses.mostOnPage)")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let (filter, limit) = (try options.filter(), limit)
            guard let store = try storeOptions.openIfThere() else {
                return try Console.write(json ? Self.document([], []) : Self.empty)
            }
            let (list, names) = try await store.file.refusing { reading in
                let categories = try Categories().list(reading, LocalStore.caller, Nothing())
                return (
                    try Expenses().list(reading, LocalStore.caller, filter, limit: limit),
                    Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.name) })
                )
            }
            if json { return try Console.write(Self.document(list.expenses, list.totals)) }
            guard !list.expenses.isEmpty else { return try Console.write(Self.empty) }
            try Console.write(Self.table(list.expenses, names))
            if list.hasMore { Console.note("there are more; show them with --limit or --until \(list.expenses.last!.day)") }
        }
    }

    private static let empty = "no transactions; add one: closecast expense add 12.50 EUR Lunch\n"

    private static func table(_ expenses: [Expense], _ names: [String: String]) -> String {
        let categories = expenses.map { expense in
            expense.terms.parts.parts.compactMap { $0.category.flatMap { names[$0] } }.joined(separator: ", ")
        }
        return TextColumn.table([
            TextColumn("date", expenses.map { "\($0.day)" }, isText: true),
            TextColumn("time", expenses.map { ExpenseTexts.clock($0.terms.minute) }, isText: true, minimum: 5),
            TextColumn("amount", expenses.map { ExpenseTexts.money($0.terms) }),
            TextColumn("name", expenses.map(\.terms.name), isText: true),
            TextColumn("category", categories, isText: true), TextColumn("place", expenses.map(\.terms.placeName), isText: true),
        ])
    }

    private static func document(_ expenses: [Expense], _ totals: [DayTotal]) -> String {
        let (expense, total) = (Shape<Expense>(), Shape<DayTotal>())
        return JSONWriter.document { writer in
            writer.object { writer in
                writer.member("expenses", expenses) { expense.writeMembers(of: $0, &$1) }
                writer.member("totals", totals) { total.writeMembers(of: $0, &$1) }
            }
        }
    }
}
