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

/// What a simulated account has earned or lost, beside one coin that was bought and held for the same payments. All figures are in
/// one currency.
///
/// What was earned is the value now, plus what was paid out, minus what was paid in. It has three parts, which add up to it exactly:
/// ``unrealized``, ``realized`` and ``exchange``.
package struct EarningsReport: Equatable, Sendable {
    /// The account at the end of a day; today as it is now.
    package struct Point: Equatable, Sendable {
        package let day: Day
        /// Nil if a close of the day is not stored.
        package let value: Money?
        /// What had been paid in minus what had been paid out; nil from the first payment on whose value is not known.
        package let putIn: Money?
        /// What the held coin would be worth; nil where that is not known.
        package let held: Money?

        package var earned: Money? { Self.difference(value, putIn) }
        package var heldEarned: Money? { Self.difference(held, putIn) }

        private static func difference(_ left: Money?, _ right: Money?) -> Money? {
            guard let left, let right else { return nil }
            return try? left.subtracting(right)
        }
    }

    /// A coin that was bought for each payment in, and sold for each payment out.
    package struct Held: Equatable, Sendable {
        package let coin: Asset
        /// How much of it would be left; nil if a price is missing.
        package let quantity: Quantity?
        package let value: Money?
        /// What was paid out beyond what the coin had brought, which counts against its value.
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
    /// What the account has, held amounts included, at the newest stored prices; nil if one is missing.
    package let value: Money?
    /// What is owned now: its value minus what it cost.
    package let unrealized: Money?
    /// What was sold, paid as a fee, or left the account: what it brought minus what it cost; and rewards.
    package let realized: Money?
    /// Fees of trades, withdrawals and transfers, each converted by the rate of its day. They are part of the other figures.
    package let fees: Money?
    package let held: Held
    /// The days of the period, oldest first.
    package let points: [Point]
    /// The state before the period; nil if the period begins with the account.
    package let before: Point?
    /// The time of the oldest price that the value uses, in seconds since 1970-01-01 UTC; nil if it uses none.
    package let pricedAt: Int?
    /// What has no price; the asset of the currency alone where its rate is missing.
    package let missing: [Asset]

    package var earned: Money? {
        guard let value, let paidIn, let paidOut, let back = try? value.adding(paidOut) else { return nil }
        return try? back.subtracting(paidIn)
    }

    /// What the exchange rate of dollars has earned, in a report in euros; always zero in one in dollars.
    package var exchange: Money? {
        guard let earned, let unrealized, let realized, let rest = try? earned.subtracting(unrealized) else { return nil }
        return try? rest.subtracting(realized)
    }

    /// What was earned in the period; nil where its beginning or end is not known.
    package var earnedInPeriod: Money? { change(earned, before.map { $0.earned }) }
    /// What the held coin would have earned in the period.
    package var heldEarnedInPeriod: Money? { change(held.earned, before.map { $0.heldEarned }) }

    private func change(_ now: Money?, _ then: Money??) -> Money? {
        guard let now else { return nil }
        guard let then else { return now }
        return then.flatMap { try? now.subtracting($0) }
    }
}
