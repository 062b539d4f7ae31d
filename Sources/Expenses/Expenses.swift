import Ledger
import Market
import Records
import Store

/// The entries of the journal: adds, changes, lists and removes them.
package struct Expenses: Sendable {
    /// The most entries of one person, and in one request.
    package static let most = 100_000
    package static let mostAtOnce = 200
    /// The most entries on a page.
    package static let mostOnPage = 200
    /// The most characters of a search.
    package static let longestSearch = 200
    /// How long a removal can be undone.
    static let keptSeconds = 86_400
    /// The number of newest entries that usual values are taken from.
    static let usualEntries = 20

    /// Of the wallets' transactions.
    let quotas: QuotaChecks

    package init(quotas: QuotaChecks = .none) { self.quotas = quotas }

    // MARK: Inputs

    /// Entries that are added together, or none of them.
    package struct Batch: Record {
        package let expenses: [ExpenseDraft]

        package init(_ field: inout Fields<Self>) throws {
            expenses = try field("expenses", \.expenses, most: Expenses.mostAtOnce)
        }
    }

    package struct Named: Record {
        package let id: String

        package init(_ id: String) { self.id = id }

        package init(_ field: inout Fields<Self>) throws { id = try field("expense", \.id, .text(1...40), "The entry's id.") }
    }

    package struct Edit: Record {
        package let id: String
        /// The version that the person has seen.
        package let version: Int
        package let draft: ExpenseDraft

        package init(_ field: inout Fields<Self>) throws {
            id = try field("expense", \.id, .text(1...40), "The entry's id.")
            version = try field("version", \.version, nil, "As it was read. Another one is refused.")
            draft = try field(\.draft)
        }
    }

    package struct Copy: Record {
        package let id: String
        package let day: Day
        package let minute: Int?

        package init(_ field: inout Fields<Self>) throws {
            id = try field("expense", \.id, .text(1...40), "The entry's id.")
            day = try field("day", \.day, nil, "The day of the new entry.")
            minute = try field("minute", \.minute, Schema.integer(ExpenseTerms.minutes), "As the entry's without it.")
        }
    }

    /// Which entries are listed.
    package struct Filter: Record {
        /// Words that all must occur in name, description or place, without case and accents.
        package let search: String?
        /// Ids or names.
        package let category, place: String?
        package let kind: ExpenseKind?
        package let method: PaymentMethod?
        package let currency: ISOCurrency?
        package let since, until: Day?
        package let least, most: ExpenseAmount?

        package init(_ field: inout Fields<Self>) throws {
            search = try field(
                "search", \.search, .kept(1...Expenses.longestSearch), "Words that all must occur in name, description or place.")
            category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "A category's id or name.")
            place = try field("place", \.place, .text(1...Place.nameLength), "A place's id or name.")
            kind = try field("kind", \.kind, Schema.choice(ExpenseKind.allCases.map(\.rawValue)))
            method = try field("method", \.method, Schema.choice(PaymentMethod.allCases.map(\.rawValue)))
            currency = try field("currency", \.currency, ISOCurrency.schema)
            since = try field("since", \.since, Schema.day, "The first day.")
            until = try field("until", \.until, Schema.day, "The last day.")
            least = try field("least", \.least, ExpenseAmount.schema, "The smallest amount, in any currency.")
            most = try field("most", \.most, ExpenseAmount.schema, "The largest amount, in any currency.")
        }
    }

    /// Entries, newest first, with the sums of their days.
    package struct List: Equatable, Sendable {
        package let expenses: [Expense]
        /// Of all entries of these days that the filter lists, on other pages too.
        package let totals: [DayTotal]
        /// Whether more entries follow the last one.
        package let hasMore: Bool
    }

    // MARK: Reading

    /// - Parameters:
    ///   - last: the id of the last entry of the page before.
    ///   - limit: at most ``mostOnPage``.
    /// - Throws: ``ExpenseError`` for a place or category that does not exist, and for an entry that has been deleted for good.
    package func list(
        _ reading: borrowing Reading, _ caller: Caller, _ filter: Filter, after last: String? = nil, limit: Int = 50
    ) throws -> List {
        let query = try ExpenseQuery(reading, caller.owner, filter)
        let limit = min(max(limit, 1), Self.mostOnPage)
        let found = try query.expenses(reading, after: last, limit: limit + 1)
        let page = Array(found.prefix(limit))
        return List(expenses: page, totals: try query.totals(reading, page), hasMore: found.count > limit)
    }

    /// What a filter lists, of a kind in a currency.
    package struct Sum: Equatable, Sendable {
        package let kind: ExpenseKind
        package let currency: ISOCurrency
        package let count: Int
        package let amount: FixedDecimal
    }

    /// The counts and sums of all entries of a filter, expenses first.
    ///
    /// - Throws: ``ExpenseError`` for a place or category that does not exist.
    package func sums(_ reading: borrowing Reading, _ caller: Caller, _ filter: Filter) throws -> [Sum] {
        try ExpenseQuery(reading, caller.owner, filter).sums(reading)
    }

    /// - Throws: ``ExpenseError/noExpense(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> Expense {
        try Self.expense(reading, caller.owner, named.id)
    }

    /// What the newest entries with a name have most often, without case and accents; the newer of two that are as frequent.
    package func usual(_ reading: borrowing Reading, _ caller: Caller, _ input: UsualValues.Name) throws -> UsualValues {
        UsualValues(
            of: try reading.rows(
                Expense.self, "WHERE owner = ? AND name_key = ? AND removed_at IS NULL ORDER BY day DESC, minute DESC LIMIT ?",
                caller.owner, JournalText.key(String(input.name.trimmed)), Self.usualEntries))
    }

    static func expense(
        _ reading: borrowing Reading, _ owner: String, _ id: String, isRemoved: Bool = false
    ) throws -> Expense {
        let found = try reading.rows(
            Expense.self, "WHERE id = ? AND owner = ? AND (removed_at IS NOT NULL) = ?", id, owner, isRemoved)
        guard let expense = found.first else { throw ExpenseError.noExpense(id) }
        return expense
    }

    // MARK: Changing

    /// - Throws: ``ExpenseError``.
    package func add(_ change: inout Change, _ caller: Caller, _ draft: ExpenseDraft) throws -> Expense {
        try add(change, caller.owner, [draft])[0]
    }

    /// Adds several entries, or none of them.
    ///
    /// - Throws: ``ExpenseError``.
    package func add(_ change: inout Change, _ caller: Caller, _ batch: Batch) throws -> [Expense] {
        try add(change, caller.owner, batch.expenses)
    }

    private func add(_ change: borrowing Change, _ owner: String, _ drafts: [ExpenseDraft]) throws -> [Expense] {
        try change.ensureOwner(owner)
        try change.reading.requireRoom(for: drafts.count, of: owner)
        let expenses = try drafts.map {
            Expense(try change.reading.terms($0.terms, owner), of: owner, on: $0.day, at: change.now)
        }
        try change.enter(expenses, of: owner)
        return expenses
    }

    /// - Throws: ``ExpenseError``, such as ``ExpenseError/changedMeanwhile(_:)`` for another version.
    package func edit(_ change: inout Change, _ caller: Caller, _ edit: Edit) throws -> Expense {
        let old = try Self.expense(change.reading, caller.owner, edit.id)
        guard old.version == edit.version else { throw ExpenseError.changedMeanwhile(edit.id) }
        let terms = try change.reading.terms(edit.draft.terms, caller.owner, replacing: old.terms)
        var new = old.changed(terms, edit.draft.day)
        try movePayment(change, of: &new, old)
        try change.replace(old.id, with: new)
        try change.tellBudgets(of: [new], caller.owner)
        return new
    }

    /// Adds the same entry on another day.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``, ``ExpenseError/tooMany(_:most:)``.
    package func duplicate(_ change: inout Change, _ caller: Caller, _ copy: Copy) throws -> Expense {
        let old = try Self.expense(change.reading, caller.owner, copy.id)
        try change.reading.requireRoom(for: 1, of: caller.owner)
        var terms = old.terms
        if let minute = copy.minute { terms.minute = minute }
        let new = Expense(terms, of: caller.owner, on: copy.day, at: change.now)
        try change.enter([new], of: caller.owner)
        return new
    }

    /// Removes an entry. For a day, ``restore(_:_:_:)`` undoes it.
    ///
    /// - Throws: ``ExpenseError/noExpense(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        try removeAll(&change, caller, Chosen([named.id]))
    }

    /// - Throws: ``ExpenseError/noExpense(_:)``.
    package func restore(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Expense {
        try restoreAll(&change, caller, Chosen([named.id]))[0]
    }

    /// Deletes what was removed more than a day ago.
    package static func purge(_ store: Store) async throws {
        try await store.change { try $0.run("DELETE FROM expenses WHERE removed_at < ?", $0.now.seconds - keptSeconds) }
    }
}

extension Reading {
    /// Removed entries count, because they are stored.
    ///
    /// - Throws: ``ExpenseError/tooMany(_:most:)``.
    func requireRoom(for count: Int, of owner: String) throws {
        let stored: Int? = try value(
            """
            SELECT ifnull(sum(count), 0) + (SELECT count(*) FROM expenses WHERE owner = ?1 AND removed_at > 0)
            FROM expense_sums WHERE owner = ?1 AND kind IN ('expense', 'income') AND key = ''
            """, [owner])
        guard (stored ?? 0) + count <= Expenses.most else {
            throw ExpenseError.tooMany(.transactions, most: Expenses.most)
        }
    }
}

extension Change {
    /// Stores entries, and tells the person what budgets they use up.
    func enter(_ expenses: [Expense], of owner: String) throws {
        for expense in expenses { try insert(expense) }
        try tellBudgets(of: expenses, owner)
    }
}

/// What is proposed while a person enters a name.
package struct UsualValues: Equatable, Record {
    package let kind: ExpenseKind?
    package let amount: ExpenseAmount?
    package let currency: ISOCurrency?
    package let method: PaymentMethod?
    /// The category's id.
    package let category: String?
    /// The id of the place of the newest entry that has one.
    package let place: String?
    package let placeName: String?

    package struct Name: Record {
        package let name: String

        package init(_ name: String) { self.name = name }

        package init(_ field: inout Fields<Self>) throws { name = try field("name", \.name, .kept(1...ExpenseTerms.nameLength)) }
    }

    /// - Parameter expenses: newest first.
    init(of expenses: [Expense]) {
        let terms = expenses.map(\.terms)
        kind = Self.usual(terms.map(\.kind))
        // An amount is usual in its currency.
        let money = Self.usual(terms.map { [$0.currency.code: $0.amount] })?.first
        (amount, currency) = (money?.value, money.flatMap { ISOCurrency($0.key) })
        method = Self.usual(terms.map(\.method))
        category = Self.usual(terms.compactMap { $0.parts.parts.first?.category })
        let last = terms.first { $0.place != nil }
        (place, placeName) = (last?.place, last?.placeName)
    }

    private static func usual<Value: Hashable>(_ values: [Value]) -> Value? {
        let counts = values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return values.first { counts[$0] == counts.values.max() }
    }

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind)
        amount = try field("amount", \.amount)
        currency = try field("currency", \.currency)
        method = try field("method", \.method)
        category = try field("category", \.category, nil, "The category's id.")
        place = try field("place", \.place, nil, "The id of the place of the newest entry that has one.")
        placeName = try field("place_name", \.placeName)
    }

    package static var schemaName: String? { "UsualExpense" }
}
