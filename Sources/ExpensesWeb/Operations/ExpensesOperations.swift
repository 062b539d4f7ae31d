import APIKit
import Expenses
import Services

/// The expense journal, over HTTP and for pages.
package struct ExpensesOperations: Sendable {
    package let entries: ExpenseEntryOperations
    package let photos: ExpensePhotoOperations
    package let categories: ExpenseCategoryOperations
    package let recurring: RecurringExpenseOperations
    package let budgets: BudgetOperations
    package let places: PlaceOperations
    package let files: ExpenseFileOperations
    package let outlook: ExpenseOutlookOperations
    package let reading: ReadingTopicOperations

    static let tag = "Expenses"

    package init(_ parts: ServerParts) {
        let (store, market) = (parts.store, parts.market)
        entries = ExpenseEntryOperations(store, parts.portfolios, now: market.now)
        photos = ExpensePhotoOperations(store, parts.pictures)
        categories = ExpenseCategoryOperations(store)
        recurring = RecurringExpenseOperations(store)
        budgets = BudgetOperations(store)
        files = ExpenseFileOperations(store, parts.worker)
        outlook = ExpenseOutlookOperations(store, market, parts.portfolios, parts.models)
        places = PlaceOperations(store, now: market.now)
        reading = ReadingTopicOperations(store, parts.pictures)
    }

    package func add(to api: inout API) {
        entries.add(to: &api)
        photos.add(to: &api)
        files.add(to: &api)
        outlook.add(to: &api)
        categories.add(to: &api)
        recurring.add(to: &api)
        budgets.add(to: &api)
        places.add(to: &api)
        reading.add(to: &api)
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var expensesOperations: ExpensesOperations { ExpensesOperations(self) }
}
