import ArgumentParser
import Expenses
import Market
import Notices
import Platform
import Records
import Store

struct ExpenseSummary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Show what was spent by month, category and place.",
        discussion: """
            EXAMPLES
              closecast expense summary
              closecast expense summary --from 2026-01 --through 2026-11
              closecast expense summary --kind income --json

            Each currency has its own totals. The last month stands beside the month \
            before and the usual one, the median of the six months before.
            """)

    @Option(help: ArgumentHelp("The first month (default: the last one).", valueName: "month"))
    var from: String?

    @Option(help: ArgumentHelp("The last month (default: this month).", valueName: "month"))
    var through: String?

    @Option(help: ArgumentHelp("The kind of the categories and places (default: expense).", valueName: "expense|income"))
    var kind: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openIfThere()
            let zone = try await store?.file.reading { try $0.timeZone(of: LocalStore.caller.owner) } ?? .gmt
            let month = CalendarMonth(OpeningHours.local(secondsSince1970: ProcessState.secondsSince1970, in: zone).day)
            let last = through ?? month.text
            let span: Overview.Span = try ExpenseTexts.input(["from": from ?? last, "through": last, "kind": kind])
            guard let store else { return try Console.write(json ? Self.nothing : Self.empty) }
            let overview = try await store.file.refusing { try Overview($0, LocalStore.caller, span) }
            if json { return try Console.write(ExpenseTexts.json(overview)) }
            try Console.write(overview.months.isEmpty ? Self.empty : Self.text(overview))
        }
    }

    private static let empty = "no transactions in these months\n"
    private static let nothing = #"{"months":[],"categories":[],"places":[],"comparisons":[]}"# + "\n"

    private static func text(_ overview: Overview) -> String {
        let months = overview.months.map {
            "  \($0.month.text)  \($0.kind.rawValue)  \(ExpenseTexts.money($0.amount, $0.currency))\n"
        }
        let totals = overview.comparisons.filter(\.isTotal).map { total in
            let usual = total.usual.map { ", usually \(ExpenseTexts.money($0, total.currency))" } ?? ""
            return "  \(ExpenseTexts.money(total.amount, total.currency)); the month before "
                + "\(ExpenseTexts.money(total.before, total.currency))\(usual)\n"
        }
        return "Months\n" + months.joined() + "Categories\n" + table(overview.categories, "no category")
            + "Places\n" + table(overview.places, "no place") + "Last month\n" + totals.joined()
    }

    private static func table(_ shares: [Overview.Share], _ none: String) -> String {
        shares.map { "  \(ExpenseTexts.money($0.amount, $0.currency))  \($0.name ?? none)\n" }.joined()
    }
}
