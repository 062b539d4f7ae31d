import APIKit
import Charts
import Expenses
import HTMLTemplates
import HTTPEdge
import Ledger
import Market
import PageKit
import Portfolio
import Services

/// For how long wallets pay for the usual spending.
package struct LastingPages: Sendable {
    let journal: Journal
    let operations: ExpenseOutlookOperations
    let portfolios: Portfolios

    private static let path = Journal.path + "/lasting"
    private static let names = ["wallet", "currency", "spending_currency", "rate", "monthly", "fee_percent"]

    func add(to pages: inout PageList) { pages.get(Self.path, .scope(.read)) { .page(try await page($0)) } }

    private func page(_ visit: Visit) async throws -> Page {
        let (words, typed) = (visit.words, visit.fields)
        var (errors, answer) = (FormErrors(), WalletLasting?.none)
        // The answer takes seconds, so that it is computed once the person asks.
        if typed.has("ask") {
            let texts = texts(typed, words, &errors)
            if errors.isEmpty {
                do { answer = try await visit.perform(operations.lasting, texts, key: nil) } catch {
                    errors = try Self.errors(error, visit)
                }
            }
        }
        var values: Values = [
            "fields": .list(try await fields(visit).map { $0.values(errors, typed: typed.has("ask") ? typed : nil) }),
            "general": .optional(errors.general), "answer": false,
        ]
        if let answer { values["answer"] = .group(Self.values(answer, JournalView(visit, []), words)) }
        return Journal.page("expense-lasting", words("expenses.lasting.title"), back: .overview, visit, values).with(errors)
    }

    private func texts(_ typed: Fields, _ words: Words, _ errors: inout FormErrors) -> [(name: String, text: String)] {
        let isSame = typed["spending_currency"] == typed["currency"]
        var texts = [(name: "wallet", text: typed["wallet"]), (name: "currency", text: typed["currency"])]
        if !isSame { texts.append(("spending_currency", typed["spending_currency"])) }
        for name in ["rate", "monthly", "fee_percent"] where name != "rate" || !isSame {
            if let number = typed.decimal(name, words, &errors, missing: nil) { texts.append((name, number)) }
        }
        return texts
    }

    private static func errors(_ error: any Error, _ visit: Visit) throws -> FormErrors {
        let problem = Problem(error)
        switch (problem.code, problem.field) {
        case ("no-rate", "/rate"): return FormErrors(visit.words("expenses.lasting.rate-missing"), to: "rate")
        case ("nothing-to-forecast", _), ("no-rate", _), ("queue-full", _):
            return FormErrors(WalletOutlooks.absence(problem, Amounts(visit)), to: nil)
        default:
            let pointers = Dictionary(uniqueKeysWithValues: names.flatMap { [($0, $0), ("/\($0)", $0)] })
            return try FormErrors(error, pointers, visit.words)
        }
    }

    private func fields(_ visit: Visit) async throws -> [FieldView] {
        let words = visit.words
        let wallets = try await portfolios(visit.caller).wallets.all()
        let spent = try await EntryForm.Choices(journal, visit).currency(words.language)
        let codes = [spent] + ISOCurrency.all.map(\.code).filter { $0 != spent }
        let all = [(value: "", text: words("alerts.all-wallets"))]
        return [
            FieldView("wallet", .choice(all + wallets.map { (value: $0.publicID, text: $0.name) }), words("alerts.whose")),
            FieldView(
                "currency", .choice(Currency.allCases.map { (value: $0.code, text: $0.code) }),
                words("expenses.lasting.currency"), value: visit.preferences.currency.code),
            FieldView(
                "spending_currency", .choice(codes.map { (value: $0, text: $0) }), words("expenses.lasting.spending-currency"),
                value: spent),
            FieldView("rate", .amount(), words("expenses.lasting.rate"), hint: words("expenses.lasting.rate-hint")),
            FieldView("monthly", .amount(), words("expenses.lasting.monthly"), hint: words("expenses.lasting.monthly-hint")),
            FieldView("fee_percent", .amount(unit: "%"), words("expenses.lasting.fee"), value: "0"),
        ]
    }

    // MARK: The answer

    private static func values(_ answer: WalletLasting, _ view: JournalView, _ words: Words) -> Values {
        let format = words.format
        let value = view.amounts.veiled("\(format.estimate(answer.value)) \(answer.currency.code)")
        let monthly = view.veiled(answer.monthly, answer.spendingCurrency)
        let outcomes = answer.checks.flatMap(\.outcomes)
        return [
            "basis": .text(
                answer.months > 0
                    ? words("expenses.lasting.basis", n: answer.months, ["monthly": monthly, "value": value])
                    : words("expenses.lasting.basis-given", ["monthly": monthly, "value": value])),
            "chances": .list(answer.chances.map { chance($0, answer.horizon, words) }),
            "half": .text(
                answer.halfGoneDay.map { words("expenses.lasting.half", ["day": format.date(answer.asOf + $0)]) }
                    ?? words("expenses.lasting.half-later", n: answer.horizon)),
            "limit": .text(words("expenses.lasting.limit", n: answer.horizon, ["day": format.date(answer.asOf)])),
            "checks": .list(answer.checks.map { check($0, words) }), "hasChecks": .flag(!answer.checks.isEmpty),
            "score": .optional(
                answer.brierScore.map {
                    words("expenses.lasting.score", n: outcomes.count, ["score": format.price($0, decimals: 2)])
                }),
            "leftOut": .optional(
                answer.leftOut.isEmpty
                    ? nil : words("expenses.lasting.left-out", ["coins": answer.leftOut.joined(separator: ", ")])),
            "others": .optional(
                answer.otherCurrencies.isEmpty
                    ? nil
                    : words("expenses.lasting.others", ["currencies": answer.otherCurrencies.joined(separator: ", ")])),
        ]
    }

    /// The probability for some months; beyond the forecast it is not known, and it says so.
    private static func chance(_ chance: WalletLasting.Chance, _ horizon: Int, _ words: Words) -> TemplateValue {
        [
            "months": .text(words("expenses.months", n: chance.months)),
            "probability": .text(
                chance.probability.map { words.chance($0) } ?? words("expenses.lasting.unknown", n: horizon)),
            "bar": chance.probability.map { .html(ShareBar($0).svg()) } ?? false,
        ]
    }

    /// What would have been said on an earlier day, and what came true.
    private static func check(_ check: WalletLasting.Check, _ words: Words) -> TemplateValue {
        let outcomes: [TemplateValue] = check.outcomes.enumerated().map { index, outcome in
            [
                "months": .text(words("expenses.months", n: outcome.months)),
                "probability": .text(words.chance(outcome.probability)), "isFirst": .flag(index == 0),
                "outcome": .text(words(outcome.cameTrue ? "expenses.lasting.came" : "expenses.lasting.came-not")),
            ]
        }
        return [
            "day": .text(words.format.date(check.asOf)), "rows": .text("\(outcomes.count)"), "outcomes": .list(outcomes),
        ]
    }
}
