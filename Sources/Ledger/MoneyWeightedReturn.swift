import Glibc
import Market

extension Returns {
    /// Money that an investor paid or got on a day.
    package struct CashFlow: Equatable, Sendable {
        /// The day.
        package let day: Day
        /// US dollars: below zero what was paid in, above zero what was got back, and at the end what the holdings are worth.
        package let amount: Double

        /// A flow.
        package init(day: Day, amount: Double) { (self.day, self.amount) = (day, amount) }
    }

    /// The money-weighted return a year, 0.05 for 5 percent: the rate r at which all flows together are worth nothing,
    ///
    ///     Σ F_i × (1 + r)^(-(t_i - t_0) / 365) = 0
    ///
    /// with t in days and t_0 that of the first flow, as Excel's XIRR has it. The sum is solved for x = ln(1 + r), so that every rate
    /// above -1 can be reached; where several solve it, the one whose x is nearest to zero is taken.
    ///
    /// - Parameter flows: in any order; the last usually is the value of what is held.
    /// - Returns: nil where all flows have one sign or are on one day, where a flow is not finite, and where no rate solves it.
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

/// The worth of flows at a rate x = ln(1 + r), times a positive number that keeps it finite: no exponent is above zero.
private struct PresentValue {
    private let amounts: [Double]
    /// Years from the first flow.
    private let years: [Double]
    private let span: Double

    init(_ flows: [Returns.CashFlow], from first: Day, through last: Day) {
        let largest = flows.map(\.amount.magnitude).max()!
        amounts = flows.map { $0.amount / largest }
        years = flows.map { Double($0.day - first) / 365 }
        span = Double(last - first) / 365
    }

    /// The worth and its derivative, as of the first day where x is positive, of the last where it is negative.
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

    /// The interval nearest to zero, on a grid that grows by a quarter at each step, at whose ends the worth has two signs.
    func bracket() -> ClosedRange<Double>? {
        let atZero = self(0).value
        if atZero == 0 { return 0...0 }
        var (inner, outer, innerUp, innerDown) = (0.0, 0.005, atZero, atZero)
        // e^709 is the largest rate that is finite.
        while inner < 709 {
            let (up, down) = (self(outer).value, self(-outer).value)
            if up == 0 || (up < 0) != (innerUp < 0) { return inner...outer }
            if down == 0 || (down < 0) != (innerDown < 0) { return -outer ... -inner }
            (inner, innerUp, innerDown) = (outer, up, down)
            outer = min(outer * 1.25, inner + 20)
        }
        return nil
    }

    /// Newton's steps, and the middle where they leave the bracket.
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
