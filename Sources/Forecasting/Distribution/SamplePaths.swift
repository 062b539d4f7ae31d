import Glibc

/// Sample paths of an asset's closes after a cutoff, and the distribution that they make.
public struct SamplePaths: PriceDistribution, Equatable {
    /// How many paths.
    public let count: Int
    /// Days of each.
    public let horizon: Int
    /// Closes in quote currency per coin, shape `[count, horizon]`.
    public let closes: [Double]
    /// The closes of each step in ascending order, shape `[horizon, count]`.
    private let ascending: [Double]

    /// - Parameters:
    ///   - closes: positive and finite, shape `[count, horizon]`.
    ///   - count: at least 1.
    public init(closes: [Double], count: Int) {
        precondition(
            count >= 1 && !closes.isEmpty && closes.count.isMultiple(of: count), "closes must be of shape [count, horizon]")
        self.count = count
        self.closes = closes
        let horizon = closes.count / count
        self.horizon = horizon
        ascending = (0..<horizon).flatMap { step in (0..<count).map { closes[$0 * horizon + step] }.sorted() }
    }

    /// Between the two nearest paths the close is interpolated; the lowest and the highest path bound it.
    public func quantile(_ level: Double, step: Int) -> Double {
        // Path i of n in ascending order stands at the level (i + 1/2) / n.
        let place = min(max(level * Double(count) - 0.5, 0), Double(count - 1))
        let below = Int(place)
        let first = (step - 1) * count
        let low = ascending[first + below]
        let high = ascending[first + min(below + 1, count - 1)]
        return min(low + (place - Double(below)) * (high - low), high)
    }

    /// The share of paths at or below it, between two paths interpolated; never 0 or 1.
    public func probability(atMost price: Double, step: Int) -> Double {
        let first = (step - 1) * count
        let (mostBelow, leastAbove) = (partition { ascending[first + $0] < price }, partition { ascending[first + $0] <= price })
        if leastAbove > mostBelow { return Double(mostBelow + leastAbove) / Double(2 * count) }
        guard mostBelow > 0 else { return 0.5 / Double(count) }
        guard mostBelow < count else { return 1 - 0.5 / Double(count) }
        let (low, high) = (ascending[first + mostBelow - 1], ascending[first + mostBelow])
        return (Double(mostBelow) - 0.5 + (price - low) / (high - low)) / Double(count)
    }

    /// How many of the indices 0..<count hold the condition, which those that do come before those that do not.
    private func partition(_ holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
