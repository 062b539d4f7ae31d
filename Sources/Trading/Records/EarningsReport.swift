import Ledger
import Market

/// How far back earnings are shown.
package enum EarningsPeriod: String, CaseIterable, Sendable {
    case week = "1w"
    case month = "1m"
    case quarter = "3m"
    case year = "1y"
    case all

    /// The days before today; nil for all.
    package var days: Int? {
        switch self {
        case .week: 7
        case .month: 30
        case .quarter: 91
        case .year: 365
        case .all: nil
        }
    }
}

/// The profit or loss of a simulated account, compared with one coin bought and held for the same payments. All figures are in one
/// currency.
///
/// The amount earned is the current value, plus the amounts paid out, minus the amounts paid in. It has three parts, which add up
/// to it exactly: ``unrealized``, ``realized`` and ``exchange``.
package struct EarningsReport: Equatable, Sendable {
    /// The account at the end of a day; for today, its current state.
    package struct Point: Equatable, Sendable {
        package let day: Day
        /// Nil if a close of the day is not stored.
        package let value: Money?
        /// The amount paid in minus the amount paid out so far; nil from the first payment on whose value is not known.
        package let putIn: Money?
        /// The value that the held coin would have; nil if it is not known.
        package let held: Money?

        package var earned: Money? { Self.difference(value, putIn) }
        package var heldEarned: Money? { Self.difference(held, putIn) }

        private static func difference(_ left: Money?, _ right: Money?) -> Money? {
            guard let left, let right else { return nil }
            return try? left.subtracting(right)
        }
    }

    /// A coin that is bought for each payment in, and sold for each payment out.
    package struct Held: Equatable, Sendable {
        package let coin: Asset
        /// The quantity that would be left; nil if a price is missing.
        package let quantity: Quantity?
        package let value: Money?
        /// The amount paid out beyond the coin's proceeds, which is deducted from its value.
        package let owed: Money?
        package let earned: Money?
        /// The first day with a payment but without a price of the coin.
        package let missingDay: Day?
    }

    package let currency: Currency
    /// The day of the first transaction; nil without any.
    package let first: Day?
    /// The day that has not ended.
    package let today: Day
    /// Payments, and coins received from others at their value then; nil if the value of one is not known.
    package let paidIn: Money?
    /// Payments, and coins sent to others at their value then.
    package let paidOut: Money?
    /// The value of the account, held amounts included, at the newest stored prices; nil if a price is missing.
    package let value: Money?
    /// The gain on current holdings: their value minus their cost.
    package let unrealized: Money?
    /// The gain on coins that were sold, paid as a fee, or left the account: proceeds minus cost; plus rewards.
    package let realized: Money?
    /// Fees of trades, withdrawals and transfers, each converted at the rate of its day. They are part of the other figures.
    package let fees: Money?
    package let held: Held
    /// The days of the period, oldest first.
    package let points: [Point]
    /// The state before the period; nil if the period begins with the account.
    package let before: Point?
    /// The time of the oldest price that the value uses, in seconds since 1970-01-01 UTC; nil if it uses none.
    package let pricedAt: Int?
    /// The assets without a price; only the currency's asset if its rate is missing.
    package let missing: [Asset]

    package var earned: Money? {
        guard let value, let paidIn, let paidOut, let back = try? value.adding(paidOut) else { return nil }
        return try? back.subtracting(paidIn)
    }

    /// The gain from the exchange rate of dollars, in a report in euros; always zero in a report in dollars.
    package var exchange: Money? {
        guard let earned, let unrealized, let realized, let rest = try? earned.subtracting(unrealized) else { return nil }
        return try? rest.subtracting(realized)
    }

    /// The amount earned in the period; nil if the state at its beginning or end is not known.
    package var earnedInPeriod: Money? { change(earned, before.map { $0.earned }) }
    /// The amount that the held coin would have earned in the period.
    package var heldEarnedInPeriod: Money? { change(held.earned, before.map { $0.heldEarned }) }

    private func change(_ now: Money?, _ then: Money??) -> Money? {
        guard let now else { return nil }
        guard let then else { return now }
        return then.flatMap { try? now.subtracting($0) }
    }
}
