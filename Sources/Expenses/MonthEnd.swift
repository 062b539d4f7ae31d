import Ledger
import Market
import Records
import Store

/// How a month will probably end: what has been spent, what is due, and a range for the total.
package struct MonthEnd: Equatable, Record {
    package struct Question: Record {
        package let currency: ISOCurrency

        package init(_ currency: ISOCurrency) { self.currency = currency }

        package init(_ field: inout Fields<Self>) throws {
            currency = try field("currency", \.currency, nil, "Only transactions in it count.")
        }
    }

    /// How such ranges would have done in past months.
    package struct Check: Equatable, Record {
        /// The number of past months for which there was a range on the same day of the month.
        package let months: Int
        /// How many of their totals were in the range; 80 % are meant to be.
        package let inside: Int
        /// In the currency; 0 is perfect. Nil without months.
        package let meanPinballLoss: Double?

        init(_ scores: [MonthRange.Score]) {
            (months, inside) = (scores.count, scores.count(where: \.isInside))
            meanPinballLoss = scores.isEmpty ? nil : scores.reduce(0) { $0 + $1.pinballLoss } / Double(scores.count)
        }

        package init(_ field: inout Fields<Self>) throws {
            months = try field(
                "months", \.months, nil, "The number of past months for which there was a range on the same day of the month.")
            inside = try field("inside", \.inside, nil, "How many of their totals were in the range; 80 % are meant to be.")
            meanPinballLoss = try field("mean_pinball_loss", \.meanPinballLoss, nil, "In the currency; 0 is perfect.")
        }
    }

    package let month: CalendarMonth
    /// By the person's calendar. The rest of the month begins with the next day.
    package let today: Day
    package let currency: ISOCurrency
    /// Up to today.
    package let spent: FixedDecimal
    /// Recurring expenses that are still due this month, and entries on its later days.
    package let due: FixedDecimal
    /// The totals that are not exceeded with probability 0.1, 0.5 and 0.9; nil before ``MonthRange/leastMonths`` months with spending.
    package let low, middle, high: Double?
    /// The number of past months that the range is from.
    package let months: Int
    /// The number of complete months with spending in the currency, of the last ``MonthRange/mostMonths``.
    package let spendingMonths: Int
    package let check: Check

    /// Ranges of at most so many past months are compared with their totals.
    private static let mostChecks = 12

    package init(_ field: inout Fields<Self>) throws {
        month = try field("month", \.month)
        today = try field("today", \.today, nil, "By the person's calendar.")
        currency = try field("currency", \.currency)
        spent = try field("spent", \.spent, nil, "Up to today.")
        due = try field("due", \.due, nil, "Recurring expenses that are still due, and transactions on later days of the month.")
        low = try field("low", \.low, nil, "The total is below it with probability 0.1. Null before six spending_months.")
        middle = try field("middle", \.middle, nil, "The total is below it with probability 0.5.")
        high = try field("high", \.high, nil, "The total is below it with probability 0.9.")
        months = try field("months", \.months, nil, "The number of past months that the range is from.")
        spendingMonths = try field(
            "spending_months", \.spendingMonths, nil,
            "The number of complete months with spending in the currency; a range needs six.")
        check = try field("check", \.check, "How such ranges would have done in the last twelve months.")
    }

    package static var schemaName: String? { "ExpenseMonthEnd" }

    /// - Parameter now: seconds since 1970-01-01 UTC.
    package init(_ reading: borrowing Reading, _ caller: Caller, _ question: Question, at now: Int) throws {
        let owner = caller.owner
        currency = question.currency
        today = try reading.today(of: owner, at: Moment(seconds: now))
        month = CalendarMonth(today)
        let complete = try reading.completeMonths(of: owner, spending: currency, before: month)
            .suffix(MonthRange.mostMonths + Self.mostChecks)
        let spending = try DailySpending(reading, owner, currency, from: complete.first ?? month, through: month)
        let days = today.civil.day
        spent = spending.sum(month, through: days)
        due = try reading.recurringDue(of: owner, currency, through: month.lastDay) + (spending.sum(month) - spent)
        let past = complete.map { PastMonth($0, spending) }
        let range = Self.range(today, spent: spent, due: due, past)
        (low, middle, high, months) = (range?.low, range?.middle, range?.high, range?.months ?? 0)
        spendingMonths = past.suffix(MonthRange.mostMonths).count(where: \.hasSpending)
        check = Check(Self.scores(past, spending, onDay: days))
    }

    /// A complete month: its days without recurring expenses, and whether anything was spent in it.
    private struct PastMonth {
        let month: CalendarMonth
        let days: [Double]
        let hasSpending: Bool

        init(_ month: CalendarMonth, _ spending: DailySpending) {
            (self.month, days, hasSpending) = (month, spending.byHand(month), spending.sum(month) > .zero)
        }
    }

    /// Nil before ``MonthRange/leastMonths`` months with spending: from empty ones, a range would have no width.
    private static func range(
        _ today: Day, spent: FixedDecimal, due: FixedDecimal, _ past: some Collection<PastMonth>
    ) -> MonthRange? {
        let newest = past.suffix(MonthRange.mostMonths)
        guard newest.count(where: \.hasSpending) >= MonthRange.leastMonths else { return nil }
        return MonthRange(today: today, spent: spent.doubleValue, due: due.doubleValue, past: newest.map(\.days))
    }

    /// The scores of the ranges of past months on the same day of the month, each from the months before it.
    private static func scores(_ past: [PastMonth], _ spending: DailySpending, onDay day: Int) -> [MonthRange.Score] {
        past.indices.suffix(mostChecks).compactMap { index in
            let month = past[index].month
            let today = month.firstDay + (min(day, month.days) - 1)
            let range = Self.range(
                today, spent: spending.sum(month, through: today.civil.day), due: spending.recurring(month, after: today.civil.day),
                past[..<index])
            return range?.score(actual: spending.sum(month).doubleValue)
        }
    }
}

/// What was spent on each day of some months.
private struct DailySpending {
    /// By day: by hand, and by recurring transactions.
    private var byHand: [Day: FixedDecimal] = [:]
    private var recurring: [Day: FixedDecimal] = [:]

    init(
        _ reading: borrowing Reading, _ owner: String, _ currency: ISOCurrency, from first: CalendarMonth,
        through last: CalendarMonth
    ) throws {
        let values: [any StoredValueConvertible] = [owner, first.firstDay, last.lastDay, currency]
        // Each query reads an index; that of the first one has all that it needs.
        byHand = try Self.sums(reading, "owner = ?1", values)
        recurring = try Self.sums(reading, "recurring IN (SELECT id FROM expense_recurring WHERE owner = ?1)", values)
        for (day, sum) in recurring { byHand[day] = (byHand[day] ?? .zero) - sum }
    }

    private static func sums(
        _ reading: borrowing Reading, _ condition: String, _ values: [any StoredValueConvertible]
    ) throws -> [Day: FixedDecimal] {
        let rows = try reading.rows(
            """
            SELECT day, sum(amount / 10000), sum(amount % 10000) FROM expenses
            WHERE \(condition) AND removed_at IS NULL AND day BETWEEN ?2 AND ?3 AND kind = 'expense' AND currency = ?4 GROUP BY day
            """, values)
        return try Dictionary(uniqueKeysWithValues: rows.map { (try $0.decode(atIndex: 0), try $0.sum(1)) })
    }

    private func days(_ month: CalendarMonth) -> [Day] { (0..<month.days).map { month.firstDay + $0 } }

    func byHand(_ month: CalendarMonth) -> [Double] { days(month).map { byHand[$0]?.doubleValue ?? 0 } }

    func sum(_ month: CalendarMonth, through day: Int = 31) -> FixedDecimal {
        days(month).prefix(day).reduce(.zero) { $0 + (byHand[$1] ?? .zero) + (recurring[$1] ?? .zero) }
    }

    func recurring(_ month: CalendarMonth, after day: Int) -> FixedDecimal {
        days(month).dropFirst(day).reduce(.zero) { $0 + (recurring[$1] ?? .zero) }
    }
}

extension CalendarMonth {
    fileprivate var days: Int { lastDay - firstDay + 1 }
}

extension Reading {
    /// The months before one that the journal covers from their first day to their last, oldest first. It begins with its first entry.
    ///
    /// - Parameter currency: then those from the first month in which something was spent in it.
    func completeMonths(
        of owner: String, spending currency: ISOCurrency? = nil, before end: CalendarMonth
    ) throws -> [CalendarMonth] {
        let first: Day? = try value("SELECT min(day) FROM expenses WHERE owner = ? AND removed_at IS NULL", [owner])
        guard let first else { return [] }
        let months = completeMonths(from: first, before: end)
        guard let currency else { return months }
        let spent: CalendarMonth? = try value(
            """
            SELECT min(month) FROM expense_sums WHERE owner = ? AND kind = 'expense' AND key = '' AND currency = ?
            """, [owner, currency])
        return spent.map { spent in months.filter { $0 >= spent } } ?? []
    }

    private func completeMonths(from first: Day, before end: CalendarMonth) -> [CalendarMonth] {
        let start = CalendarMonth(first).number + (first.civil.day == 1 ? 0 : 1)
        return start < end.number ? (start..<end.number).map { CalendarMonth(number: $0) } : []
    }

    /// What was spent in months in a currency, in their order.
    func spending(of owner: String, in currency: ISOCurrency, _ months: [CalendarMonth]) throws -> [FixedDecimal] {
        guard let first = months.first, let last = months.last else { return [] }
        let rows = try rows(
            """
            SELECT month, whole, fraction FROM expense_sums
            WHERE owner = ? AND kind = 'expense' AND key = '' AND currency = ? AND month BETWEEN ? AND ?
            """, [owner, currency, first, last])
        var sums: [CalendarMonth: FixedDecimal] = [:]
        for row in rows { sums[try row.decode(atIndex: 0)] = try row.sum(1) }
        return months.map { sums[$0] ?? .zero }
    }

    /// The recurring expenses that have not been entered and are due up to a day.
    fileprivate func recurringDue(of owner: String, _ currency: ISOCurrency, through day: Day) throws -> FixedDecimal {
        let recurring = try rows(
            RecurringExpense.self,
            "WHERE owner = ? AND paused = 0 AND kind = 'expense' AND currency = ? AND next_on <= ? ORDER BY rowid", owner, currency,
            day)
        return recurring.reduce(.zero) { sum, recurring in
            recurring.due(through: day, most: 31).reduce(sum) { sum, _ in sum + recurring.terms.amount.decimal }
        }
    }
}
