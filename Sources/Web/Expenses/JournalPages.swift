import Charts
import Expenses
import HTMLTemplates
import Ledger
import Market
import Server
import Store

/// The first screen of the journal: the month, the budgets, the newest days, and articles on budgeting.
struct JournalPages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    private static let newestEntries = 12

    func add(to pages: inout PageList) { pages.get(Journal.path, .scope(.read)) { .page(try await page($0)) } }

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let (day, _) = try await journal.clock(visit)
        let month = CalendarMonth(day)
        let (view, filter) = (try await journal.view(visit), try Expenses.Filter.all)
        let (overview, budgets, newest) = try await journal.read(visit) {
            (
                try Overview($0, $1, Overview.Span(from: month, through: month)),
                try Budgets().list($0, $1, Budgets.Month(month)),
                try Expenses().list($0, $1, filter, limit: Self.newestEntries)
            )
        }
        let topics = Self.topics(words)
        return Journal.page(
            "expenses", words("nav.expenses"), .home, visit,
            [
                "isEmpty": .flag(newest.expenses.isEmpty), "month": .text(view.month(month)),
                "sums": .list(Self.sums(overview, view, words)), "isMonthEmpty": .flag(overview.months.isEmpty),
                "budgets": .list(budgets.map { BudgetPages.values($0, view, words) }), "hasBudgets": .flag(!budgets.isEmpty),
                "days": view.days(newest), "hasMore": .flag(newest.hasMore), "topics": .list(topics),
                "hasTopics": .flag(!topics.isEmpty),
            ])
    }

    /// What was spent, and what came in, in each currency, beside the month before.
    private static func sums(_ overview: Overview, _ view: JournalView, _ words: Words) -> [TemplateValue] {
        let currencies = Set(overview.months.map(\.currency)).sorted { $0.code < $1.code }
        return currencies.map { currency in
            func amount(_ kind: ExpenseKind) -> FixedDecimal? {
                overview.months.first { $0.kind == kind && $0.currency == currency }?.amount
            }
            let total = overview.comparisons.first { $0.isTotal && $0.currency == currency }
            let before = total.flatMap { $0.before == .zero ? nil : view.veiled($0.before, currency) }
            return [
                "spent": view.amount(amount(.expense) ?? .zero, currency),
                "income": amount(.income).map { view.amount($0, currency, isIncome: true) } ?? false,
                "before": .optional(before.map { words("expenses.month-before", ["amount": $0]) }),
            ]
        }
    }

    /// The articles on budgeting of the sample list, in the reader's language.
    private static func topics(_ words: Words) -> [TemplateValue] {
        (1...).lazy.prefix { words.has("reading.title.\($0)") }.map { number in
            [
                "title": .text(words("reading.title.\(number)")), "text": .text(words("reading.text.\(number)")),
                "href": .text(words("reading.link.\(number)")), "icon": .text(icons[(number - 1) % icons.count]),
            ]
        }
    }

    private static let icons = ["wallet", "home", "coins"]
}
