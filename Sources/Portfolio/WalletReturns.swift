import Ledger
import Market

/// The returns of wallets over their whole history, in two ways that differ if money came in or went out in between.
package struct WalletReturns: Equatable, Sendable {
    /// The first day with a transaction.
    package let first: Day
    /// The last day that counts.
    package let last: Day
    /// The return of the holdings, independent of when money came or went: 0.05 for 5 percent; nil if a close is missing on a
    /// day with a flow.
    package let timeWeighted: Double?
    /// The same as a yearly rate; nil for less than a year, from which no yearly rate can be derived.
    package let timeWeightedAYear: Double?
    /// The yearly rate at which the money put in would have grown to the value; nil if no such rate exists or a value is missing.
    package let moneyWeightedAYear: Double?
}

extension WalletReturns {
    /// Computes the returns from the values of all days; nil for no days.
    init?(_ days: [DayValue]) {
        guard let first = days.first?.day, let last = days.last?.day else { return nil }
        let timeWeighted = Self.timeWeighted(days)
        self.init(
            first: first, last: last, timeWeighted: timeWeighted,
            timeWeightedAYear: last - first >= 365 ? timeWeighted.flatMap { Returns.annualized($0, days: last - first) } : nil,
            moneyWeightedAYear: Self.moneyWeighted(days))
    }

    private static func timeWeighted(_ days: [DayValue]) -> Double? {
        var values: [Returns.DailyValue] = []
        for day in days {
            guard let inflow = day.inflow, let outflow = day.outflow else { return nil }
            guard let value = day.value else {
                // A day without a value is bridged, unless money came or went on it.
                if inflow.amount == .zero, outflow.amount == .zero { continue }
                return nil
            }
            // What is owed has no return on it.
            if value.amount < .zero { return nil }
            values.append(Returns.DailyValue(day: day.day, value: value, inflow: inflow, outflow: outflow))
        }
        return values.last?.day == days.last?.day ? Returns.timeWeighted(values) : nil
    }

    private static func moneyWeighted(_ days: [DayValue]) -> Double? {
        guard let last = days.last, let value = last.value else { return nil }
        var flows: [Returns.CashFlow] = []
        for day in days {
            guard let flow = day.netFlow else { return nil }
            if flow.amount != .zero { flows.append(Returns.CashFlow(day: day.day, amount: -flow.doubleValue)) }
        }
        flows.append(Returns.CashFlow(day: last.day, amount: value.doubleValue))
        return Returns.moneyWeighted(flows)
    }
}
