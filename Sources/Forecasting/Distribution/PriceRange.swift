import Glibc

/// The prices that a forecast may name, however wild its input: their sums and squares of ratios stay finite.
enum PriceRange {
    /// Quote currency per coin.
    static let allowed = 1e-300...1e300

    /// The close that a log-return leads to, kept in the range.
    @inline(__always)
    static func close(after lastClose: Double, logReturn: Double) -> Double {
        min(max(lastClose * exp(logReturn), allowed.lowerBound), allowed.upperBound)
    }
}

extension SamplePaths {
    /// The paths that daily log-returns make.
    ///
    /// - Parameters:
    ///   - logReturns: finite, shape `[count, horizon]`.
    ///   - count: at least 1.
    ///   - lastClose: where every path starts, the day before the first of its closes.
    init(logReturns: [Double], count: Int, after lastClose: Double) {
        let horizon = logReturns.count / count
        var closes = logReturns
        for path in 0..<count {
            var sum = 0.0
            for index in path * horizon..<(path + 1) * horizon {
                sum += logReturns[index]
                closes[index] = PriceRange.close(after: lastClose, logReturn: sum)
            }
        }
        self.init(closes: closes, count: count)
    }
}
