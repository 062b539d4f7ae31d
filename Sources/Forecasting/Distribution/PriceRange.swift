import Glibc

/// The range of forecast prices. However extreme the input, sums and squared ratios of these prices stay finite.
enum PriceRange {
    /// The allowed prices, in quote currency per coin.
    static let allowed = 1e-300...1e300

    /// Returns the close after a log-return, clamped to the range.
    @inline(__always)
    static func close(after lastClose: Double, logReturn: Double) -> Double {
        min(max(lastClose * exp(logReturn), allowed.lowerBound), allowed.upperBound)
    }
}

extension SamplePaths {
    /// Creates paths from daily log-returns.
    ///
    /// - Parameters:
    ///   - logReturns: finite, shape `[count, horizon]`.
    ///   - count: the number of paths, at least 1.
    ///   - lastClose: the close at the cutoff, where every path starts.
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
