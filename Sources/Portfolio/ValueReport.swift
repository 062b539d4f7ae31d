import Ledger
import Market

/// The first and last day of a report on value over time.
package struct ValueDays: Equatable, Sendable {
    /// The largest number of days between the first and the last.
    package static let most = 100_000

    package let since: Day
    package let until: Day

    /// Whether the report has no days: the requested days are all before the first transaction.
    package var isEmpty: Bool { since > until }
}

/// Too many days were requested.
package struct TooManyDaysError: Error, Equatable, Sendable {
    package let days: ValueDays
}

/// The value of wallets at the end of each day.
package struct ValueReport: Sendable {
    package let wallets: WalletGroup
    /// The currency of all values.
    package let currency: Currency
    /// Oldest first.
    package let days: [DayValue]
    /// How the last day relates to the transactions.
    package let timing: ReportTiming
}

extension ValueReport {
    /// The money put in by the end of each day: inflows minus outflows since the first day of the report. Nil from the first day on
    /// whose flows are not known.
    package var putIn: [Money?] {
        var sum: Money? = .zero(currency)
        return days.map { day in
            sum = sum.flatMap { sum in day.netFlow.flatMap { try? sum.adding($0) } }
            return sum
        }
    }

    /// The change of value on the last day, without that day's inflows and outflows: 0.05 for 5 percent. Nil if a value or flow of
    /// the last two days is missing, or if the value was zero the day before.
    package var lastChange: Double? {
        guard days.count >= 2, let before = days[days.count - 2].value, before.amount > .zero,
            let last = days.last, let value = last.value, let flow = last.netFlow
        else { return nil }
        return (value.doubleValue - flow.doubleValue) / before.doubleValue - 1
    }
}

extension ValueHistory {
    /// Returns the days of a report; nil for wallets without transactions.
    ///
    /// - Parameters:
    ///   - since: the first day; nil for the day of the first transaction.
    ///   - until: the last day; nil for the newest day with a stored close of the wallets' holdings, or `since` if that is later.
    /// - Throws: ``TooManyDaysError`` for ``ValueDays/most`` or more.
    package func days(
        of group: WalletGroup, since: Day?, until: Day?, in currency: Currency
    ) async throws -> ValueDays? {
        guard let (first, last) = try await span(of: group, in: currency) else { return nil }
        let days = ValueDays(since: since ?? first, until: until ?? max(last, since ?? first))
        guard days.until - days.since < ValueDays.most else { throw TooManyDaysError(days: days) }
        return days
    }

    /// Returns the value of wallets at the end of each of the given days.
    ///
    /// - Parameter days: nil for wallets without transactions.
    package func report(of group: WalletGroup, _ days: ValueDays?, in currency: Currency) async throws -> ValueReport {
        var values: [DayValue] = []
        if let days { values = try await self.values(of: group, from: days.since, through: days.until, in: currency) }
        let timing = try await transactions.timing(of: group, day: days?.until ?? prices.today, includesLater: false)
        return ValueReport(wallets: group, currency: currency, days: values, timing: timing)
    }
}
