import APIKit
import Expenses
import Records
import Store

/// The categories of the expense journal, over HTTP and for pages.
package struct ExpenseCategoryOperations: Sendable {
    package let list: TypedOperation<Nothing, [ExpenseCategory]>
    package let add: TypedOperation<Categories.Draft, ExpenseCategory>
    package let rename: TypedOperation<Categories.Renaming, ExpenseCategory>
    package let merge: TypedOperation<Categories.Merging, ExpenseCategory>
    package let remove: TypedOperation<Categories.Named, Void>

    package init(_ store: Store) {
        let (categories, path, tag) = (Categories(), "/v1/expenses/categories", ExpensesOperations.tag)
        let taken = "There is a category of this name."
        list = TypedOperation(
            .get, path, id: "listExpenseCategories", tag: tag, "The caller's categories, by name.", need: .scope(.read),
            answer: .pages("A page of categories.", key: \.id), perform: store.work(reading: categories.list))
        add = TypedOperation(
            .post, path, id: "addExpenseCategory", tag: tag, "Adds a category.", need: .scope(.write),
            example: #"{"name":"Food"}"#, refusals: [409: "There is a category of this name, or there are too many."],
            answer: .stored(201, "The category.", in: store), perform: store.work(changing: categories.add))
        rename = TypedOperation(
            .patch, "\(path)/{category}", id: "renameExpenseCategory", tag: tag, "Renames a category.", need: .scope(.write),
            example: #"{"name":"Groceries"}"#, refusals: [409: taken], answer: .stored(200, "The category.", in: store),
            perform: store.work(changing: categories.rename))
        merge = TypedOperation(
            .post, "\(path)/{category}/merge", id: "mergeExpenseCategory", tag: tag,
            "Puts everything of a category into another one, and removes the first. Its budgets are removed with it.",
            need: .scope(.write), example: #"{"into":"Food"}"#, answer: .stored(200, "The category that stays.", in: store),
            perform: store.work(changing: categories.merge))
        remove = TypedOperation(
            .delete, "\(path)/{category}", id: "removeExpenseCategory", tag: tag,
            "Removes a category with its budgets. Its transactions stay, without a category.", need: .scope(.write),
            answer: .done("The category is removed."), perform: store.work(changing: categories.remove))
    }

    package func add(to api: inout API) { api.add(list, add, rename, merge, remove) }
}
