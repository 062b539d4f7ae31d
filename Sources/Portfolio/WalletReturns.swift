import Ledger
import Market

/// What a wallet brought over all of its time, told in two ways that differ where money came in or went out in between.
public struct WalletReturns: Equatable, Sendable {
    /// The first day with a transaction.
    public let first: Day
    /// The last day that counts.
    public let last: Day
    /// How the holdings did, whenever money came or went: 0.05 for 5 percent; nil where a close is missing on a day of a flow.
    public let timeWeighted: Double?
    /// The same as a rate a year; nil for less than a year, which says nothing about a year.
    public let timeWeightedAYear: Double?
    /// The yearly rate at which the money put in would have become the value; nil where none exists or a value is missing.
    public let moneyWeightedAYear: Double?
}

extension Portfolio {
    /// The returns of a wallet from its first transaction to the end of a day.
    ///
    /// Time-weighted, deposits, withdrawals and transfers count at the day's closes; money-weighted, deposits count at what they cost
    /// where that is known. Income and fees are part of what the wallet earned. Flows count at the close of their day, so that what
    /// happened between the first deposit and that day's close, its fees included, is in the money-weighted return only.
    ///
    /// - Returns: nil for a wallet without a transaction up to that day.
    public func returns(of wallet: Wallet, through last: Day) async throws -> WalletReturns? {
        try check(wallet)
        let query = JournalQuery(wallets: [wallet.id], leavesOutCorrected: true, limit: 1)
        guard let first = try await repositories.journal.transactions(query).first?.transaction.day, first <= last else {
            return nil
        }
        let days = try await valueOverTime(wallet, from: first, through: last)
        let timeWeighted = Self.timeWeighted(days)
        return WalletReturns(
            first: first, last: last, timeWeighted: timeWeighted,
            timeWeightedAYear: last - first >= 365 ? timeWeighted.flatMap { Returns.annualized($0, days: last - first) } : nil,
            moneyWeightedAYear: Self.moneyWeighted(days))
    }

    private static func timeWeighted(_ days: [DayValue]) -> Double? {
        var values: [Returns.DailyValue] = []
        for day in days {
            guard let flow = day.netFlow else { return nil }
            // What is owed has no return on it.
            if let value = day.value, value < .zero { return nil }
            guard let value = day.value else {
                // A day without a value is bridged, unless money came or went on it.
                if flow == .zero { continue }
                return nil
            }
            values.append(
                Returns.DailyValue(
                    day: day.day, valueBeforeFlows: value.doubleValue - flow.doubleValue, netFlow: flow.doubleValue))
        }
        return values.last?.day == days.last?.day ? Returns.timeWeighted(values) : nil
    }

    private static func moneyWeighted(_ days: [DayValue]) -> Double? {
        guard let last = days.last, let value = last.value else { return nil }
        var flows: [Returns.CashFlow] = []
        for day in days {
            guard let paidIn = day.paidIn else { return nil }
            if paidIn != .zero { flows.append(Returns.CashFlow(day: day.day, amount: -paidIn.doubleValue)) }
        }
        flows.append(Returns.CashFlow(day: last.day, amount: value.doubleValue))
        return Returns.moneyWeighted(flows)
    }
}
