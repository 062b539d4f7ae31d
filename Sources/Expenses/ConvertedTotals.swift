import Ledger
import Market
import Portfolio
import Records
import Store

/// The stored rates by which entries are converted to one currency.
package struct ExpenseRates: Sendable {
    let currency: Currency
    private let closes: [Currency: CurrencyConversion]

    /// Nil for a span that asks for no such totals.
    ///
    /// - Parameter prices: of any owner: all have the same rates.
    /// - Throws: `PortfolioError.notTheCurrency`.
    package init?(_ span: Overview.Span, _ prices: ClosePrices) async throws {
        guard let currency = span.totalCurrency else { return nil }
        var closes: [Currency: CurrencyConversion] = [:]
        let first = max(span.from.firstDay, Day(daysSince1970: 0))
        for needed in Set(try await prices.currencies() + [currency]) where needed != .usd {
            closes[needed] = try await prices.conversion(to: needed, from: first, through: span.through.lastDay)
        }
        (self.currency, self.closes) = (currency, closes)
    }

    /// A close that was taken: of a currency in US dollars.
    struct Taken: Equatable {
        let currency: Currency
        let day: Day
    }

    /// Converts a sum by way of US dollars, each step rounded half to even at the 18th place.
    ///
    /// - Returns: nil if a rate of the day is missing.
    /// - Throws: `DecimalError.overflow`.
    func converted(
        _ sum: FixedDecimal, of source: Currency, on day: Day
    ) throws(DecimalError) -> (amount: FixedDecimal, taken: [Taken])? {
        guard source != currency else { return (sum, []) }
        var (amount, taken) = (sum, [Taken]())
        if source != .usd {
            guard let rate = closes[source]?.rate(on: day) else { return nil }
            amount = try amount.multiplied(by: rate.close.amount)
            taken.append(Taken(currency: source, day: rate.day))
        }
        if currency != .usd {
            guard let rate = closes[currency]?.rate(on: day) else { return nil }
            amount = try amount.divided(by: rate.close.amount)
            taken.append(Taken(currency: currency, day: rate.day))
        }
        return (amount, taken)
    }
}

/// What was spent, or came in, in some months, in one currency: the rates that were taken, and what is left out for want of one.
package struct ConvertedTotals: Equatable, Record {
    /// The stored rates of a currency that were taken.
    package struct Rates: Equatable, Record {
        /// `EUR/USD`: US dollars for one euro.
        package let pair: String
        package internal(set) var firstDay, lastDay: Day

        init(_ taken: ExpenseRates.Taken) {
            (pair, firstDay, lastDay) = ("\(taken.currency.code)/\(Currency.usd.code)", taken.day, taken.day)
        }

        package init(_ field: inout Fields<Self>) throws {
            pair = try field("pair", \.pair, nil, "EUR/USD is the US dollars for one euro.")
            firstDay = try field("first_day", \.firstDay, nil, "Of the first close that was taken.")
            lastDay = try field("last_day", \.lastDay, nil, "Of the last close that was taken.")
        }

        package static var schemaName: String? { "ExpenseRates" }
    }

    /// Entries without a rate.
    package struct LeftOut: Equatable, Record {
        package let currency: ISOCurrency
        package internal(set) var count: Int
        package internal(set) var amount: FixedDecimal

        package init(_ field: inout Fields<Self>) throws {
            currency = try field("currency", \.currency)
            count = try field("count", \.count)
            amount = try field("amount", \.amount, nil, "In their own currency.")
        }

        init(_ currency: ISOCurrency, _ count: Int, _ amount: FixedDecimal) {
            (self.currency, self.count, self.amount) = (currency, count, amount)
        }

        package static var schemaName: String? { "ExpensesWithoutRate" }
    }

    /// Nil if no such totals were asked for; then there are none.
    package let currency: Currency?
    /// Of the kind that was asked for, oldest first. Each is rounded once, half to even, to the decimals of ``currency``.
    package let months: [Overview.Month]
    package let rates: [Rates]
    /// The number of entries that were converted by the rate of an earlier day, because theirs has none.
    package let olderRates: Int
    /// By currency.
    package let leftOut: [LeftOut]

    package init(_ field: inout Fields<Self>) throws {
        currency = try field("total_currency", \.currency, nil, "The currency of totals; null without the parameter.")
        months = try field(
            "totals", \.months, most: Overview.mostMonths,
            "All currencies together, by month: each day at its stored rate, each month rounded half to even to the currency's decimals."
        )
        rates = try field("rates", \.rates, most: 200, "The stored rates that totals took.")
        olderRates = try field(
            "older_rates", \.olderRates, nil,
            "How many of these transactions were converted by the rate of up to five days before, because their day has none.")
        leftOut = try field("left_out", \.leftOut, most: 200, "What totals do not contain, because it has no stored rate.")
    }

    /// What an overview has that was not asked for totals in one currency.
    static let none = ConvertedTotals(nil, Sums())

    /// - Parameter months: of all currencies and kinds.
    /// - Throws: `DecimalError.overflow`.
    init(
        _ reading: borrowing Reading, _ owner: String, _ span: Overview.Span, _ months: [Overview.Month], _ rates: ExpenseRates
    ) throws {
        var (sums, held) = (Sums(), Set<Currency>())
        for month in months where month.kind == span.kind {
            held.insert(month.currency)
            if month.currency == rates.currency { try sums.add(month.month, month.count, month.amount) }
        }
        for source in Currency.allCases where source != rates.currency && held.contains(source) {
            try sums.add(Self.days(reading, owner, span, source), of: source, rates)
        }
        self.init(rates.currency, sums, span.kind)
    }

    private init(_ currency: Currency?, _ sums: Sums, _ kind: ExpenseKind = .expense) {
        self.currency = currency
        months = sums.months.sorted { $0.key < $1.key }.compactMap { month, sum in
            guard let iso = currency else { return nil }
            return Overview.Month(month: month, kind: kind, currency: iso, count: sum.count, amount: iso.rounded(sum.amount))
        }
        (rates, olderRates) = (sums.rates.values.sorted { $0.pair < $1.pair }, sums.olderRates)
        leftOut = sums.leftOut.values.sorted { $0.currency.code < $1.currency.code }
    }

    private typealias DaySum = (day: Day, count: Int, amount: FixedDecimal)

    /// The sums of the days in a currency. An index has all that is read, in the order of the days, so that nothing is sorted.
    private static func days(
        _ reading: borrowing Reading, _ owner: String, _ span: Overview.Span, _ currency: Currency
    ) throws -> [DaySum] {
        try reading.rows(
            """
            SELECT day, count(*), sum(amount / 10000), sum(amount % 10000) FROM expenses
            WHERE owner = ? AND removed_at IS NULL AND day BETWEEN ? AND ? AND kind = ? AND currency = ? GROUP BY day
            """, [owner, span.from.firstDay, span.through.lastDay, span.kind, currency.code]
        ).map { (day: try $0.decode(atIndex: 0), count: try $0.decode(atIndex: 1), amount: try $0.sum(2)) }
    }

    private struct Sums {
        var months: [CalendarMonth: (count: Int, amount: FixedDecimal)] = [:]
        var rates: [Currency: Rates] = [:]
        var olderRates = 0
        var leftOut: [ISOCurrency: LeftOut] = [:]

        mutating func add(_ month: CalendarMonth, _ count: Int, _ amount: FixedDecimal) throws(DecimalError) {
            let old = months[month] ?? (0, .zero)
            months[month] = (old.count + count, try old.amount.adding(amount))
        }

        mutating func leaveOut(_ currency: ISOCurrency, _ count: Int, _ amount: FixedDecimal) {
            var left = leftOut[currency] ?? LeftOut(currency, 0, .zero)
            (left.count, left.amount) = (left.count + count, left.amount + amount)
            leftOut[currency] = left
        }

        mutating func add(_ days: [DaySum], of source: Currency, _ rates: ExpenseRates) throws(DecimalError) {
            for (day, count, amount) in days {
                guard let (sum, taken) = try rates.converted(amount, of: source, on: day) else {
                    leaveOut(source, count, amount)
                    continue
                }
                try add(CalendarMonth(day), count, sum)
                if taken.contains(where: { $0.day < day }) { olderRates += count }
                for rate in taken {
                    var seen = self.rates[rate.currency] ?? Rates(rate)
                    (seen.firstDay, seen.lastDay) = (min(seen.firstDay, rate.day), max(seen.lastDay, rate.day))
                    self.rates[rate.currency] = seen
                }
            }
        }
    }
}
