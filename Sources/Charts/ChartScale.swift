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
}

/// Converts days or values to pixels.
struct ChartScale {
    private let start: Double
    private let low: Double
    private let isLogarithmic: Bool
    /// Pixels for each unit: a day, a value or the logarithm of a value.
    let unit: Double

    init(low: Double, high: Double, start: Double, end: Double, isLogarithmic: Bool = false) {
        let (low, high) = isLogarithmic ? (log(low), log(high)) : (low, high)
        self.start = start
        self.low = low
        self.isLogarithmic = isLogarithmic
        unit = (end - start) / (high == low ? 1 : high - low)
    }

    func callAsFunction(_ value: Double) -> Double { start + ((isLogarithmic ? log(value) : value) - low) * unit }
}
