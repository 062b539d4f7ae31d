import Ledger
import Market

/// The returns of wallets over their whole history, computed in two ways that differ if money came in or went out in between.
package struct WalletReturns: Equatable, Sendable {
    /// The first day with a transaction.
    package let first: Day
    /// The last day that counts.
    package let last: Day
    /// The return of the holdings, independent of when money came in or went out: 0.05 for 5 percent; nil if a close is missing on
    /// a day with a flow.
    package let timeWeighted: Double?
    /// The same as a yearly rate, over the days with money in the wallets; nil for less than a year of such days, from which no
    /// yearly rate can be derived.
    package let timeWeightedAYear: Double?
    /// The yearly rate at which the money put in would have grown to the value; nil if no such rate exists, if a value is missing, or
    /// for less than ``leastDaysWithMoney`` days with money.
    package let moneyWeightedAYear: Double?
    /// The number of days on which the wallets were not empty at the start. A wallet that was empty for a year has earned nothing
    /// in it.
    package let daysWithMoney: Int
    /// The days on which the closes of a held coin change as they would in a split, in order of time.
    package let closeShifts: [CloseShift]

    /// With fewer days with money, yearly rates have many digits and no meaning.
    package static let leastDaysWithMoney = 30
}

extension WalletReturns {
    /// Computes the returns from the values of all days; nil for no days.
    init?(_ days: [DayValue], _ closeShifts: [CloseShift]) {
        guard let first = days.first?.day, let last = days.last?.day else { return nil }
        let timeWeighted = Self.timeWeighted(days)
        // Holdings without a known value count as money too.
        let daysWithMoney = days.dropLast().count { $0.value?.amount != .zero }
        self.init(
            first: first, last: last, timeWeighted: timeWeighted,
            timeWeightedAYear: daysWithMoney >= 365 ? timeWeighted.flatMap { Returns.annualized($0, days: daysWithMoney) } : nil,
            moneyWeightedAYear: daysWithMoney >= Self.leastDaysWithMoney ? Self.moneyWeighted(days) : nil,
            daysWithMoney: daysWithMoney, closeShifts: closeShifts)
    }

    private static func timeWeighted(_ days: [DayValue]) -> Double? {
        var values: [Returns.DailyValue] = []
        for day in days {
            guard let inflow = day.inflow, let outflow = day.outflow else { return nil }
            guard let value = day.value else {
                // A day without a value is skipped, unless money came in or went out on it.
                if inflow.amount == .zero, outflow.amount == .zero { continue }
                return nil
            }
            // Debt has no return.
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
