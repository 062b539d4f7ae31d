import APIKit
import Charts
import Expenses
import HTMLTemplates
import Ledger
import Market
import PageKit

/// What was spent, or came in, by month, category and place, in one currency at a time.
package struct OverviewPages: Sendable {
    let journal: Journal
    let operations: ExpenseEntryOperations

    private static let path = Journal.Part.overview.path
    /// The numbers of months to choose from.
    private static let spans = [1, 3, 6, 12]
    private static let usualSpan = 6
    private static let mostRows = 10

    func add(to pages: inout PageList) { pages.get(Self.path, .scope(.read)) { .page(try await page($0)) } }

    /// What the address asks for.
    private struct Choice {
        let kind: ExpenseKind
        let months: Int
        let last: CalendarMonth
        /// The currency in which all are added together; nil for one currency at a time.
        let total: Currency?

        var span: Overview.Span { Overview.Span(from: last - (months - 1), through: last, kind: kind) }

        func href(
            _ kind: ExpenseKind? = nil, months: Int? = nil, last: CalendarMonth? = nil, in currency: ISOCurrency?
        ) -> String {
            href(kind, months: months, last: last, showing: total.map { "total=\($0.code)" } ?? currency.map { "currency=\($0)" })
        }

        func href(
            _ kind: ExpenseKind? = nil, months: Int? = nil, last: CalendarMonth? = nil, showing shown: String?
        ) -> String {
            let query = [
                "kind=\((kind ?? self.kind).rawValue)", "months=\(months ?? self.months)", "through=\((last ?? self.last).text)",
            ]
            return path + "?" + (query + (shown.map { [$0] } ?? [])).joined(separator: "&")
        }
    }

    private func choice(_ visit: Visit) async throws -> Choice {
        let asked = visit.query("months").flatMap { Int($0) }
        let through = visit.query("through").flatMap { Day(iso: "\($0)-01") }
        let today = try await journal.clock(visit).day
        let last = CalendarMonth(through ?? today)
        return Choice(
            kind: visit.choice("kind", default: .expense),
            months: asked.flatMap { Self.spans.contains($0) ? $0 : nil } ?? Self.usualSpan, last: last,
            total: visit.query("total").flatMap { Currency(rawValue: $0) })
    }

    private func page(_ visit: Visit) async throws -> Page {
        let (words, choice, view) = (visit.words, try await choice(visit), try await journal.view(visit))
        let (span, now) = (choice.span, journal.now())
        let overview = try await journal.read(visit) { try Overview($0, $1, span, at: now) }
        let currencies = Set(overview.months.filter { $0.kind == choice.kind }.map(\.currency)).sorted { $0.code < $1.code }
        let asked = visit.query("currency").flatMap { ISOCurrency($0) }
        let offered = Set(currencies + [.usd, .eur, visit.preferences.currency])
        let totals = Currency.allCases.filter { offered.contains($0) || $0 == choice.total }
        let currency = currencies.first { $0 == asked } ?? Self.main(overview, choice.kind)
        var together: TogetherView?
        if let total = choice.total { together = try await TogetherView.read(span, in: total, operations, view) }
        func chip(_ label: String, _ href: String, _ isCurrent: Bool) -> TemplateValue {
            ["label": .text(label), "href": .text(href), "isCurrent": .flag(isCurrent)]
        }
        var values: Values = [
            "kinds": .list(
                ExpenseKind.allCases.map {
                    chip(words("expenses.kind.\($0.rawValue)"), choice.href($0, in: currency), $0 == choice.kind)
                }),
            "spans": .list(
                Self.spans.map { chip(words("expenses.months", n: $0), choice.href(months: $0, in: currency), $0 == choice.months) }
            ),
            "currencies": .list(
                currencies.map { chip($0.code, choice.href(showing: "currency=\($0)"), together == nil && $0 == currency) }
                    + totals.map {
                        let label = words("expenses.total.in", ["currency": $0.code])
                        return chip(label, choice.href(showing: "total=\($0.code)"), $0 == choice.total)
                    }),
            "hasCurrencies": .flag(currencies.count > 1 || together != nil), "together": false,
            "hasShares": .flag(together == nil), "hasPlaces": false, "hasMonths": false, "bars": false,
            "period": .text(Self.period(span, view)),
            "turns": try await journal.turns(from: choice.last, visit, view) { choice.href(last: $0, in: currency) },
            "isEmpty": .flag(currency == nil), "hasRing": false, "hasComparison": false, "months": [], "categories": [],
            "places": [],
        ]
        if let together, currency != nil {
            // Without sums that have a rate, every month would be 0.
            if !together.totals.months.isEmpty {
                values.merge(Self.months(together.totals.months, choice, together.currency, view, words)) { $1 }
            }
            values["together"] = together.values
        } else if let currency {
            values.merge(Self.figures(overview, choice, currency, view, words)) { $1 }
        }
        return Journal.page("expense-overview", words("expenses.overview.title"), .overview, visit, values)
    }

    /// The currency with most transactions.
    private static func main(_ overview: Overview, _ kind: ExpenseKind) -> ISOCurrency? {
        var counts: [ISOCurrency: Int] = [:]
        for month in overview.months where month.kind == kind { counts[month.currency, default: 0] += month.count }
        return counts.max { ($0.value, $1.key.code) < ($1.value, $0.key.code) }?.key
    }

    private static func period(_ span: Overview.Span, _ view: JournalView) -> String {
        span.from == span.through ? view.month(span.from) : "\(view.month(span.from)) – \(view.month(span.through))"
    }

    // MARK: The figures of one currency

    /// - Parameter sums: of the kind and the currency.
    private static func months(
        _ sums: [Overview.Month], _ choice: Choice, _ currency: ISOCurrency, _ view: JournalView, _ words: Words
    ) -> Values {
        let months = (0..<choice.months).map { CalendarMonth(number: choice.span.from.number + $0) }
        func amount(_ month: CalendarMonth) -> FixedDecimal { sums.first { $0.month == month }?.amount ?? .zero }
        // Of more than six, every second name fits below its bar on a phone.
        let bars = months.map { month in
            let isNamed = months.count <= 6 || (choice.last.number - month.number).isMultiple(of: 2)
            return MonthBars.Bar(
                label: isNamed ? words.format.date(month.firstDay, .month) : "", value: amount(month).doubleValue)
        }
        return [
            "total": view.amount(sums.reduce(.zero) { $0 + $1.amount }, currency),
            "bars": months.count > 1 ? .html(MonthBars(bars).svg(title: words("expenses.overview.months"))) : false,
            "hasMonths": true,
            "months": .list(
                months.reversed().map { month in
                    ["name": .text(view.month(month)), "amount": view.amount(amount(month), currency), "href": .text(list(month))]
                }),
        ]
    }

    private static func figures(
        _ overview: Overview, _ choice: Choice, _ currency: ISOCurrency, _ view: JournalView, _ words: Words
    ) -> Values {
        let sums = overview.months.filter { $0.kind == choice.kind && $0.currency == currency }
        let total = sums.reduce(FixedDecimal.zero) { $0 + $1.amount }
        let categories = overview.categories.filter { $0.currency == currency }
        var values = months(sums, choice, currency, view, words)
        // What has no place is no place to look at.
        let places = overview.places.filter { $0.currency == currency && $0.name != nil }.prefix(mostRows)
        let lists: Values = [
            "categories": .list(
                categories.prefix(mostRows).map {
                    share($0, total, overview.comparedMonth, view, none: words("expenses.no-category"), "category")
                }),
            "places": .list(places.map { share($0, total, overview.comparedMonth, view, none: "", "place") }),
            "hasPlaces": .flag(!places.isEmpty),
        ]
        values.merge(lists) { $1 }
        let parts = categories.map {
            WalletRing.Part(label: $0.name ?? words("expenses.no-category"), value: $0.amount.doubleValue)
        }
        values.merge(WalletRing(parts: parts, center: ("", "")).values(words)) { $1 }
        if let compared = overview.comparisons.first(where: { $0.isTotal && $0.currency == currency }) {
            values.merge(comparison(compared, overview.comparedMonth, currency, view, words)) { $1 }
        }
        return values
    }

    /// The address of the transactions of a month.
    private static func list(_ month: CalendarMonth) -> String {
        "\(Journal.Part.list.path)?since=\(month.firstDay)&until=\(month.lastDay)"
    }

    /// A category or a place. The name that only transactions keep leads to a search for it.
    private static func share(
        _ share: Overview.Share, _ total: FixedDecimal, _ month: CalendarMonth, _ view: JournalView, none: String, _ field: String
    ) -> TemplateValue {
        let part = total > .zero ? share.amount.doubleValue / total.doubleValue : 0
        let query = share.id.map { "\(field)=\($0)" } ?? share.name.map { "search=\(URLForm.encoded($0))" }
        return [
            "name": .text(share.name ?? none), "amount": view.amount(share.amount, share.currency),
            "share": .text(view.visit.format.share(part)), "compared": .text(compared(share, month, view)),
            "href": .optional(query.map { "\(Journal.Part.list.path)?\($0)" }),
        ]
    }

    /// "Nov 2026: 12.00 EUR · month before: 9.50 EUR · usual month: 10.00 EUR", of the compared month.
    private static func compared(_ share: Overview.Share, _ month: CalendarMonth, _ view: JournalView) -> String {
        func amount(_ amount: FixedDecimal) -> String { view.veiled(amount, share.currency) }
        let words = view.visit.words
        let last = "\(view.month(month)): \(amount(share.last))"
        let usual = share.usual.map { [words("expenses.share-usual", ["amount": amount($0)])] } ?? []
        return ([last, words("expenses.share-before", ["amount": amount(share.before)])] + usual).dotted
    }

    /// The compared month beside the previous and the usual month.
    private static func comparison(
        _ compared: Overview.Comparison, _ last: CalendarMonth, _ currency: ISOCurrency, _ view: JournalView, _ words: Words
    ) -> Values {
        func change(_ base: FixedDecimal) -> TemplateValue {
            base > .zero
                ? .text(words.format.percent(compared.amount.doubleValue / base.doubleValue - 1, decimals: 0)) : .text("–")
        }
        return [
            "hasComparison": true, "lastMonth": .text(view.month(last)), "lastAmount": view.amount(compared.amount, currency),
            "beforeAmount": view.amount(compared.before, currency), "beforeChange": change(compared.before),
            "usualAmount": compared.usual.map { view.amount($0, currency) } ?? false,
            "usualChange": compared.usual.map(change) ?? false,
        ]
    }
}
