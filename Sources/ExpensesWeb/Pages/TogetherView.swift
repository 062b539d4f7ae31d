import Expenses
import HTMLTemplates
import Ledger
import Market
import PageKit

/// Totals of all currencies in one, in the reader's words: the rates that were taken, and what is left out.
struct TogetherView: Sendable {
    let totals: ConvertedTotals
    let currency: ISOCurrency
    let view: JournalView

    /// Nil if no totals in one currency were asked for.
    init?(_ totals: ConvertedTotals, _ view: JournalView) {
        guard let currency = totals.currency.flatMap({ ISOCurrency($0.code) }) else { return nil }
        (self.totals, self.currency, self.view) = (totals, currency, view)
    }

    /// The totals of months.
    static func read(
        _ span: Overview.Span, in currency: Currency, _ operations: ExpenseEntryOperations, _ view: JournalView
    ) async throws -> TogetherView? {
        let overview = try await view.visit.perform(
            operations.overview,
            [
                "from": span.from.text, "through": span.through.text, "kind": span.kind.rawValue, "total_currency": currency.code,
            ])
        return TogetherView(overview.converted, view)
    }

    /// The values of `expense-together.mustache`. Without sums that have a rate there is no total: 0 would look like one.
    var values: TemplateValue {
        let words = view.visit.words
        let isPartial = !totals.leftOut.isEmpty
        return [
            "amount": totals.months.isEmpty && isPartial
                ? false : view.amount(totals.months.reduce(.zero) { $0 + $1.amount }, currency),
            "label": .optional(
                isPartial && !totals.months.isEmpty ? words("expenses.total.partial", ["currency": currency.code]) : nil),
            "leftOut": .list(
                totals.leftOut.map { left in
                    [
                        "label": .text(words("expenses.total.left-out", n: left.count)),
                        "amount": view.amount(left.amount, left.currency),
                    ]
                }), "notes": .list((rates + remedies).map { .text($0) }),
        ]
    }

    /// The rates that were taken.
    private var rates: [String] {
        let (words, format) = (view.visit.words, view.visit.format)
        let rates = totals.rates.map {
            words(
                "expenses.total.rates", ["pair": $0.pair, "first": format.date($0.firstDay), "last": format.date($0.lastDay)])
        }
        return rates + (totals.olderRates > 0 ? [words("expenses.total.older", n: totals.olderRates)] : [])
    }

    /// Where the rates come from that are missing, if they can be stored.
    private var remedies: [String] {
        let words = view.visit.words
        guard !totals.leftOut.isEmpty else { return [] }
        let taken = Set(totals.rates.map { String($0.pair.prefix(3)) })
        // The rate of the total's own currency may be the missing one.
        let own = taken.contains(currency.code) ? [] : [currency]
        let missing = Set((totals.leftOut.map(\.currency) + own).filter { $0 != .usd }.map(\.code))
        return missing.sorted().prefix(4).map {
            words("expenses.total.get-rates", ["currency": $0, "command": CurrencyTable.ratesCommand($0)])
        }
    }
}
