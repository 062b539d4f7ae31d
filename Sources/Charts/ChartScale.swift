import Glibc
import Market

/// The days that a chart shows, as numbers.
struct ChartView {
    let from: Double
    let to: Double

    init(from: Double, to: Double) {
        self.from = from
        self.to = to
    }

    init(_ days: ClosedRange<Day>) {
        self.init(from: Double(days.lowerBound.daysSince1970), to: Double(days.upperBound.daysSince1970))
    }

    func holds(_ day: Day) -> Bool { (from...to).contains(Double(day.daysSince1970)) }
}

/// Converts days or values to pixels.
struct ChartScale {
    private let start: Double
    private let low: Double
    private let isLogarithmic: Bool
    /// The values that are drawn in place of those beyond them; nil for a scale without ends.
    private let limits: ClosedRange<Double>?
    /// Pixels for each unit: a day, a value or the logarithm of a value.
    let unit: Double

    /// - Parameter isClamped: whether values beyond the ends are drawn at the ends.
    init(low: Double, high: Double, start: Double, end: Double, isLogarithmic: Bool = false, isClamped: Bool = false) {
        limits = isClamped && low <= high ? low...high : nil
        let (low, high) = isLogarithmic ? (log(low), log(high)) : (low, high)
        self.start = start
        self.low = low
        self.isLogarithmic = isLogarithmic
        unit = (end - start) / (high == low ? 1 : high - low)
    }

    func callAsFunction(_ value: Double) -> Double {
        let value = limits.map { min(max(value, $0.lowerBound), $0.upperBound) } ?? value
        return start + ((isLogarithmic ? log(value) : value) - low) * unit
    }
}
