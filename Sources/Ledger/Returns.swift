import Glibc
import Market

/// Three measures of return, which differ if money came in or went out in between.
package enum Returns {
    /// Returns the gain on the cost of all coins ever acquired, 0.05 for 5 percent:
    ///
    ///     (M + P - C) / C
    ///
    /// M is the market value of the open lots, P the proceeds of all sales (a fee paid in coins has none), and C the cost of
    /// the open lots and of everything sold or paid as a fee. Coins that were withdrawn, or moved to a wallet that does not
    /// count, are excluded, because they took their cost along. Time plays no role.
    ///
    /// - Parameter summary: of coins without cash, in any currency: ``Gains/coins``, or one of ``Gains/assets``.
    /// - Returns: nil if a price or a cost is missing, if C is zero, or if the ratio is too large for a decimal.
    package static func onCost(_ summary: Gains.Summary) -> FixedDecimal? {
        guard let open = summary.cost.total, let sold = summary.realized.cost.total, let unrealized = summary.unrealized.total,
            let realized = summary.realized.gain.total, let cost = try? open.adding(sold),
            let gain = try? unrealized.adding(realized)
        else { return nil }
        return Gains.ratio(gain, cost)
    }

    /// The value and the external flows of a day, in one currency.
    package struct DailyValue: Equatable, Sendable {
        package let day: Day
        /// The value at the day's close, after all flows of the day.
        package let value: Money
        /// The external inflow, counted at the start of the day; zero or more.
        package let inflow: Money
        /// The external outflow, counted at the end of the day; zero or more.
        package let outflow: Money

        package init(day: Day, value: Money, inflow: Money? = nil, outflow: Money? = nil) {
            (self.day, self.value) = (day, value)
            (self.inflow, self.outflow) = (inflow ?? .zero(value.currency), outflow ?? .zero(value.currency))
        }
    }

    /// Returns the time-weighted return, 0.05 for 5 percent: the performance of the holdings, independent of when money came or
    /// went.
    ///
    ///     Π (V_t + O_t) / (V_(t-1) + I_t) - 1
    ///
    /// V_t is the value at the close of day t, I_t the inflow and O_t the outflow of that day. Inflows count at the start of
    /// the day and outflows at its end, so that a day's result is measured against all the money that could have earned it.
    /// Both sums are exact; only their ratio is floating point. Days on which V_(t-1) + I_t is zero have no return and are
    /// skipped.
    ///
    /// The return is never below -1 if no value is negative.
    ///
    /// - Parameter values: oldest first, at most one a day. The value before the first is zero. A day without flows may be
    ///   omitted: the next day's ratio then covers it.
    /// - Returns: nil if no day has a return, or if a sum or the product is too large.
    package static func timeWeighted(_ values: [DailyValue]) -> Double? {
        var (product, before) = (Double?.none, FixedDecimal.zero)
        for (index, current) in values.enumerated() {
            precondition(index == 0 || values[index - 1].day < current.day, "\(current.day) is out of order")
            guard let start = try? before.adding(current.inflow.amount), let end = try? current.value.adding(current.outflow) else {
                return nil
            }
            if start > .zero { product = (product ?? 1) * (end.doubleValue / start.doubleValue) }
            before = current.value.amount
        }
        return product.flatMap { $0.isFinite ? $0 - 1 : nil }
    }

    /// Converts a return over `days` days to 365 days: (1 + r)^(365 / days) - 1.
    ///
    /// - Returns: nil for less than one day, and for a return below -1, which has no yearly rate.
    package static func annualized(_ value: Double, days: Int) -> Double? {
        guard days > 0, value >= -1 else { return nil }
        return pow(1 + value, 365 / Double(days)) - 1
    }
}
