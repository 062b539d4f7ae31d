import Market

/// An event of an asset's closes after a cutoff, whose probability can be asked.
public enum PriceEvent: Equatable, Sendable {
    /// The close of a step is above a price.
    case above(Double, step: Int)
    /// The close of a step is below a price.
    case below(Double, step: Int)
    /// One of the first `steps` closes reaches the price: from below if the price is at least the last close, else from above.
    case touches(Double, within: Int)
}

extension SamplePaths {
    /// Returns the share of paths that satisfy a condition.
    ///
    /// - Parameter holds: receives the closes of one path, starting with the day after the cutoff.
    public func probability(where holds: (ArraySlice<Double>) -> Bool) -> Double {
        Double((0..<count).count { holds(closes[$0 * horizon..<($0 + 1) * horizon]) }) / Double(count)
    }
}

extension SamplePaths {
    /// Returns the share of paths that reach a price by each step: from below if it is at least the last close, else from above.
    func probabilities(touching price: Double, from lastClose: Double) -> [Double] {
        let reaches = Self.reaches(price, from: lastClose)
        var reached = [Int](repeating: 0, count: horizon)
        for path in 0..<count {
            let closes = closes[path * horizon..<(path + 1) * horizon]
            guard let first = closes.firstIndex(where: reaches) else { continue }
            for step in first - closes.startIndex..<horizon { reached[step] += 1 }
        }
        return reached.map { Double($0) / Double(count) }
    }

    /// Returns whether a close reaches a price.
    static func reaches(_ price: Double, from lastClose: Double) -> (Double) -> Bool {
        price >= lastClose ? { $0 >= price } : { $0 <= price }
    }
}

extension Forecast {
    /// Returns the probability of an event. Nil if the forecast has no distribution, or no sample paths for an event of several
    /// days.
    ///
    /// - Parameter event: its steps must be 1 to ``horizon``.
    public func probability(of event: PriceEvent) -> Double? {
        switch event {
        case .above(let price, let step):
            if let paths { return paths.probability { $0[$0.startIndex + step - 1] > price } }
            return distribution.map { 1 - $0.probability(atMost: price, step: step) }
        case .below(let price, let step):
            if let paths { return paths.probability { $0[$0.startIndex + step - 1] < price } }
            return distribution?.probability(atMost: price, step: step)
        case .touches(let price, let steps):
            guard let paths else { return redrawn?.probability(touching: price, within: steps) }
            let reaches = SamplePaths.reaches(price, from: lastClose)
            return paths.probability { path in path.prefix(steps).contains(where: reaches) }
        }
    }

    /// Returns the probability that the close of a step is above the last close, or nil without a distribution.
    public func probabilityOfRise(step: Int) -> Double? { probability(of: .above(lastClose, step: step)) }
}
