import Expenses
import Store

/// The expense journal, over HTTP and for pages.
package struct ExpensesOperations: Sendable {
    package let entries: ExpenseEntryOperations
    package let categories: ExpenseCategoryOperations
    package let recurring: RecurringExpenseOperations
    package let budgets: BudgetOperations
    package let places: PlaceOperations
    package let files: ExpenseFileOperations

    static let tag = "Expenses"

    /// - Parameters:
    ///   - worker: reads files.
    ///   - now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: Store, _ worker: WorkerThread, now: @escaping @Sendable () -> Int) {
        entries = ExpenseEntryOperations(store)
        categories = ExpenseCategoryOperations(store)
        recurring = RecurringExpenseOperations(store)
        budgets = BudgetOperations(store)
        files = ExpenseFileOperations(store, worker)
        places = PlaceOperations(store, now: now)
    }

    package func add(to api: inout API) {
        entries.add(to: &api)
        files.add(to: &api)
        categories.add(to: &api)
        recurring.add(to: &api)
        budgets.add(to: &api)
        places.add(to: &api)
    }
}
