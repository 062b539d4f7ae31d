import Languages
import Ledger
import Market
import Notices
import Records
import Store

/// The budgets of a person.
package struct Budgets: Sendable {
    /// The most budgets of one person.
    package static let most = 200

    package init() {}

    package struct Draft: Record {
        /// An id or a name.
        package let category: String
        package let amount: ExpenseAmount
        package let currency: ISOCurrency
        package let from: CalendarMonth

        package init(_ field: inout Fields<Self>) throws {
            category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "A category's id or name.")
            amount = try field("amount", \.amount, nil, "Of each month.")
            currency = try field("currency", \.currency)
            from = try field("from_month", \.from, nil, "The first month.")
        }

        package static var schemaName: String? { "BudgetDraft" }
    }

    package struct Month: Record {
        package let month: CalendarMonth

        package init(_ month: CalendarMonth) { self.month = month }

        package init(_ field: inout Fields<Self>) throws { month = try field("month", \.month) }
    }

    package struct Named: Record {
        package let id: String

        package init(_ id: String) { self.id = id }

        package init(_ field: inout Fields<Self>) throws { id = try field("budget", \.id, .text(1...40), "The budget's id.") }
    }

    /// The budgets of a month, by category.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _ month: Month) throws -> [BudgetState] {
        let budgets = try reading.rows(
            Budget.self,
            """
            WHERE owner = ? AND from_month <= ?
            ORDER BY (SELECT name_key FROM expense_categories WHERE id = category), currency
            """, caller.owner, month.month)
        return try budgets.map { try reading.state($0, in: month.month) }
    }

    /// Sets the budget of a category in a currency, and replaces the one before. If 80 or 100 % are spent already, the person is told.
    ///
    /// - Throws: ``ExpenseError``.
    package func set(_ change: inout Change, _ caller: Caller, _ draft: Draft) throws -> Budget {
        let owner = caller.owner
        guard draft.amount.fits(draft.currency) else { throw ExpenseError.badAmount(draft.amount.decimal, draft.currency) }
        let category = try change.reading.category(named: draft.category, of: owner)
        let old = try change.reading.rows(Budget.self, "WHERE category = ? AND currency = ?", category.id, draft.currency).first
        guard var budget = old else {
            let count: Int? = try change.reading.value("SELECT count(*) FROM expense_budgets WHERE owner = ?", [owner])
            guard count ?? 0 < Self.most else { throw ExpenseError.tooMany(.budgets, most: Self.most) }
            let budget = Budget(draft, category: category.id, of: owner)
            try change.insert(budget)
            return try change.tellReached(budget)
        }
        // What was told was about another amount.
        if budget.amount != draft.amount { (budget.toldMonth, budget.toldPercent) = (nil, nil) }
        (budget.amount, budget.from) = (draft.amount, draft.from)
        try change.replace(budget.id, with: budget)
        return try change.tellReached(budget)
    }

    /// - Throws: ``ExpenseError/noBudget(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        let found = try change.reading.rows(Budget.self, "WHERE id = ? AND owner = ?", named.id, caller.owner)
        guard let budget = found.first else { throw ExpenseError.noBudget(named.id) }
        try change.run("DELETE FROM expense_budgets WHERE id = ?", budget.id)
    }
}

extension Reading {
    fileprivate func state(_ budget: Budget, in month: CalendarMonth) throws -> BudgetState {
        let name: String? = try value("SELECT name FROM expense_categories WHERE id = ?", [budget.category])
        let sum = try row(
            """
            SELECT whole, fraction FROM expense_sums
            WHERE owner = ? AND kind = 'expense' AND key = ? AND currency = ? AND month = ?
            """, [budget.owner, budget.category, budget.currency, month])
        return BudgetState(budget, name ?? "", in: month, spent: try sum?.sum(0) ?? .zero)
    }
}

extension Change {
    /// Tells a person which budgets of this month the entries have brought to 80 or 100 %, once each a month.
    func tellBudgets(of expenses: [Expense], _ owner: String) throws {
        let month = CalendarMonth(try reading.today(of: owner, at: now))
        let categories = Set(
            expenses.filter { $0.terms.kind == .expense && CalendarMonth($0.day) == month }
                .flatMap { $0.terms.parts.parts.compactMap(\.category) })
        for category in categories.sorted() {
            let budgets = try reading.rows(Budget.self, "WHERE category = ? AND from_month <= ? ORDER BY rowid", category, month)
            for budget in budgets { _ = try tellReached(budget, in: month) }
        }
    }

    /// Tells a person that a budget that was set has reached 80 or 100 % this month.
    fileprivate func tellReached(_ budget: Budget) throws -> Budget {
        let month = CalendarMonth(try reading.today(of: budget.owner, at: now))
        return budget.from <= month ? try tellReached(budget, in: month) : budget
    }

    /// Tells a person what a budget has reached in a month, unless they were told so before.
    ///
    /// - Returns: the budget as it is stored then.
    private func tellReached(_ old: Budget, in month: CalendarMonth) throws -> Budget {
        var budget = old
        let state = try reading.state(budget, in: month)
        let told = budget.toldMonth == month ? budget.toldPercent ?? 0 : 0
        guard let percent = budget.reached(state.spent), percent > told else { return budget }
        (budget.toldMonth, budget.toldPercent) = (month, percent)
        try replace(budget.id, with: budget)
        try tell(budget.owner, Announcement(state, percent: percent))
        return budget
    }
}

extension Announcement {
    fileprivate init(_ state: BudgetState, percent: Int) {
        self.init(.budget, subject: state.budget.id, link: "/expenses/budgets?month=\(state.month.text)") {
            BudgetSentences($0).reached(percent, state)
        }
    }
}

/// A reached budget in words.
package struct BudgetSentences: Sendable {
    private let conventions: Conventions

    package init(_ language: Language) { conventions = Conventions(of: language) }

    /// "80% of the budget for Food in Nov 2026 is spent: 41,250.00 of 50,000.00 KZT".
    package func reached(_ percent: Int, _ state: BudgetState) -> String {
        let budget = state.budget
        func money(_ amount: FixedDecimal) -> String {
            conventions.money(amount.description, decimals: budget.currency.decimals)
        }
        let part = conventions.share(Double(percent) / 100)
        let month = conventions.date(state.month.firstDay, .monthAndYear)
        let sums = "\(money(state.spent)) / \(money(budget.amount.decimal)) \(budget.currency)"
        return switch conventions.language {
        case .english: "\(part) of the budget for “\(state.categoryName)” is spent (\(month)): \(sums)"
        case .italian: "Hai speso il \(part) del budget per «\(state.categoryName)» (\(month)): \(sums)"
        case .russian: "Израсходовано \(part) бюджета «\(state.categoryName)» (\(month)): \(sums)"
        case .kazakh: "«\(state.categoryName)» бюджетінің \(part)-ы жұмсалды (\(month)): \(sums)"
        }
    }
}
