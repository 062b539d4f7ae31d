/// The source of dependence between coins: a shock for each coin, day ahead and path. Only the order of paths by the sum of a
/// coin's shocks matters.
package protocol JointShocks: Sendable {
    /// Adds the shocks of a step to a coin's sums.
    ///
    /// - Parameters:
    ///   - scores: the sums up to the previous step, shape `[paths]`; 0 before step 1. They must stay finite.
    ///   - coin: the coin's index, from 0.
    ///   - step: from 1, called in ascending order.
    func add(to scores: inout [Float], coin: Int, step: Int)
}

/// Adds coins with individual distributions to totals, with a common order of paths.
package enum JointTotals {
    /// A coin's distribution and the amount of the coin.
    package struct Coin: Sendable {
        let forecast: Forecast
        let amount: Double

        /// Creates a coin.
        ///
        /// - Parameter forecast: must have a distribution.
        package init(_ forecast: Forecast, amount: Double) {
            precondition(forecast.distribution != nil, "a forecast of points alone has no values for paths")
            (self.forecast, self.amount) = (forecast, amount)
        }

        /// Writes the values of a step in ascending order of the coin's price. They come from the coin's sample paths if it has
        /// as many, else from its quantiles at levels (i + 1/2) / n.
        func values(step: Int, into values: inout [Double]) {
            let count = values.count
            if let paths = forecast.paths, paths.count == count {
                values.withUnsafeMutableBufferPointer { values in
                    paths.ascending.withUnsafeBufferPointer { ascending in
                        for place in 0..<count { values[place] = JointTotals.value(amount * ascending[(step - 1) * count + place]) }
                    }
                }
            } else {
                for place in 0..<count {
                    let level = (Double(place) + 0.5) / Double(count)
                    values[place] = JointTotals.value(amount * forecast.distribution!.quantile(level, step: step))
                }
            }
        }
    }

    /// The largest absolute value. Prices reach 1e300, and sums must stay finite for any amount.
    private static let greatest = 1e304

    @inline(__always)
    private static func value(_ value: Double) -> Double { min(max(value, -greatest), greatest) }

    /// Returns the totals of a single coin and the cash on the coin's own paths. Nil if it has no paths, or another number of them.
    static func scaled(_ coin: Coin, cash: Double, paths count: Int) -> SamplePaths? {
        guard let paths = coin.forecast.paths, paths.count == count else { return nil }
        return SamplePaths(closes: paths.closes.map { value(cash) + value(coin.amount * $0) }, count: count)
    }

    /// Returns the totals of all coins and the cash on each path.
    ///
    /// At each step every coin keeps exactly its own values. The path with the n-th lowest sum of the coin's shocks gets the
    /// n-th lowest value.
    package static func sum(
        _ coins: [Coin], cash: Double, horizon: Int, paths count: Int, shocks: some JointShocks
    ) -> SamplePaths {
        var totals = [Double](repeating: value(cash), count: horizon * count)
        var order = PathOrder(count: count)
        var scores = [Float](repeating: 0, count: count)
        var values = [Double](repeating: 0, count: count)
        for (index, coin) in coins.enumerated() {
            for path in 0..<count { scores[path] = 0 }
            for step in 1...horizon {
                shocks.add(to: &scores, coin: index, step: step)
                order.sort(scores)
                coin.values(step: step, into: &values)
                totals.withUnsafeMutableBufferPointer { totals in
                    let first = (step - 1) * count
                    values.withUnsafeBufferPointer { values in
                        order.forEach { place, path in totals[first + path] += values[place] }
                    }
                }
            }
        }
        return SamplePaths(bySteps: totals, count: count)
    }
}
