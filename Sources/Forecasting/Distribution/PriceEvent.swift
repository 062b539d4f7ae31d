import Market

/// Something that may happen to an asset's close after a cutoff.
public enum PriceEvent: Equatable, Sendable {
    /// The close of a step is above a price.
    case above(Double, step: Int)
    /// The close of a step is below a price.
    case below(Double, step: Int)
    /// A close of one of the first `steps` days is at the price or beyond it, as seen from the last close.
    case touches(Double, within: Int)
}

extension SamplePaths {
    /// The share of paths for which a condition holds.
    ///
    /// - Parameter holds: gets the closes of one path, the day after the cutoff first.
    public func probability(where holds: (ArraySlice<Double>) -> Bool) -> Double {
        Double((0..<count).count { holds(closes[$0 * horizon..<($0 + 1) * horizon]) }) / Double(count)
    }
}

extension Forecast {
    /// The probability of an event; nil when the forecast has no distribution, or no sample paths for an event of several days.
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
            let isAbove = price >= lastClose
            return paths?.probability { path in path.prefix(steps).contains { isAbove ? $0 >= price : $0 <= price } }
        }
    }

    /// The probability that the close of a step is above the last one.
    public func probabilityOfRise(step: Int) -> Double? { probability(of: .above(lastClose, step: step)) }
}
