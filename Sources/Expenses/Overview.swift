import Ledger
import Records
import Store

/// What was spent, or came in, in some months.
package struct Overview: Equatable, Record {
    /// The first and the last month.
    package struct Span: Record {
        package let from, through: CalendarMonth
        package let kind: ExpenseKind
        /// The currency of ``Overview/converted``.
        package let totalCurrency: Currency?

        package init(
            from: CalendarMonth, through: CalendarMonth, kind: ExpenseKind = .expense, totalCurrency: Currency? = nil
        ) {
            (self.from, self.through, self.kind, self.totalCurrency) = (from, through, kind, totalCurrency)
        }

        package init(_ field: inout Fields<Self>) throws {
            from = try field("from", \.from, nil, "The first month.")
            through = try field("through", \.through, nil, "The last month.")
            kind = try field("kind", \.kind, nil, "Of the categories, places, comparisons and totals.", default: .expense)
            totalCurrency = try field(
                "total_currency", \.totalCurrency, Currency.schema, "Also add all currencies together in this one, at stored rates."
            )
        }
    }

    /// What was spent, or came in, in a month in a currency.
    package struct Month: Equatable, Record {
        package let month: CalendarMonth
        package let kind: ExpenseKind
        package let currency: ISOCurrency
        package let count: Int
        package let amount: FixedDecimal

        init(month: CalendarMonth, kind: ExpenseKind, currency: ISOCurrency, count: Int, amount: FixedDecimal) {
            (self.month, self.kind, self.currency, self.count, self.amount) = (month, kind, currency, count, amount)
        }

        package init(_ field: inout Fields<Self>) throws {
            month = try field("month", \.month)
            kind = try field("kind", \.kind)
            currency = try field("currency", \.currency)
            count = try field("count", \.count)
            amount = try field("amount", \.amount)
        }

        package static var schemaName: String? { "ExpenseMonth" }
    }

    /// A category or a place in all months together, in a currency.
    package struct Share: Equatable, Record {
        /// Nil for what has no category or place, and for a place whose name only the entries keep.
        package let id: String?
        /// Nil for what has no category or place.
        package let name: String?
        package let currency: ISOCurrency
        package let count: Int
        package let amount: FixedDecimal
        /// Of ``Overview/comparedMonth``, and of the month before it.
        package let last, before: FixedDecimal
        /// The median of the six months before it; nil if the journal began later.
        package let usual: FixedDecimal?

        init(_ sum: OverviewSums.Share, isUsual: Bool) {
            (id, name, currency, count, amount) = (sum.id, sum.name, sum.currency, sum.count, sum.amount)
            (last, before) = (sum.newest[0], sum.newest[1])
            usual = isUsual ? Overview.median(of: sum.newest[1...6]) : nil
        }

        package init(_ field: inout Fields<Self>) throws {
            id = try field("id", \.id, nil, "Null for what has none, and for a place whose name only transactions keep.")
            name = try field("name", \.name, nil, "Null for what has none.")
            currency = try field("currency", \.currency)
            count = try field("count", \.count)
            amount = try field("amount", \.amount)
            last = try field("last", \.last, nil, "Of compared_month.")
            before = try field("before", \.before, nil, "Of the month before it.")
            usual = try field("usual", \.usual, nil, "The median of the six months before it; null if the journal began later.")
        }

        package static var schemaName: String? { "ExpenseShare" }
    }

    /// ``Overview/comparedMonth`` beside the months before it, in a currency.
    package struct Comparison: Equatable, Record {
        /// The category's id; nil for what has none, and for the total.
        package let category: String?
        package let isTotal: Bool
        package let currency: ISOCurrency
        package let amount, before: FixedDecimal
        /// The median of the six months before; nil if the journal began later.
        package let usual: FixedDecimal?

        init(category: String?, isTotal: Bool, currency: ISOCurrency, amounts: [FixedDecimal], isUsual: Bool) {
            (self.category, self.isTotal, self.currency) = (category, isTotal, currency)
            (amount, before) = (amounts[0], amounts[1])
            usual = isUsual ? Overview.median(of: amounts[1...6]) : nil
        }

        package init(_ field: inout Fields<Self>) throws {
            category = try field("category", \.category, nil, "The category's id; null for what has none, and for the total.")
            isTotal = try field("total", \.isTotal)
            currency = try field("currency", \.currency)
            amount = try field("amount", \.amount, nil, "Of compared_month.")
            before = try field("before", \.before, nil, "Of the month before it.")
            usual = try field("usual", \.usual, nil, "The median of the six months before it; null if the journal began later.")
        }

        package static var schemaName: String? { "ExpenseComparison" }
    }

    /// The most months.
    package static let mostMonths = 1200
    /// The most expensive places.
    package static let mostPlaces = 50

    /// Oldest first, expenses and income.
    package let months: [Month]
    /// Most expensive first, currency by currency.
    package let categories: [Share]
    package let places: [Share]
    /// The last month of the span; if it has not ended by the person's calendar, the newest one that has. A part of a month is not
    /// compared with whole ones.
    package let comparedMonth: CalendarMonth
    package let comparisons: [Comparison]
    /// All currencies together, if the span asks for it.
    package let converted: ConvertedTotals

    private static let mostRows = 100_000

    package init(_ field: inout Fields<Self>) throws {
        months = try field("months", \.months, most: Self.mostRows, "Oldest first, expenses and income.")
        categories = try field("categories", \.categories, most: Self.mostRows, "Most expensive first, currency by currency.")
        places = try field("places", \.places, most: Self.mostRows, "The most expensive ones of each currency.")
        comparedMonth = try field(
            "compared_month", \.comparedMonth, nil,
            "The last month; if it has not ended by the caller's calendar, the newest one that has. The comparisons are of it, and last, before and usual."
        )
        comparisons = try field("comparisons", \.comparisons, most: Self.mostRows, "The compared month beside those before it.")
        converted = try field(\.converted)
    }

    package static var schemaName: String? { "ExpenseOverview" }

    /// - Parameters:
    ///   - rates: of the span, if it asks for totals in one currency.
    ///   - now: seconds since 1970-01-01 UTC.
    /// - Throws: ``ExpenseError/badMonths(most:)``, `DecimalError.overflow`.
    package init(
        _ reading: borrowing Reading, _ caller: Caller, _ span: Span, _ rates: ExpenseRates? = nil, at now: Int
    ) throws {
        guard span.from <= span.through, span.through.number - span.from.number < Self.mostMonths else {
            throw ExpenseError.badMonths(most: Self.mostMonths)
        }
        let months = try Self.months(reading, caller.owner, span)
        self.months = months
        comparedMonth = min(span.through, CalendarMonth(try reading.today(of: caller.owner, at: Moment(seconds: now))) - 1)
        let isUsual = try Self.isUsual(reading, caller.owner, comparedMonth)
        let sums = try OverviewSums(reading, caller.owner, span, comparing: comparedMonth, mostPlaces: Self.mostPlaces)
        categories = sums.categories.map { Share($0, isUsual: isUsual) }
        places = sums.places.map { Share($0, isUsual: isUsual) }
        comparisons = try Self.comparisons(reading, caller.owner, span.kind, of: comparedMonth, isUsual: isUsual)
        converted = try rates.map { try ConvertedTotals(reading, caller.owner, span, months, $0) } ?? .none
    }

    private static func months(_ reading: borrowing Reading, _ owner: String, _ span: Span) throws -> [Month] {
        try reading.rows(
            """
            SELECT month, kind, currency, count, whole, fraction FROM expense_sums
            WHERE owner = ? AND kind IN ('expense', 'income') AND key = '' AND month BETWEEN ? AND ? ORDER BY month, kind, currency
            """, [owner, span.from, span.through]
        ).map { row in
            Month(
                month: try row.decode(atIndex: 0), kind: try row.decode(atIndex: 1), currency: try row.decode(atIndex: 2),
                count: try row.decode(atIndex: 3), amount: try row.sum(4))
        }
    }

    /// Whether the journal had begun six months before a month.
    private static func isUsual(_ reading: borrowing Reading, _ owner: String, _ month: CalendarMonth) throws -> Bool {
        try reading.firstMonth(of: owner).map { $0 <= month - OverviewSums.usualMonths } ?? false
    }

    private static func comparisons(
        _ reading: borrowing Reading, _ owner: String, _ kind: ExpenseKind, of newest: CalendarMonth, isUsual: Bool
    ) throws -> [Comparison] {
        let oldest = newest - OverviewSums.usualMonths
        var amounts: [Compared: [FixedDecimal]] = [:]
        // Keys of categories are before `d`.
        let rows = try reading.rows(
            """
            SELECT key, currency, month, whole, fraction FROM expense_sums
            WHERE owner = ? AND kind = ? AND key < 'd' AND month BETWEEN ? AND ?
            """, [owner, kind, oldest, newest])
        for row in rows {
            let compared = Compared(key: try row.decode(atIndex: 0), currency: try row.decode(atIndex: 1))
            let month: CalendarMonth = try row.decode(atIndex: 2)
            amounts[compared, default: Array(repeating: .zero, count: 7)][newest.number - month.number] = try row.sum(3)
        }
        return amounts.sorted { ($0.key.key, $0.key.currency.code) < ($1.key.key, $1.key.currency.code) }.map { compared, amounts in
            Comparison(
                category: compared.key.count > 2 ? compared.key : nil, isTotal: compared.key.isEmpty, currency: compared.currency,
                amounts: amounts, isUsual: isUsual)
        }
    }

    private struct Compared: Hashable {
        let key: String
        let currency: ISOCurrency
    }

    /// The mean of the two middle ones, if their number is even.
    static func median(of amounts: some Collection<FixedDecimal>) -> FixedDecimal {
        let sorted = amounts.sorted()
        let sum = sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]
        return FixedDecimal(units: sum.units / 2)
    }
}

extension Reading {
    /// The month of the oldest transaction of a journal; nil for an empty one.
    package func firstMonth(of owner: String) throws -> CalendarMonth? {
        try value("SELECT min(month) FROM expense_sums WHERE owner = ? AND kind IN ('expense', 'income') AND key = ''", [owner])
    }
}
