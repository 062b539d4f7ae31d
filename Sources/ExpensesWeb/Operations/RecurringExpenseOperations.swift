import APIKit
import Expenses
import Records
import Store

/// Recurring transactions of the expense journal, over HTTP and for pages.
package struct RecurringExpenseOperations: Sendable {
    package let list: TypedOperation<Nothing, [RecurringExpense]>
    package let add: TypedOperation<RecurringDraft, RecurringExpense>
    package let show: TypedOperation<RecurringExpenses.Named, RecurringExpense>
    package let edit: TypedOperation<RecurringExpenses.Edit, RecurringExpense>
    package let pause: TypedOperation<RecurringExpenses.Pausing, RecurringExpense>
    package let remove: TypedOperation<RecurringExpenses.Named, Void>

    package init(_ store: Store) {
        let (recurring, path, tag) = (RecurringExpenses(), "/v1/expenses/recurring", ExpensesOperations.tag)
        let refusals: KeyValuePairs = [
            404: "There is no such recurring transaction, place or category.",
            409: "It was changed meanwhile, several places have the name, or there are too many.",
        ]
        list = TypedOperation(
            .get, path, id: "listRecurringExpenses", tag: tag, "Recurring transactions: the next one first, those that ended last.",
            need: .scope(.read), answer: .pages("A page of recurring transactions.", key: \.id),
            perform: store.work(reading: recurring.list))
        add = TypedOperation(
            .post, path, id: "addRecurringExpense", tag: tag,
            "Adds a recurring transaction and enters what is due. The 31st is the last day of shorter months.",
            need: .scope(.write),
            example: #"{"name":"Rent","amount":"800","currency":"EUR","unit":"month","first":"2026-11-01"}"#,
            refusals: refusals, answer: .stored(201, "The recurring transaction.", in: store),
            perform: store.work(changing: recurring.add))
        show = TypedOperation(
            .get, "\(path)/{recurring}", id: "getRecurringExpense", tag: tag, "A recurring transaction.", need: .scope(.read),
            answer: .stored(200, "The recurring transaction.", in: store), perform: store.work(reading: recurring.show))
        edit = TypedOperation(
            .put, "\(path)/{recurring}", id: "editRecurringExpense", tag: tag,
            "Replaces what is entered from today on. Another version than the one that was read is refused.", need: .scope(.write),
            example: #"{"version":1,"name":"Rent","amount":"850","currency":"EUR","unit":"month","first":"2026-11-01"}"#,
            refusals: refusals, answer: .stored(200, "The recurring transaction.", in: store),
            perform: store.work(changing: recurring.edit))
        pause = TypedOperation(
            .post, "\(path)/{recurring}/pause", id: "pauseRecurringExpense", tag: tag,
            "Pauses a recurring transaction, or resumes it from today on: what fell into the pause is not entered.",
            need: .scope(.write), example: #"{"paused":true}"#, answer: .stored(200, "The recurring transaction.", in: store),
            perform: store.work(changing: recurring.pause))
        remove = TypedOperation(
            .delete, "\(path)/{recurring}", id: "removeRecurringExpense", tag: tag,
            "Removes a recurring transaction. What it has entered stays.", need: .scope(.write),
            answer: .done("The recurring transaction is removed."), perform: store.work(changing: recurring.remove))
    }

    package func add(to api: inout API) { api.add(list, add, show, edit, pause, remove) }
}
