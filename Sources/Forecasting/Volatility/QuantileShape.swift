import Glibc

/// The shape of the distribution of standardised changes at each step, as quantiles at common levels.
///
/// Quantiles are linear in the logit of the level between two levels, and beyond the outermost ones, where the tails are exponential.
struct QuantileShape: Equatable, Sendable {
    /// The logits of the levels, ascending; at least 2.
    private let logits: [Double]
    /// Quantiles, ascending within each step, shape `[horizon, levels]`.
    private let values: [Double]

    /// - Parameters:
    ///   - levels: between 0 and 1, ascending; at least 2.
    ///   - values: shape `[horizon, levels]`. Crossing quantiles are sorted, as those of networks are.
    init(levels: [Double], values: [Double]) {
        let count = levels.count
        logits = levels.map(Self.logit)
        self.values = stride(from: 0, to: values.count, by: count).flatMap { values[$0..<$0 + count].sorted() }
    }

    /// Where a level lies among the shape's: the same for all steps.
    struct Place {
        /// The lower neighbour's index.
        let index: Int
        /// The share of the upper neighbour; below 0 or above 1 in the tails.
        let share: Double
    }

    /// Returns the place of a level, which lies between 0 and 1.
    func place(of level: Double) -> Place {
        let logit = Self.logit(level)
        var index = 0
        while index < logits.count - 2, logits[index + 1] <= logit { index += 1 }
        return Place(index: index, share: (logit - logits[index]) / (logits[index + 1] - logits[index]))
    }

    /// Returns the quantile at a place.
    @inline(__always)
    func value(at place: Place, step: Int) -> Double {
        let low = (step - 1) * logits.count + place.index
        return values[low] + place.share * (values[low + 1] - values[low])
    }

    /// Returns the level whose quantile is `value`.
    func level(of value: Double, step: Int) -> Double {
        let first = (step - 1) * logits.count
        var index = 0
        while index < logits.count - 2, values[first + index + 1] <= value { index += 1 }
        let (low, rise) = (values[first + index], values[first + index + 1] - values[first + index])
        guard rise > 0 else { return value < low ? 0 : value > low ? 1 : Self.level(logits[index]) }
        return Self.level(logits[index] + (value - low) / rise * (logits[index + 1] - logits[index]))
    }

    private static func logit(_ level: Double) -> Double { log(level / (1 - level)) }
    private static func level(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }
}
