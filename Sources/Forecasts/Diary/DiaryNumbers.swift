import Forecasting
import Glibc

/// A forecast's values for each day, and the naive forecast's for the same closes, at fixed levels.
///
/// Each number is the natural logarithm of a price divided by the last close, in single precision: it resolves 1e-7 of the price,
/// more than a single-precision forecast contains, at half the size of a double, and no price is out of its range. 96 days take
/// 16.5 kB.
package struct DiaryNumbers: Equatable, Sendable {
    /// The levels of the quantiles: 0.025, 0.05, 0.1, 0.15, … 0.9, 0.95, 0.975.
    package static let levels = [0.025] + (1...19).map { Double($0) / 20 } + [0.975]

    /// The expected closes, shape `[days]`.
    package let points: [Float]
    /// The forecast's quantiles, shape `[days, levels]`; empty for a forecast without a distribution.
    package let quantiles: [Float]
    /// The naive forecast's quantiles, shape `[days, levels]`. Its point is the last close.
    package let naiveQuantiles: [Float]

    /// The number of days.
    package var days: Int { points.count }
    /// Whether the forecast had a distribution.
    package var hasQuantiles: Bool { !quantiles.isEmpty }

    /// Creates the numbers of a forecast.
    ///
    /// - Parameter context: the closes that the forecast was made from; the naive forecast is made from the same.
    package init(_ forecast: Forecast, context: ArraySlice<Double>) {
        let naive = NaiveBaseline().forecast(after: context, days: forecast.horizon, paths: 1, seed: 1)
        let base = log(forecast.lastClose)
        points = forecast.points.map { Float(log($0) - base) }
        quantiles = forecast.distribution.map { Self.logarithms(of: $0, base) } ?? []
        naiveQuantiles = Self.logarithms(of: naive.distribution, base)
    }

    private static func logarithms(of distribution: some PriceDistribution, _ base: Double) -> [Float] {
        (1...distribution.horizon).flatMap { step in
            levels.map { Float(log(distribution.quantile($0, step: step)) - base) }
        }
    }

    /// Checks stored numbers: all are finite, quantiles ascend, and both kinds of quantiles cover as many days as there are points.
    ///
    /// - Returns: nil if they do not.
    package init?(points: [Float], quantiles: [Float], naiveQuantiles: [Float]) {
        let width = Self.levels.count
        guard !points.isEmpty, points.allSatisfy(\.isFinite), naiveQuantiles.count == width * points.count,
            quantiles.isEmpty || quantiles.count == naiveQuantiles.count,
            [quantiles, naiveQuantiles].allSatisfy({ Self.areAscending($0) })
        else { return nil }
        (self.points, self.quantiles, self.naiveQuantiles) = (points, quantiles, naiveQuantiles)
    }

    private static func areAscending(_ quantiles: [Float]) -> Bool {
        quantiles.indices.allSatisfy { index in
            quantiles[index].isFinite && (index % levels.count == 0 || quantiles[index - 1] <= quantiles[index])
        }
    }

    // MARK: The stored form

    /// The portable form: points, quantiles if there are any, then naive quantiles, row by row; each a 32-bit float (IEEE 754),
    /// little-endian.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * (points.count + quantiles.count + naiveQuantiles.count))
        for numbers in [points, quantiles, naiveQuantiles] {
            for number in numbers {
                let word = number.bitPattern
                for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
            }
        }
        return bytes
    }

    /// Parses ``bytes``.
    ///
    /// - Returns: nil for bytes that are not valid numbers of `days` days.
    package init?(bytes: [UInt8], days: Int, hasQuantiles: Bool) {
        // A damaged file may contain any number of days.
        guard (1...1_000_000).contains(days) else { return nil }
        let width = Self.levels.count
        let count = days * (1 + width * (hasQuantiles ? 2 : 1))
        guard bytes.count == 4 * count else { return nil }
        let numbers = (0..<count).map { index in
            Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[4 * index + $1]) << UInt32(8 * $1) })
        }
        self.init(
            points: Array(numbers[..<days]), quantiles: hasQuantiles ? Array(numbers[days..<days * (1 + width)]) : [],
            naiveQuantiles: Array(numbers[(count - days * width)...]))
    }
}
