import ArgumentParser
import Expenses
import Ledger
import Market
import Notices
import People
import Platform
import Records
import Store
import Text

struct ExpenseSummary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary",
        abstract: "Show what was spent by month, category and place.",
        discussion: """
            EXAMPLES
              closecast expense summary
              closecast expense summary --from 2026-01 --through 2026-11
              closecast expense summary --kind income --json
              closecast expense summary --from 2026-01 --total-currency EUR

            Each currency has its own totals. The last whole month stands beside the \
            month before and the usual one, the median of the six months before. \
            With --total-currency, all currencies are also added together at the stored \
            rate of each day; what has no rate is named and left out.
            """)

    @Option(help: ArgumentHelp("The first month (default: the last one).", valueName: "month"))
    var from: String?

    @Option(help: ArgumentHelp("The last month (default: this month).", valueName: "month"))
    var through: String?

    @Option(help: ArgumentHelp("The kind of the categories and places (default: expense).", valueName: "expense|income"))
    var kind: String?

    @Option(help: ArgumentHelp("Also add all currencies together in this one.", valueName: "code"))
    var totalCurrency: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.openIfThere()
            let zone = try await store?.file.reading { try $0.calendarZone(of: LocalStore.caller.owner) } ?? .gmt
            let now = ProcessState.secondsSince1970
            let month = CalendarMonth(OpeningHours.local(secondsSince1970: now, in: zone).day)
            let last = through ?? month.text
            let span: Overview.Span = try ExpenseTexts.input([
                "from": from ?? last, "through": last, "kind": kind, "total_currency": totalCurrency?.uppercased(),
            ])
            guard let store else { return try Console.write(json ? Self.nothing(span, min(span.through, month - 1)) : Self.empty) }
            let rates = try await ExpenseRates(span, store.portfolio.prices)
            let overview = try await store.file.refusing { try Overview($0, LocalStore.caller, span, rates, at: now) }
            if json { return try Console.write(ExpenseTexts.json(overview)) }
            try Console.write(overview.months.isEmpty ? Self.empty : Self.text(overview))
        }
    }

    private static let empty = "no transactions in these months\n"

    private static func nothing(_ span: Overview.Span, _ compared: CalendarMonth) -> String {
        let code = span.totalCurrency.map { "\"\($0.code)\"" } ?? "null"
        return #"{"months":[],"categories":[],"places":[],"compared_month":"\#(compared.text)","comparisons":[],"#
            + #""total_currency":\#(code),"totals":[],"rates":[],"older_rates":0,"left_out":[]}"# + "\n"
    }

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
            + "Places\n" + table(overview.places, "no place") + "\(overview.comparedMonth.text)\n" + totals.joined()
            + together(overview.converted)
    }

    private static func together(_ totals: ConvertedTotals) -> String {
        guard let currency = totals.currency else { return "" }
        let months = totals.months.map { "  \($0.month.text)  \(ExpenseTexts.money($0.amount, $0.currency))\n" }
        let rates = totals.rates.map { "  \($0.pair) of each day, \($0.firstDay) to \($0.lastDay)\n" }
        let older =
            totals.olderRates == 0 ? "" : "  \(totals.olderRates.counted("transaction")) at a rate of up to five days before\n"
        let leftOut = totals.leftOut.map {
            "  left out, without a stored rate: \($0.count.counted("transaction")), "
                + "\(ExpenseTexts.money($0.amount, $0.currency))\n"
        }
        return "All currencies in \(currency.code)\n" + months.joined() + rates.joined() + older + leftOut.joined()
    }

    private static func table(_ shares: [Overview.Share], _ none: String) -> String {
        shares.map { "  \(ExpenseTexts.money($0.amount, $0.currency))  \($0.name ?? none)\n" }.joined()
    }
}
