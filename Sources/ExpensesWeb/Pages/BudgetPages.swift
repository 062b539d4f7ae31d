import APIKit
import Charts
import Expenses
import HTMLTemplates
import Ledger
import Market
import PageKit

/// The budgets of a month: what is spent, what is left, and a form that sets one.
package struct BudgetPages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    private static let path = Journal.Part.budgets.path
    private static let names = ["category", "amount", "currency", "from_month"]

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await page($0, FormErrors(), nil)) }
        pages.post(Self.path, .scope(.write), set)
        pages.post("\(Self.path)/:budget/remove", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.budgets.remove, ["budget": visit.path("budget")], key: fields.key)
            return .redirect("\(Self.path)?done=budget-removed")
        }
    }

    /// A budget with a bar: the values of `expense-budget.mustache`.
    static func values(_ state: BudgetState, _ view: JournalView, _ words: Words) -> TemplateValue {
        let (budget, isOver) = (state.budget, state.left < .zero)
        let share = state.spent.doubleValue / budget.amount.decimal.doubleValue
        let amounts = [
            "spent": view.veiled(state.spent, budget.currency), "budget": view.veiled(budget.amount.decimal, budget.currency),
        ]
        let left = view.veiled(isOver ? .zero - state.left : state.left, budget.currency)
        return [
            "name": .text(state.categoryName), "bar": .html(ShareBar(share).svg()),
            "spent": .text(words("expenses.budget-spent", amounts)), "share": .text(words.format.share(share)),
            "left": .text(words(isOver ? "expenses.budget-over" : "expenses.budget-left", ["amount": left])),
            "kind": .text(isOver ? "danger" : share >= 0.8 ? "warn" : ""), "isFlagged": .flag(share >= 0.8),
            "action": .text("\(path)/\(budget.id)/remove"),
            "label": .text(words("expenses.budget-remove", ["category": state.categoryName])),
        ]
    }

    /// The chosen month, or this one.
    private func month(_ visit: Visit) async throws -> CalendarMonth {
        let asked = visit.query("month").flatMap { Day(iso: "\($0)-01") }
        if let asked { return CalendarMonth(asked) }
        return CalendarMonth(try await journal.clock(visit).day)
    }

    private func page(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> Page {
        let (words, month, view) = (visit.words, try await month(visit), try await journal.view(visit))
        let budgets = try await journal.read(visit) { try Budgets().list($0, $1, Budgets.Month(month)) }
        let choices = try await EntryForm.Choices(journal, visit)
        return Journal.page(
            "expense-budgets", words("expenses.budgets.title"), .budgets, visit,
            [
                "month": .text(view.month(month)), "budgets": .list(budgets.map { Self.values($0, view, words) }),
                "isEmpty": .flag(budgets.isEmpty),
                "turns": try await journal.turns(from: month, visit, view) { "\(Self.path)?month=\($0.text)" },
                "form": form(month, choices, errors, typed, words),
            ]
        ).with(errors)
    }

    private func form(
        _ month: CalendarMonth, _ choices: EntryForm.Choices, _ errors: FormErrors, _ typed: Fields?, _ words: Words
    ) -> TemplateValue {
        let preferred = choices.currency(words.language)
        let codes = [preferred] + ISOCurrency.all.map(\.code).filter { $0 != preferred }
        // A category that does not exist yet is added.
        var category = FieldView(
            "category", .text, words("expenses.category"), hint: words("expenses.budget-category-hint"), isRequired: true)
        if !choices.categories.isEmpty {
            category = FieldView(
                "category", .choice(choices.categories.map { (value: $0.id, text: $0.name) }), words("expenses.category"))
        }
        let fields = [
            category, FieldView("amount", .amount(), words("expenses.budget-amount"), isRequired: true),
            FieldView("currency", .choice(codes.map { (value: $0, text: $0) }), words("expenses.currency"), value: preferred),
        ]
        var form = FormView(Self.path, fields, submit: words("expenses.budget-set"))
        form.hidden = [("from_month", month.text)]
        return form.values(errors, typed: typed, id: "form")
    }

    private func set(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var errors = FormErrors()
        errors.addLongTexts([("category", ExpenseCategory.nameLength)], fields, visit.words)
        let amount = fields.journalAmount("amount", visit.words, &errors)
        guard errors.isEmpty else { return .page(try await page(visit, errors, fields)) }
        do {
            if try await journal.categories(visit).isEmpty {
                _ = try await visit.perform(operations.categories.add, ["name": fields["category"]])
            }
            _ = try await visit.perform(
                operations.budgets.set,
                [
                    "category": fields["category"], "amount": amount, "currency": fields["currency"],
                    "from_month": fields["from_month"],
                ], key: fields.key)
            return .redirect("\(Self.path)?done=budget-set")
        } catch {
            var pointers = Dictionary(uniqueKeysWithValues: Self.names.map { ("/\($0)", $0) })
            pointers["/name"] = "category"
            return .page(try await page(visit, try FormErrors(error, pointers, visit.words), fields))
        }
    }
}
