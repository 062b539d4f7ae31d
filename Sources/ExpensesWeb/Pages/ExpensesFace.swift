import PageKit
import Services

extension Page.Place {
    static let expenses = Self(
        name: "expenses", group: .portfolio, icon: "card", address: PagePaths.expenses,
        otherNames: ["spending", "budget", "journal"],
        parts: [
            ("expenses.places.title", "expenses.places.words", "/expenses/places"),
            ("expenses.overview.title", "expenses.overview.words", "/expenses/overview"),
            ("expenses.budgets.title", "expenses.budgets.words", "/expenses/budgets"),
        ])
}

extension Face {
    /// The expense journal.
    package static let expenses = Face(
        operations: { parts, api in parts.expensesOperations.add(to: &api) }, places: [.expenses],
        pages: { site, pages in
            let (parts, operations) = (site.server, site.server.expensesOperations)
            let journal = Journal(store: parts.store, now: parts.market.now)
            JournalPages(journal: journal, operations: operations).add(to: &pages)
            EntryListPages(journal: journal, operations: operations.entries).add(to: &pages)
            EntryPages(journal: journal, operations: operations).add(to: &pages)
            PlacePages(journal: journal, operations: operations).add(to: &pages)
            CategoryPages(journal: journal, operations: operations.categories).add(to: &pages)
            RecurringPages(journal: journal, operations: operations).add(to: &pages)
            BudgetPages(journal: journal, operations: operations).add(to: &pages)
            OverviewPages(journal: journal, operations: operations.entries).add(to: &pages)
            StatementPages(journal: journal, operations: operations.files).add(to: &pages)
            ReadingPages(operations: operations.reading, files: site.files, hasAccounts: parts.accounts != nil).add(to: &pages)
            LastingPages(journal: journal, operations: operations.outlook, portfolios: parts.portfolios).add(to: &pages)
        })
}
