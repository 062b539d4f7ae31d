import Glibc

/// The daily log-returns of a context: all that baselines and bands read.
struct LogReturns {
    /// The last close of the context.
    let lastClose: Double
    /// `ln(close_t / close_{t-1})`, oldest first; one fewer than closes.
    let values: [Double]

    /// Computes the returns.
    ///
    /// - Parameter closes: positive and finite, oldest first; at least 2.
    init(_ closes: ArraySlice<Double>) {
        precondition(closes.count >= 2, "returns take at least 2 closes, not \(closes.count)")
        let logs = closes.map { log($0) }
        lastClose = closes[closes.endIndex - 1]
        values = zip(logs.dropFirst(), logs).map { $0 - $1 }
    }

    /// The arithmetic mean.
    var mean: Double { values.reduce(0, +) / Double(values.count) }

    /// Returns the standard deviation about `centre`, with the count as the divisor.
    func deviation(about centre: Double) -> Double {
        (values.reduce(0) { $0 + ($1 - centre) * ($1 - centre) } / Double(values.count)).squareRoot()
    }

    /// Returns the weighted root mean square; each day's weight is `decay` times that of the next day.
    func volatility(decay: Double) -> Double {
        var (sum, weights) = (0.0, 0.0)
        for value in values {
            sum = decay * sum + value * value
            weights = decay * weights + 1
        }
        return (sum / weights).squareRoot()
    }

    /// Returns the last `last` log-returns of closes that extend beyond the context.
    static func ofLast(_ last: Int, in closes: ArraySlice<Double>) -> ArraySlice<Double> {
        precondition(last >= 0 && closes.count - last >= 2, "\(closes.count) closes cannot be a context and \(last) days more")
        return LogReturns(closes).values.suffix(last)
    }
}
