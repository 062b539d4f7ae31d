import Glibc
import Market

extension Returns {
    /// An investor's payment or receipt on a day.
    package struct CashFlow: Equatable, Sendable {
        package let day: Day
        /// The amount in US dollars: negative for payments, positive for receipts, including the final value of the holdings.
        package let amount: Double

        package init(day: Day, amount: Double) { (self.day, self.amount) = (day, amount) }
    }

    /// Returns the money-weighted return a year, 0.05 for 5 percent: the rate r at which the present values of all flows add up
    /// to zero,
    ///
    ///     Σ F_i × (1 + r)^(-(t_i - t_0) / 365) = 0
    ///
    /// with t in days and t_0 the day of the first flow, as in Excel's XIRR. The equation is solved for x = ln(1 + r), which
    /// reaches every rate above -1. Of several solutions, the one with x nearest to zero is returned.
    ///
    /// - Parameter flows: in any order. The last is usually the value of the holdings.
    /// - Returns: nil if all flows have the same sign or day, if a flow is not finite, or if no rate solves the equation.
    package static func moneyWeighted(_ flows: [CashFlow]) -> Double? {
        guard let first = flows.map(\.day).min(), let last = flows.map(\.day).max(), first < last,
            flows.allSatisfy(\.amount.isFinite), flows.contains(where: { $0.amount < 0 }), flows.contains(where: { $0.amount > 0 })
        else { return nil }
        let worth = PresentValue(flows, from: first, through: last)
        guard let bracket = worth.bracket() else { return nil }
        let rate = expm1(worth.root(in: bracket))
        return rate.isFinite ? rate : nil
    }
}

/// The present value of flows at x = ln(1 + r), scaled by a positive factor so that no exponent is positive and the value stays
/// finite.
private struct PresentValue {
    private let amounts: [Double]
    /// Years since the first flow.
    private let years: [Double]
    private let span: Double

    init(_ flows: [Returns.CashFlow], from first: Day, through last: Day) {
        let largest = flows.map(\.amount.magnitude).max()!
        amounts = flows.map { $0.amount / largest }
        years = flows.map { Double($0.day - first) / 365 }
        span = Double(last - first) / 365
    }

    /// Returns the present value and its derivative, as of the first day for positive x and of the last day for negative x.
    func callAsFunction(_ x: Double) -> (value: Double, slope: Double) {
        var (value, slope) = (0.0, 0.0)
        for (amount, year) in zip(amounts, years) {
            let shifted = x < 0 ? year - span : year
            let term = amount * exp(-x * shifted)
            value += term
            slope -= shifted * term
        }
        return (value, slope)
    }

    /// Returns the interval nearest to zero whose ends have present values of different signs, on a grid whose steps grow by a
    /// quarter.
    func bracket() -> ClosedRange<Double>? {
        let atZero = self(0).value
        if atZero == 0 { return 0...0 }
        var (inner, outer, innerUp, innerDown) = (0.0, 0.005, atZero, atZero)
        // e^709 is the largest finite rate.
        while inner < 709 {
            let (up, down) = (self(outer).value, self(-outer).value)
            if up == 0 || (up < 0) != (innerUp < 0) { return inner...outer }
            if down == 0 || (down < 0) != (innerDown < 0) { return -outer ... -inner }
            (inner, innerUp, innerDown) = (outer, up, down)
            outer = min(outer * 1.25, inner + 20)
        }
        return nil
    }

    /// Finds the root by Newton's method, with bisection when a step leaves the bracket.
    func root(in bracket: ClosedRange<Double>) -> Double {
        var (low, high) = (bracket.lowerBound, bracket.upperBound)
        let isRising = self(low).value < self(high).value
        var x = (low + high) / 2
        for _ in 0..<200 where high - low > 0 {
            let (value, slope) = self(x)
            if value == 0 { return x }
            if (value < 0) == isRising { low = x } else { high = x }
            let newton = x - value / slope
            let next = newton > low && newton < high ? newton : (low + high) / 2
            if abs(next - x) <= 1e-15 * max(1, abs(x)) { return next }
            x = next
        }
        return x
    }
}
