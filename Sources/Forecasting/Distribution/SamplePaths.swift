import Glibc

/// Sample paths of an asset's closes after a cutoff, and their empirical distribution.
public struct SamplePaths: PriceDistribution, Equatable {
    /// The number of paths.
    public let count: Int
    /// The number of days of each path.
    public let horizon: Int
    /// Closes in quote currency per coin, shape `[count, horizon]`.
    public let closes: [Double]
    /// The closes of each step in ascending order, shape `[horizon, count]`.
    let ascending: [Double]

    /// Creates sample paths from closes.
    ///
    /// - Parameters:
    ///   - closes: positive and finite, shape `[count, horizon]`.
    ///   - count: the number of paths, at least 1.
    public init(closes: [Double], count: Int) {
        precondition(
            count >= 1 && !closes.isEmpty && closes.count.isMultiple(of: count), "closes must be of shape [count, horizon]")
        self.count = count
        self.closes = closes
        let horizon = closes.count / count
        self.horizon = horizon
        ascending = (0..<horizon).flatMap { step in (0..<count).map { closes[$0 * horizon + step] }.sorted() }
    }

    /// Creates sample paths from values ordered by step.
    ///
    /// - Parameters:
    ///   - values: finite, shape `[horizon, count]`.
    ///   - ascending: ``ascending(_:count:)`` of the values.
    ///   - count: the number of paths, at least 1.
    init(bySteps values: [Double], ascending: [Double], count: Int) {
        let horizon = values.count / count
        var closes = values
        for step in 0..<horizon {
            for path in 0..<count { closes[path * horizon + step] = values[step * count + path] }
        }
        (self.count, self.horizon, self.closes, self.ascending) = (count, horizon, closes, ascending)
    }

    /// Returns the values of each step in ascending order, shape `[steps, count]` like the values.
    static func ascending(_ values: [Double], count: Int) -> [Double] {
        var values = values
        for first in stride(from: 0, to: values.count, by: count) { values[first..<first + count].sort() }
        return values
    }

    /// Creates sample paths from a network's scaled returns.
    ///
    /// A calibration moves the closes of each step but keeps their order: the tenth lowest path stays the tenth lowest.
    ///
    /// - Parameters:
    ///   - scaledReturns: finite, shape `[count, horizon]`.
    ///   - count: the number of paths, at least 1.
    ///   - scale: the log-return that a scaled return of 1 stands for.
    ///   - context: the closes up to the cutoff.
    ///   - calibration: a probability map; nil for the network's own distribution.
    ///   - others: ascending log-returns since the cutoff, each of shape `[horizon, count]`. At each step, the n-th lowest path gets the
    ///     mean of its own n-th lowest log-return and those.
    package init(
        scaledReturns: [Float], count: Int, scale: Double, context: ArraySlice<Double>, calibration: Calibration?,
        averagedWith others: [[Double]] = []
    ) {
        let anchor = calibration?.anchor
        let volatility = anchor.map { LogReturns(context).volatility(decay: $0.decay) } ?? 0
        let lastClose = context.last!
        let horizon = scaledReturns.count / count
        let changes = Self.logReturnsSinceCutoff(scaledReturns, count: count, scale: scale)
        var closes = [Double](repeating: 0, count: count * horizon)
        var ascending = closes
        var order = StepOrder(count: count)
        for step in 1...horizon {
            let first = (step - 1) * count
            order.sort(changes[first..<first + count])
            if let anchor {
                let halfWidth = (order.change(level: 0.9) - order.change(level: 0.1)) / 2
                order.stretch = anchor.stretch(ownHalfWidth: halfWidth, volatility: volatility, step: step)
            }
            for place in 0..<count {
                let own = order.change(calibration, step: step, place: place)
                let mean = others.isEmpty ? own : others.reduce(own) { $0 + $1[first + place] } / Double(others.count + 1)
                let close = PriceRange.close(after: lastClose, logReturn: mean)
                ascending[first + place] = close
                closes[order.path(place) * horizon + step - 1] = close
            }
        }
        (self.count, self.horizon, self.closes, self.ascending) = (count, horizon, closes, ascending)
    }

    /// Returns log-returns since the cutoff, shape `[horizon, count]`. Single precision distinguishes prices to 1e-7, and lets
    /// a return be sorted as 32 bits.
    private static func logReturnsSinceCutoff(_ scaledReturns: [Float], count: Int, scale: Double) -> [Float] {
        let horizon = scaledReturns.count / count
        var changes = [Float](repeating: 0, count: scaledReturns.count)
        for path in 0..<count {
            var sum = 0.0
            for step in 0..<horizon {
                sum += scale * Double(scaledReturns[path * horizon + step])
                changes[step * count + path] = Float(sum)
            }
        }
        return changes
    }

    /// Returns the close that is not exceeded with probability `level`, interpolated between the two nearest paths and bounded
    /// by the lowest and the highest path.
    public func quantile(_ level: Double, step: Int) -> Double {
        // In ascending order, path i of n is the quantile at level (i + 1/2) / n.
        let place = min(max(level * Double(count) - 0.5, 0), Double(count - 1))
        let below = Int(place)
        let first = (step - 1) * count
        let low = ascending[first + below]
        let high = ascending[first + min(below + 1, count - 1)]
        return min(low + (place - Double(below)) * (high - low), high)
    }

    /// Returns the closes of all paths in ascending order if `count` is their number, otherwise their quantiles.
    public func evenQuantiles(_ count: Int, steps: ClosedRange<Int>) -> [Double] {
        guard count == self.count else { return interpolated(count, steps: steps) }
        return Array(ascending[(steps.lowerBound - 1) * count..<steps.upperBound * count])
    }

    /// Returns the share of paths at or below a price, interpolated between two paths; never 0 or 1.
    public func probability(atMost price: Double, step: Int) -> Double {
        let first = (step - 1) * count
        let (mostBelow, leastAbove) = (partition { ascending[first + $0] < price }, partition { ascending[first + $0] <= price })
        if leastAbove > mostBelow { return Double(mostBelow + leastAbove) / Double(2 * count) }
        guard mostBelow > 0 else { return 0.5 / Double(count) }
        guard mostBelow < count else { return 1 - 0.5 / Double(count) }
        let (low, high) = (ascending[first + mostBelow - 1], ascending[first + mostBelow])
        return (Double(mostBelow) - 0.5 + (price - low) / (high - low)) / Double(count)
    }

    /// Returns the number of indices in 0..<count that satisfy a condition, which must hold for a prefix of them.
    private func partition(_ holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The paths of one step, ordered by log-return.
private struct StepOrder {
    private let count: Int
    /// Sort keys: the return as an order-preserving integer in the upper half, its path in the lower half.
    private var keys: [UInt64]
    /// The factor of all log-returns; it does not change their order.
    var stretch = 1.0

    init(count: Int) {
        self.count = count
        keys = [UInt64](repeating: 0, count: count)
    }

    mutating func sort(_ changes: ArraySlice<Float>) {
        stretch = 1
        for (path, change) in changes.enumerated() {
            // As integers, negative floats sort in reverse and above the positive ones.
            let bits = (change + 0).bitPattern
            let ordered = bits >> 31 == 0 ? bits | 0x8000_0000 : ~bits
            keys[path] = UInt64(ordered) << 32 | UInt64(path)
        }
        keys.sort()
    }

    func path(_ place: Int) -> Int { Int(keys[place] & 0xFFFF_FFFF) }

    private func change(_ place: Int) -> Double {
        let ordered = UInt32(keys[place] >> 32)
        return stretch * Double(Float(bitPattern: ordered >> 31 == 1 ? ordered & 0x7FFF_FFFF : ~ordered))
    }

    /// Returns the log-return at a level, interpolated between the two nearest paths.
    func change(level: Double) -> Double {
        let exact = min(max(level * Double(count) - 0.5, 0), Double(count - 1))
        let below = Int(exact)
        let low = change(below)
        return low + (exact - Double(below)) * (change(min(below + 1, count - 1)) - low)
    }

    /// Returns the calibrated log-return of a rank: the quantile at the level to which the calibration maps the rank's own level.
    func change(_ calibration: Calibration?, step: Int, place: Int) -> Double {
        guard let calibration else { return change(place) }
        return change(level: calibration.ownLevel((Double(place) + 0.5) / Double(count), step: step))
    }
}
