import Glibc
import Market

/// Three answers to "what did it bring?", which differ where money came in or went out in between.
package enum Returns {
    /// The gain on the cost of everything ever acquired, 0.05 for 5 percent:
    ///
    ///     (M + P - C) / C
    ///
    /// M is the market value of the open lots, P the proceeds of all sales (a fee paid in coins brings nothing), and C the cost of the
    /// open lots and of all that was sold or paid as a fee. What was withdrawn, or moved to a wallet that does not count, is left out
    /// altogether: it took its cost along. Time plays no part.
    ///
    /// - Parameter summary: of coins, without cash: ``Gains/coins``, or one of ``Gains/assets``.
    /// - Returns: nil where a price or a cost is missing, where C is zero, or where the ratio is too large for a decimal.
    package static func onCost(_ summary: Gains.Summary) -> FixedDecimal? {
        guard let open = summary.cost.total, let sold = summary.realized.cost.total, let unrealized = summary.unrealized.total,
            let realized = summary.realized.gain.total, let cost = try? open.adding(sold),
            let gain = try? unrealized.adding(realized)
        else { return nil }
        return Gains.ratio(gain, cost)
    }

    /// A day's value and flows, in US dollars.
    package struct DailyValue: Equatable, Sendable {
        /// The day.
        package let day: Day
        /// The value at the day's close, after all of its flows.
        package let value: Money
        /// What came in from outside; it counts at the start of the day. Zero or more.
        package let inflow: Money
        /// What went out; it counts at the end of the day. Zero or more.
        package let outflow: Money

        /// A day's value and flows.
        package init(day: Day, value: Money, inflow: Money = .zero, outflow: Money = .zero) {
            (self.day, self.value, self.inflow, self.outflow) = (day, value, inflow, outflow)
        }
    }

    /// The time-weighted return, 0.05 for 5 percent: how the holdings did, whenever money came or went.
    ///
    ///     Π (V_t + O_t) / (V_(t-1) + I_t) - 1
    ///
    /// V_t is the value at the close of day t, I_t what came in on that day and O_t what went out. Inflows count at the start of the day
    /// and outflows at its end, so that a day's result is measured against all the money that could have earned it. Both sums are exact;
    /// only their ratio is a floating-point number. Days on which V_(t-1) + I_t is zero have no return and are skipped.
    ///
    /// Never below -1 where no value is negative.
    ///
    /// - Parameter values: oldest first, at most one a day, the first one preceded by a value of zero. A day may be left out if nothing
    ///   came in or went out on it: the next day's ratio then covers it.
    /// - Returns: nil if no day has a return, or if a sum or the product is too large.
    package static func timeWeighted(_ values: [DailyValue]) -> Double? {
        var (product, before) = (Double?.none, Money.zero)
        for (index, current) in values.enumerated() {
            precondition(index == 0 || values[index - 1].day < current.day, "\(current.day) is out of order")
            guard let start = try? before.adding(current.inflow), let end = try? current.value.adding(current.outflow) else {
                return nil
            }
            if start > .zero { product = (product ?? 1) * (end.doubleValue / start.doubleValue) }
            before = current.value
        }
        return product.flatMap { $0.isFinite ? $0 - 1 : nil }
    }

    /// A return over some days as one over 365: (1 + r)^(365 / days) - 1.
    ///
    /// - Returns: nil for less than one day, and for a return below -1, which has no yearly rate.
    package static func annualized(_ value: Double, days: Int) -> Double? {
        guard days > 0, value >= -1 else { return nil }
        return pow(1 + value, 365 / Double(days)) - 1
    }
}
