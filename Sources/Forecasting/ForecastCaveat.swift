import Glibc
import Market

/// A reason, found in a series' own past, why the accuracy that was measured on other coins does not hold for it.
public enum ForecastCaveat: Equatable, Sendable {
    /// The price returns to a level, as with a pegged coin, so that bands for a wandering price are too wide.
    ///
    /// `inside` is the share of the series' own changes over ``spanDays`` days that lie within the 50 % band of a price that
    /// wanders: what the usual daily change times the square root of the days allows.
    case returns(inside: Double)
    /// Many closes equal the previous one, as with a coarsely rounded price or a price that hardly changes.
    case unchanged(days: Int, of: Int)

    /// The days of a change that is compared with daily ones.
    static let spanDays = 30
    /// A variance ratio below it: a price that wanders has 1. In 3,299 contexts of sixteen real coins it is at least 0.37, and in
    /// 6,000 random walks of 500 closes at least 0.31; white noise around a level has 1 / ``spanDays``.
    private static let leastVarianceRatio = 0.3
    /// The least share of ``returns(inside:)``. A single large move that is undone lowers the variance ratio too, but not this share: it
    /// is at most 0.61 in those contexts of real coins.
    private static let leastInside = 0.75
    /// Fewer closes prove nothing.
    private static let fewestCloses = 200

    /// Finds the caveats of a context. They do not contradict each other.
    ///
    /// Equal closes of a price that returns to its level are no reason to expect narrow bands: with four decimals, a simulated pegged
    /// coin has 98 % of its closes in the 50 % band, as many as with six.
    ///
    /// - Parameter closes: positive and finite, oldest first; at least 2.
    /// - Complexity: one logarithm per close.
    static func all(in closes: ArraySlice<Double>) -> [ForecastCaveat] {
        if let inside = shareInside(closes) { return [.returns(inside: inside)] }
        let unchanged = zip(closes, closes.dropFirst()).count { $0 == $1 }
        return unchanged * 20 > closes.count ? [.unchanged(days: unchanged, of: closes.count - 1)] : []
    }

    /// The share of ``returns(inside:)``; nil for a price that wanders.
    private static func shareInside(_ closes: ArraySlice<Double>) -> Double? {
        guard closes.count >= fewestCloses else { return nil }
        let logs = closes.map { log($0) }
        func changes(_ days: Int) -> [Double] { zip(logs.dropFirst(days), logs).map { abs($0 - $1) } }
        func variance(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } / Double(values.count) }
        let (daily, long) = (changes(1), changes(spanDays))
        let span = Double(spanDays)
        guard variance(long) < leastVarianceRatio * span * variance(daily) else { return nil }
        let half = daily.sorted()[(daily.count - 1) / 2] * span.squareRoot()
        let inside = Double(long.count { $0 <= half }) / Double(long.count)
        return inside >= leastInside ? inside : nil
    }
}

extension ForecastCaveat: CustomStringConvertible {
    /// A clause with the figures, to follow the ticker and a colon.
    public var description: String {
        "\(reason); \(consequence), and the measured accuracy of other coins does not hold for it"
    }

    /// What the series' past shows, with the figures.
    package var reason: String {
        switch self {
        case .returns(let inside):
            "the price keeps returning to its level: \(PriceText.fixed(inside * 100, decimals: 0)) % of its own changes over "
                + "\(Self.spanDays) days lie in the 50 % band of a price that wanders"
        case .unchanged(let days, let count):
            "\(days) of the last \(count) closes equal the one before, which the model has not learned"
        }
    }

    /// What that means for the forecast.
    package var consequence: String {
        switch self {
        case .returns: "its bands are too wide"
        case .unchanged: "its bands may be far too narrow"
        }
    }
}
