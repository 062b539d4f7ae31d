import APIKit
import Expenses
import JSONText
import Records
import Services
import Store

/// The entries of the expense journal, over HTTP and for pages.
package struct ExpenseEntryOperations: Sendable {
    /// For pages also ``ExpenseListing/next(after:)``.
    package let list: TypedOperation<ExpenseListing, Expenses.List>
    package let add: TypedOperation<Expenses.PaidDraft, Expense>
    package let pay: TypedOperation<Expenses.Payment, Expense>
    package let unpay: TypedOperation<Expenses.Named, Void>
    package let addBatch: TypedOperation<Expenses.Batch, [Expense]>
    package let removeAll: TypedOperation<Expenses.Chosen, Void>
    package let restoreAll: TypedOperation<Expenses.Chosen, [Expense]>
    package let set: TypedOperation<Expenses.Setting, [Expense]>
    package let usual: TypedOperation<UsualValues.Name, UsualValues>
    package let overview: TypedOperation<Overview.Span, Overview>
    package let show: TypedOperation<Expenses.Named, Expense>
    package let edit: TypedOperation<Expenses.Edit, Expense>
    package let remove: TypedOperation<Expenses.Named, Void>
    package let restore: TypedOperation<Expenses.Named, Expense>
    package let duplicate: TypedOperation<Expenses.Copy, Expense>

    package init(_ store: Store, _ portfolios: @escaping Portfolios, now: @escaping @Sendable () -> Int) {
        let (expenses, path, tag) = (Expenses(quotas: store.quotaChecks), "/v1/expenses", ExpensesOperations.tag)
        let refusals: KeyValuePairs = [
            404: "There is no such transaction, place or category.",
            409: "The transaction was changed meanwhile, several places have the name, or there are too many transactions.",
        ]
        let unnamed: KeyValuePairs = [404: "There is no such place or category.", 409: "Several places have the name."]
        list = TypedOperation(
            .get, path, id: "listExpenses", tag: tag, "The caller's transactions, newest first, with the totals of their days.",
            need: .scope(.read), refusals: unnamed, answer: .expenses,
            perform: store.work(reading: { reading, caller, listing in
                try expenses.list(reading, caller, listing.filter, after: listing.last, limit: listing.limit)
            }))
        add = TypedOperation(
            .post, path, id: "addExpense", tag: tag, "Adds a transaction: an expense or an income.", need: .scope(.write),
            example: #"{"name":"Lunch","amount":"12.50","currency":"EUR","day":"2026-11-02"}"#,
            refusals: refusals, answer: .stored(201, "The transaction.", in: store),
            perform: store.work(changing: { try expenses.add(&$0, $1, $2 as Expenses.PaidDraft) }))
        pay = TypedOperation(
            .post, "\(path)/{expense}/wallet", id: "payExpense", tag: tag,
            "Takes an expense from a wallet's cash, or pays an income into it: a transaction of the wallet that follows the expense.",
            need: .scope(.write), example: #"{"wallet":"Main"}"#,
            refusals: [
                404: "There is no such transaction or wallet.", 409: "The wallet has too little cash.",
                422: "A wallet has no cash in this currency, or the day is to come.",
            ], answer: .stored(200, "The transaction.", in: store), perform: store.work(changing: expenses.pay))
        unpay = TypedOperation(
            .delete, "\(path)/{expense}/wallet", id: "unpayExpense", tag: tag,
            "Ends the link to a wallet's cash, and takes the wallet's transaction back.", need: .scope(.write),
            refusals: [409: "Later transactions of the wallet need what it brought in."],
            answer: .done("The transaction has no wallet."), perform: store.work(changing: { _ = try expenses.unpay(&$0, $1, $2) }))
        addBatch = TypedOperation(
            .post, "\(path)/batch", id: "addExpenses", tag: tag, "Adds several transactions, all or none.", need: .scope(.write),
            example: #"{"expenses":[{"name":"Lunch","amount":"12.50","currency":"EUR","day":"2026-11-02"}]}"#,
            refusals: refusals, answer: .expenses(201, "The transactions.", in: store),
            perform: store.work(changing: { try expenses.add(&$0, $1, $2 as Expenses.Batch) }))
        removeAll = TypedOperation(
            .post, "\(path)/batch/remove", id: "removeExpenses", tag: tag,
            "Removes several transactions, all or none. They can be restored for a day.", need: .scope(.write),
            example: #"{"expenses":["x_0123456789abcdef"]}"#, refusals: [404: "One of them does not exist."],
            answer: .done("The transactions are removed."), perform: store.work(changing: expenses.removeAll))
        restoreAll = TypedOperation(
            .post, "\(path)/batch/restore", id: "restoreExpenses", tag: tag,
            "Restores transactions that were removed less than a day ago, all or none.", need: .scope(.write),
            example: #"{"expenses":["x_0123456789abcdef"]}"#, refusals: [404: "One of them was not removed in the last day."],
            answer: .expenses(200, "The transactions.", in: store), perform: store.work(changing: expenses.restoreAll))
        set = TypedOperation(
            .post, "\(path)/batch/set", id: "setExpenses", tag: tag,
            "Gives several transactions the same category or place, all or none. A receipt with several categories is refused a "
                + "category.",
            need: .scope(.write),
            example: #"{"expenses":[{"expense":"x_0123456789abcdef","version":1}],"set":"category","to":"Food"}"#,
            refusals: [
                404: "One of the transactions, the category or the place does not exist.",
                409: "A transaction was changed meanwhile or has several categories, or several places have the name.",
            ], answer: .expenses(200, "The transactions.", in: store), perform: store.work(changing: expenses.set))
        usual = TypedOperation(
            .get, "\(path)/usual", id: "getUsualExpense", tag: tag,
            "What the caller's newest transactions with a name have most often: proposals for another one.", need: .scope(.read),
            answer: .record(200, "The usual values; null where there are none."), perform: store.work(reading: expenses.usual))
        overview = TypedOperation(
            .get, "\(path)/overview", id: "getExpenseOverview", tag: tag,
            "Totals of months, categories and places, and the last whole month beside those before it, each currency for itself.",
            need: .scope(.read), answer: .record(200, "The overview.")
        ) { span, call in
            let (caller, rates) = (Caller(call.caller), try await ExpenseRates(span, portfolios(call.caller).prices))
            return try await store.refusing { try Overview($0, caller, span, rates, at: now()) }
        }
        show = TypedOperation(
            .get, "\(path)/{expense}", id: "getExpense", tag: tag, "A transaction.", need: .scope(.read),
            answer: .stored(200, "The transaction.", in: store), perform: store.work(reading: expenses.show))
        edit = TypedOperation(
            .put, "\(path)/{expense}", id: "editExpense", tag: tag,
            "Replaces what a transaction says. Another version than the one that was read is refused.", need: .scope(.write),
            example: #"{"version":1,"name":"Lunch","amount":"13","currency":"EUR","day":"2026-11-02"}"#,
            refusals: refusals, answer: .stored(200, "The transaction.", in: store), perform: store.work(changing: expenses.edit))
        remove = TypedOperation(
            .delete, "\(path)/{expense}", id: "removeExpense", tag: tag, "Removes a transaction. It can be restored for a day.",
            need: .scope(.write), answer: .done("The transaction is removed."), perform: store.work(changing: expenses.remove))
        restore = TypedOperation(
            .post, "\(path)/{expense}/restore", id: "restoreExpense", tag: tag,
            "Restores a transaction that was removed less than a day ago.", need: .scope(.write),
            answer: .stored(200, "The transaction.", in: store), perform: store.work(changing: expenses.restore))
        duplicate = TypedOperation(
            .post, "\(path)/{expense}/duplicate", id: "duplicateExpense", tag: tag, "Adds the same transaction on another day.",
            need: .scope(.write), example: #"{"day":"2026-11-03"}"#, refusals: [409: "There are too many transactions."],
            answer: .stored(201, "The new transaction.", in: store), perform: store.work(changing: expenses.duplicate))
    }

    package func add(to api: inout API) {
        api.add(
            list, add, addBatch, removeAll, restoreAll, set, usual, overview, show, edit, remove, restore, duplicate, pay, unpay)
    }
}

/// A page of the journal: a filter, and where the page begins.
package struct ExpenseListing: Record {
    package let filter: Expenses.Filter
    package let limit: Int
    package let cursor: String?

    package init(_ field: inout Fields<Self>) throws {
        filter = try field(\.filter)
        limit = try field(
            "limit", \.limit, .integer(1...Schema.largestInteger), "The page size; numbers above 200 count as 200.", default: 100)
        cursor = try field("cursor", \.cursor, Pagination.cursor, "The `next_cursor` of the previous page.")
    }

    /// The id of the last entry on the page before; nil for the first page.
    fileprivate var last: String? {
        get throws { try cursor.map { try Pagination.key(ofCursor: $0) } }
    }

    /// The cursor of the page after a page; nil if that is the last one.
    package static func next(after page: Expenses.List) -> String? {
        page.hasMore ? page.expenses.last.map { Pagination.cursor(after: $0.id) } : nil
    }
}

extension TypedAnswer where Output == Expenses.List {
    fileprivate static var expenses: Self {
        let (expense, total) = (Shape<Expense>(), Shape<DayTotal>())
        let totals = Schema.Member(
            "totals", .array(total.schema, count: 0...Expenses.most),
            "The totals of these days, newest first: of all transactions of the filter, on other pages too.")
        let schema = Pagination.schema(of: expense.schema, most: Expenses.mostOnPage, [totals])
        return .of(.json(200, "A page of transactions.", schema)) { list, _ in
            Reply { writer in
                writer.member("totals", list.totals) { total.writeMembers(of: $0, &$1) }
                Pagination.write(list.expenses, ExpenseListing.next(after: list), &writer) { expense.writeMembers(of: $0, &$1) }
            }
        }
    }
}

extension TypedAnswer where Output == [Expense] {
    /// Entries that were changed together, in their order.
    fileprivate static func expenses(_ status: Int, _ note: String, in store: Store) -> Self {
        let shape = Shape<Expense>()
        let schema = Schema.object([.init("data", .array(shape.schema, count: 0...Expenses.mostAtOnce))])
        return .of(
            .json(status, note, schema),
            again: { document, _ in
                let ids = try (document["data"]?.array ?? []).map { try $0.id }
                return try await store.reading { reading in
                    try ids.flatMap { try reading.rows(Expense.self, "WHERE id = ?", $0) }
                }
            }
        ) { expenses, _ in
            Reply(.init(code: status)) { $0.member("data", expenses) { shape.writeMembers(of: $0, &$1) } }
        }
    }
}
