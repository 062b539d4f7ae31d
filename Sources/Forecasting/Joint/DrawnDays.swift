import Market

/// Redraws past days: on each path, a day ahead gives every coin its shock of the same past day.
///
/// At each step, all past days are drawn equally often, up to one path, in random order. This adds less noise than independent
/// draws.
package struct DrawnDays: JointShocks {
    private let paths: Int
    /// Normal scores, shape `[coins, days]`.
    private let shocks: [[Float]]
    /// Indices of the drawn past days, shape `[horizon, paths]`.
    private let drawn: [UInt16]

    /// Draws a past day for each path and step.
    ///
    /// - Parameter seed: the same seed draws the same days, regardless of the coins.
    package init(_ days: CommonDays, horizon: Int, paths: Int, seed: UInt64) {
        self.paths = paths
        shocks = days.scores.map { $0.map { Float($0) } }
        let count = days.count
        var drawn = [UInt16](repeating: 0, count: horizon * paths)
        for step in 0..<horizon {
            var random = SeededGenerator(seed: seed, stream: UInt64(step))
            let first = step * paths
            for path in 0..<paths { drawn[first + path] = UInt16((path * count + random.index(below: count)) / paths) }
            for path in stride(from: paths - 1, to: 0, by: -1) {
                drawn.swapAt(first + path, first + random.index(below: path + 1))
            }
        }
        self.drawn = drawn
    }

    package func add(to scores: inout [Float], coin: Int, step: Int) {
        let (first, count) = ((step - 1) * paths, paths)
        precondition(scores.count == count, "a score for each of \(count) paths is needed")
        scores.withUnsafeMutableBufferPointer { scores in
            drawn.withUnsafeBufferPointer { drawn in
                shocks[coin].withUnsafeBufferPointer { shocks in
                    for path in 0..<count { scores[path] += shocks[Int(drawn[first + path])] }
                }
            }
        }
    }
}
