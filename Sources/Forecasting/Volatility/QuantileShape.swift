import Glibc

/// The shape of the distribution of standardised changes at each step, as quantiles at common levels.
///
/// Between two levels, quantiles are interpolated. Beyond the outermost levels the tail is exponential, with the slope of the last two,
/// as in ``QuantileSampler``.
struct QuantileShape: Equatable, Sendable {
    /// Between 0 and 1, ascending; at least 2.
    let levels: [Double]
    /// Quantiles, ascending within each step, shape `[horizon, levels]`.
    let values: [Double]

    private func row(_ step: Int) -> Int { (step - 1) * levels.count }

    /// Returns the quantile at a level, which lies between 0 and 1.
    func quantile(_ level: Double, step: Int) -> Double { value(at: place(of: level), step: step) }

    /// Where a level lies among ``levels``: the same for all steps.
    struct Place {
        /// The lower neighbour's index.
        let index: Int
        /// The share of the upper neighbour; below 0 or above 1 in the tails.
        let share: Double
    }

    /// Returns the place of a level.
    func place(of level: Double) -> Place {
        let last = levels.count - 1
        if level < levels[0] { return Place(index: 0, share: log(levels[0] / level) / log(levels[0] / levels[1])) }
        if level >= levels[last] {
            let (outer, inner) = (1 - levels[last], 1 - levels[last - 1])
            return Place(index: last - 1, share: 1 + log(outer / (1 - level)) / log(inner / outer))
        }
        var above = 1
        while levels[above] <= level { above += 1 }
        return Place(index: above - 1, share: (level - levels[above - 1]) / (levels[above] - levels[above - 1]))
    }

    /// Returns the quantile at a place.
    @inline(__always)
    func value(at place: Place, step: Int) -> Double {
        let low = values[row(step) + place.index]
        return low + place.share * (values[row(step) + place.index + 1] - low)
    }

    /// Returns the level whose quantile is `value`: the inverse of ``quantile(_:step:)``.
    func level(of value: Double, step: Int) -> Double {
        let (first, last) = (row(step), levels.count - 1)
        func rise(_ index: Int) -> Double { values[first + index + 1] - values[first + index] }
        if value < values[first] {
            let rate = rise(0) > 0 ? log(levels[1] / levels[0]) / rise(0) : .infinity
            return levels[0] * exp(rate * (value - values[first]))
        }
        if value >= values[first + last] {
            let (outer, inner) = (1 - levels[last], 1 - levels[last - 1])
            let rate = rise(last - 1) > 0 ? log(outer / inner) / rise(last - 1) : -.infinity
            return value == values[first + last] ? levels[last] : 1 - outer * exp(rate * (value - values[first + last]))
        }
        var above = 1
        while values[first + above] <= value { above += 1 }
        return levels[above - 1] + (value - values[first + above - 1]) / rise(above - 1) * (levels[above] - levels[above - 1])
    }
}
