import LSTMEngine

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
        let distribution: any PriceDistribution
        let amount: Double

        package init(_ distribution: any PriceDistribution, amount: Double) {
            (self.distribution, self.amount) = (distribution, amount)
        }
    }

    /// Several threads share the steps in parts of this size: few enough that little is repeated, and enough to keep eight busy.
    private static let stepsAtOnce = 12
    /// The largest absolute value. Prices reach 1e300, and sums must stay finite for any amount.
    private static let greatest = 1e304

    @inline(__always)
    private static func value(_ value: Double) -> Double { min(max(value, -greatest), greatest) }

    /// Returns the totals of a single coin and the cash on the coin's own paths. Nil if it has no paths, or another number of them.
    static func scaled(_ coin: Coin, cash: Double, paths count: Int) -> SamplePaths? {
        guard let paths = coin.distribution as? SamplePaths, paths.count == count else { return nil }
        return SamplePaths(closes: paths.closes.map { value(cash) + value(coin.amount * $0) }, count: count)
    }

    /// Returns the totals of all coins and the cash on each path.
    ///
    /// At each step every coin keeps exactly its own values. The path with the n-th lowest sum of the coin's shocks gets the
    /// n-th lowest value.
    ///
    /// - Parameter threads: the number of threads that share the steps.
    package static func sum(
        _ coins: [Coin], cash: Double, horizon: Int, paths count: Int, shocks: some JointShocks, threads: Int = 1
    ) -> SamplePaths {
        let stepsAtOnce = threads == 1 ? horizon : stepsAtOnce
        let parts = Workers.map(
            (horizon + stepsAtOnce - 1) / stepsAtOnce, workers: threads, makeScratch: { PathOrder(count: count) }
        ) { part, order in
            let first = part * stepsAtOnce + 1
            let steps = first...min(first + stepsAtOnce - 1, horizon)
            let totals = totals(of: coins, cash: cash, steps: steps, in: &order, shocks: shocks)
            return (totals, ascending: SamplePaths.ascending(totals, count: count))
        }
        return SamplePaths(bySteps: parts.flatMap(\.0), ascending: parts.flatMap(\.ascending), count: count)
    }

    /// Returns the totals of some steps, shape `[steps, paths]`.
    private static func totals(
        of coins: [Coin], cash: Double, steps: ClosedRange<Int>, in order: inout PathOrder, shocks: some JointShocks
    ) -> [Double] {
        let count = order.count
        var totals = [Double](repeating: value(cash), count: steps.count * count)
        var scores = [Float](repeating: 0, count: count)
        for (index, coin) in coins.enumerated() {
            let values = coin.distribution.evenQuantiles(count, steps: steps)
            for path in 0..<count { scores[path] = 0 }
            // The sums before these steps are quicker to repeat than to wait for.
            for step in 1..<steps.lowerBound { shocks.add(to: &scores, coin: index, step: step) }
            for step in steps {
                shocks.add(to: &scores, coin: index, step: step)
                order.sort(scores)
                totals.withUnsafeMutableBufferPointer { totals in
                    let first = (step - steps.lowerBound) * count
                    values.withUnsafeBufferPointer { values in
                        order.forEach { place, path in totals[first + path] += value(coin.amount * values[first + place]) }
                    }
                }
            }
        }
        return totals
    }
}
