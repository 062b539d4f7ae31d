import Expenses
import HTMLTemplates
import Ledger
import Market
import Server

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

    /// The sentences below a total.
    var notes: [String] {
        let (words, format) = (view.visit.words, view.visit.format)
        let rates = totals.rates.map {
            words(
                "expenses.total.rates", ["pair": $0.pair, "first": format.date($0.firstDay), "last": format.date($0.lastDay)])
        }
        let older = totals.olderRates > 0 ? [words("expenses.total.older", n: totals.olderRates)] : []
        return rates + older
            + totals.leftOut.map {
                words("expenses.total.left-out", n: $0.count, ["amount": view.veiled($0.amount, $0.currency)])
            }
    }

    /// The values of the first screen.
    var values: TemplateValue {
        [
            "amount": view.amount(totals.months.reduce(.zero) { $0 + $1.amount }, currency),
            "notes": .list(notes.map { .text($0) }),
        ]
    }
}
