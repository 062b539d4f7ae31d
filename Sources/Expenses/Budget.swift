import Ledger
import Platform
import Records
import Store

/// What a person wants to spend at most in a month on a category.
package struct Budget: Equatable, StoredRecord {
    /// `b_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// The category's id.
    package let category: String
    package internal(set) var amount: ExpenseAmount
    package let currency: ISOCurrency
    /// The first month that it is for.
    package internal(set) var from: CalendarMonth
    /// The month and the percentage that the person was told last.
    var toldMonth: CalendarMonth?
    var toldPercent: Int?

    /// The percentages at which a person is told.
    static let percentages = [100, 80]

    init(_ draft: Budgets.Draft, category: String, of owner: String) {
        id = "b_" + RandomID.hexadecimal(digits: 16)
        (self.owner, self.category, amount, currency, from) = (owner, category, draft.amount, draft.currency, draft.from)
        (toldMonth, toldPercent) = (nil, nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("b_"))
        owner = try field("owner", \.owner, inDocuments: false)
        category = try field("category", \.category, .id("c_"), "The category's id.")
        amount = try field("amount", \.amount, nil, "Of each month.")
        currency = try field("currency", \.currency)
        from = try field("from_month", \.from, nil, "The first month.")
        toldMonth = try field("told_month", \.toldMonth, inDocuments: false)
        toldPercent = try field("told_percent", \.toldPercent, inDocuments: false)
    }

    package static var schemaName: String? { "Budget" }
    package static let table = Table<Budget>("expense_budgets")

    /// The percentage that an amount has reached: 100, 80 or nil.
    func reached(_ spent: FixedDecimal) -> Int? {
        Self.percentages.first { spent.units >= amount.decimal.units / 100 * Int128($0) }
    }
}

/// A budget in a month.
package struct BudgetState: Equatable, Record {
    package let budget: Budget
    package let categoryName: String
    package let month: CalendarMonth
    package let spent: FixedDecimal
    /// Negative if more was spent.
    package let left: FixedDecimal

    init(_ budget: Budget, _ categoryName: String, in month: CalendarMonth, spent: FixedDecimal) {
        (self.budget, self.categoryName, self.month) = (budget, categoryName, month)
        (self.spent, left) = (spent, budget.amount.decimal - spent)
    }

    package init(_ field: inout Fields<Self>) throws {
        budget = try field("budget", \.budget)
        categoryName = try field("category_name", \.categoryName)
        month = try field("month", \.month)
        spent = try field("spent", \.spent)
        left = try field("left", \.left, nil, "Negative if more was spent.")
    }

    package static var schemaName: String? { "BudgetState" }
}
