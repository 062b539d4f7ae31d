import ArgumentParser
import Expenses
import Market
import Notices
import People
import Platform
import Records
import Store

struct ExpenseAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a transaction.",
        discussion: """
            EXAMPLES
              closecast expense add 12.50 EUR Lunch --category Food --cash
              closecast expense add 45000 KZT Groceries --place Magnum --on 2026-11-02
              closecast expense add 2500 EUR Salary --income

            A category or place of a new name is added too. Without a day it is today, by \
            the time zone of your notices.
            """)

    @Argument(help: ArgumentHelp("How much, above 0.", valueName: "amount"))
    var amount: String

    @Argument(help: ArgumentHelp("A currency of ISO 4217.", valueName: "currency"))
    var currency: String

    @Argument(help: ArgumentHelp("What it was for.", valueName: "name"))
    var name = ""

    @Option(help: ArgumentHelp("A category.", valueName: "name|id"))
    var category: String?

    @Option(help: ArgumentHelp("Where it was.", valueName: "name|id"))
    var place: String?

    @Option(help: ArgumentHelp("More about it.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The day (default: today).", valueName: "date"), transform: Day.argument)
    var on: Day?

    @Option(help: ArgumentHelp("The time (default: now, and noon with --on).", valueName: "hh:mm"))
    var at: String?

    @Flag(help: "It came in instead of being spent.")
    var income = false

    @Flag(help: "It was paid in cash (default: by card).")
    var cash = false

    @Flag(help: "One JSON object: the transaction with its id.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard at == nil || minute != nil else { throw ValidationError("--at \(at ?? ""): expected a time such as 18:30") }
    }

    private var minute: Int? {
        let numbers = (at ?? "").split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let hour = numbers[0], let minute = numbers[1], (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    func run() async throws {
        try await reportingFailures {
            // Refuse wrong options before a database is made.
            _ = try draft(on: Day(daysSince1970: 0), minute: 0)
            let store = try storeOptions.openOrMake()
            let now = ProcessState.secondsSince1970
            let zone = try await store.file.reading { try $0.calendarZone(of: LocalStore.caller.owner) }
            let here = OpeningHours.local(secondsSince1970: now, in: zone)
            let draft = try draft(on: on ?? here.day, minute: minute ?? (on == nil ? here.minute : nil))
            let added = try await store.file.change { try Self.add(&$0, draft) }
            added.new.forEach { Console.note("added the \($0)") }
            let expense = added.expense
            try Console.write(
                json
                    ? ExpenseTexts.json(expense)
                    : "\(expense.id): \(expense.day) \(ExpenseTexts.clock(expense.terms.minute))  "
                        + "\(ExpenseTexts.money(expense.terms))  \(expense.terms.name)\n")
        }
    }

    private func draft(on day: Day, minute: Int?) throws -> ExpenseDraft {
        try ExpenseTexts.input(
            [
                "amount": amount, "currency": currency.uppercased(), "name": name, "category": category, "place": place,
                "description": description, "day": "\(day)", "minute": minute.map { "\($0)" }, "kind": income ? "income" : nil,
                "method": cash ? "cash" : nil,
            ], arguments: ["amount", "currency", "name"])
    }

    /// Adds the transaction, and the category and place that it names if there are none.
    private static func add(_ change: inout Change, _ draft: ExpenseDraft) throws -> (expense: Expense, new: [String]) {
        var new: [String] = []
        while true {
            do {
                return (try Expenses().add(&change, LocalStore.caller, draft), new)
            } catch ExpenseError.noCategory(let name) where new.count < 2 {
                _ = try Categories().add(&change, LocalStore.caller, Categories.Draft(name))
                new.append("category \(name)")
            } catch ExpenseError.noPlace(let name) where new.count < 2 {
                _ = try Places().add(&change, LocalStore.caller, Shape<PlaceDraft>().value(texts: [(name: "name", text: name)]))
                new.append("place \(name)")
            }
        }
    }
}
