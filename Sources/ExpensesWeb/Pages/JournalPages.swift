import APIKit
import Charts
import Expenses
import HTMLTemplates
import Ledger
import Market
import PageKit
import Store

/// The first screen of the journal: the month, the budgets, the newest days, and articles on budgeting.
package struct JournalPages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    private static let newestEntries = 12
    /// The currencies for which the range of the month is computed.
    private static let mostRanges = 3

    func add(to pages: inout PageList) { pages.get(Journal.path, .scope(.read)) { .page(try await page($0)) } }

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let (day, _) = try await journal.clock(visit)
        let month = CalendarMonth(day)
        let (view, filter, now) = (try await journal.view(visit), try Expenses.Filter.all, journal.now())
        let (overview, budgets, newest) = try await journal.read(visit) {
            (
                try Overview($0, $1, Overview.Span(from: month, through: month), at: now),
                try Budgets().list($0, $1, Budgets.Month(month)),
                try Expenses().list($0, $1, filter, limit: Self.newestEntries)
            )
        }
        var sums: [TemplateValue] = []
        for currency in Set(overview.months.map(\.currency)).sorted(by: { $0.code < $1.code }) {
            let isFirst = sums.count < Self.mostRanges
            let end = isFirst ? try await visit.perform(operations.outlook.month, ["currency": currency.code]) : nil
            sums.append(.group(Self.sum(overview, currency, view).merging(Self.range(end, view)) { $1 }))
        }
        let spent = Set(overview.months.filter { $0.kind == .expense }.map(\.currency))
        let together =
            spent.count > 1
            ? try await TogetherView.read(
                Overview.Span(from: month, through: month), in: visit.preferences.currency, operations.entries, view) : nil
        let topics = ReadingPages.topics(try await visit.perform(operations.reading.list), words)
        return Journal.page(
            "expenses", words("nav.expenses"), .home, visit,
            [
                "isEmpty": .flag(newest.expenses.isEmpty), "month": .text(view.month(month)),
                "sums": .list(sums), "isMonthEmpty": .flag(overview.months.isEmpty),
                "together": together.flatMap { $0.totals.months.isEmpty ? nil : $0.values } ?? false,
                "budgets": .list(budgets.map { BudgetPages.values($0, view, words) }), "hasBudgets": .flag(!budgets.isEmpty),
                "days": view.days(newest), "hasMore": .flag(newest.hasMore), "topics": .list(topics),
                "hasTopics": .flag(!topics.isEmpty),
                "topicsHref": .optional(ReadingPages.mayChange(visit) ? ReadingPages.path : nil),
            ])
    }

    /// What was spent, and what came in, in a currency, beside the month before: that is the newest whole one.
    private static func sum(_ overview: Overview, _ currency: ISOCurrency, _ view: JournalView) -> Values {
        func amount(_ kind: ExpenseKind) -> FixedDecimal? {
            overview.months.first { $0.kind == kind && $0.currency == currency }?.amount
        }
        let total = overview.comparisons.first { $0.isTotal && $0.currency == currency }
        let before = total.flatMap { $0.amount == .zero ? nil : view.veiled($0.amount, currency) }
        return [
            "spent": view.amount(amount(.expense) ?? .zero, currency),
            "income": amount(.income).map { view.amount($0, currency, isIncome: true) } ?? false,
            "before": .optional(before.map { view.visit.words("expenses.month-before", ["amount": $0]) }),
        ]
    }

    /// The range of the month's total, what is still due, and how such ranges did in past months.
    private static func range(_ end: MonthEnd?, _ view: JournalView) -> Values {
        let words = view.visit.words
        guard let end else { return ["range": false, "due": false, "check": false, "noRange": false] }
        func amount(_ text: String) -> String { view.amounts.veiled("\(text) \(end.currency)") }
        var values: Values = ["range": false, "check": false, "noRange": false]
        values["due"] = .optional(
            end.due > .zero ? words("expenses.month-due", ["amount": view.veiled(end.due, end.currency)]) : nil)
        guard let low = end.low, let high = end.high else {
            if end.spent + end.due > .zero {
                values["noRange"] = .text(
                    words("expenses.month-no-range", ["currency": end.currency.code, "months": "\(end.spendingMonths)"]))
            }
            return values
        }
        let ends = words.format.range(low, high, ofEstimates: true)
        // At the end of a month, nothing more was ever spent.
        values["range"] = .text(
            ends.low == ends.high
                ? words("expenses.month-point", n: end.months, ["amount": amount(ends.low)])
                : words("expenses.month-range", n: end.months, ["low": amount(ends.low), "high": amount(ends.high)]))
        if end.check.months > 0 {
            values["check"] = .text(words("expenses.month-check", n: end.check.months, ["inside": "\(end.check.inside)"]))
        }
        return values
    }
}
