import APIKit
import Expenses
import Records
import Store

/// The budgets of the expense journal, over HTTP and for pages.
package struct BudgetOperations: Sendable {
    package let list: TypedOperation<Budgets.Month, [BudgetState]>
    package let set: TypedOperation<Budgets.Draft, Budget>
    package let remove: TypedOperation<Budgets.Named, Void>

    package init(_ store: Store) {
        let (budgets, path, tag) = (Budgets(), "/v1/expenses/budgets", ExpensesOperations.tag)
        list = TypedOperation(
            .get, path, id: "listBudgets", tag: tag, "The budgets of a month, by category, with what is spent and what is left.",
            need: .scope(.read), answer: .pages("A page of budgets.", key: \.budget.id),
            perform: store.work(reading: budgets.list))
        set = TypedOperation(
            .put, path, id: "setBudget", tag: tag,
            "Sets the monthly budget of a category in a currency; it replaces the one before. At 80 and 100 % a notice is sent.",
            need: .scope(.write), example: #"{"category":"Food","amount":"300","currency":"EUR","from_month":"2026-11"}"#,
            refusals: [404: "There is no such category.", 409: "There are too many budgets."],
            answer: .stored(200, "The budget.", in: store), perform: store.work(changing: budgets.set))
        remove = TypedOperation(
            .delete, "\(path)/{budget}", id: "removeBudget", tag: tag, "Removes a budget.", need: .scope(.write),
            answer: .done("The budget is removed."), perform: store.work(changing: budgets.remove))
    }

    package func add(to api: inout API) { api.add(list, set, remove) }
}
