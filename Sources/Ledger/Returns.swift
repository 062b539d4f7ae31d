import Glibc
import Market

/// Three answers to "what did it bring?", which differ where money came in or went out in between.
public enum Returns {
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
    public static func onCost(_ summary: Gains.Summary) -> FixedDecimal? {
        guard let open = summary.cost.total, let sold = summary.realized.cost.total, let unrealized = summary.unrealized.total,
            let realized = summary.realized.gain.total, let cost = try? open.adding(sold),
            let gain = try? unrealized.adding(realized)
        else { return nil }
        return Gains.ratio(gain, cost)
    }

    /// What was there at the close of a day.
    public struct DailyValue: Equatable, Sendable {
        /// The day.
        public let day: Day
        /// At its close, before the day's flows, in US dollars.
        public let valueBeforeFlows: Double
        /// What came in from outside less what went out, in US dollars; it counts at the day's close.
        public let netFlow: Double

        /// The close of a day.
        public init(day: Day, valueBeforeFlows: Double, netFlow: Double) {
            (self.day, self.valueBeforeFlows, self.netFlow) = (day, valueBeforeFlows, netFlow)
        }

        /// What the next day starts with.
        public var valueAfterFlows: Double { valueBeforeFlows + netFlow }
    }

    /// The time-weighted return, 0.05 for 5 percent: how the holdings did, whenever money came or went.
    ///
    ///     Π V_t / (V_(t-1) + F_(t-1)) - 1
    ///
    /// V_t is the value at the close of day t before its flows and F_t what came in less what went out on it: flows count at the day's
    /// close, so that they have no part in the return of their day. Where V_(t-1) + F_(t-1) is zero or less there is nothing to have a
    /// return on: the chain breaks off there, and a new one starts with the next day that ends above zero. The chains are multiplied.
    ///
    /// - Parameter values: oldest first, at most one a day. Days without one are bridged: the return is that from the value before. A
    ///   day whose value is unknown may be left out where nothing flowed on it.
    /// - Returns: nil where no day starts above zero, and where a value or flow is not finite.
    public static func timeWeighted(_ values: [DailyValue]) -> Double? {
        var product: Double?
        for (previous, current) in zip(values, values.dropFirst()) where previous.valueAfterFlows > 0 {
            precondition(previous.day < current.day, "\(current.day) stands after \(previous.day)")
            product = (product ?? 1) * current.valueBeforeFlows / previous.valueAfterFlows
        }
        return product.flatMap { $0.isFinite ? $0 - 1 : nil }
    }

    /// A return over some days as one over 365: (1 + r)^(365 / days) - 1.
    ///
    /// - Returns: nil for less than one day, and for a return below -1, which has no yearly rate.
    public static func annualized(_ value: Double, days: Int) -> Double? {
        guard days > 0, value >= -1 else { return nil }
        return pow(1 + value, 365 / Double(days)) - 1
    }
}
