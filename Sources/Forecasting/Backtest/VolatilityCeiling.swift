import Market

/// What daily closes could tell at most: the distribution of the coming closes if the volatility of every coming day were known.
///
/// This is not a forecast, because it reads the closes that it is scored against. It shows how much can be gained over the naive
/// forecast at all. It is therefore not a ``ForecastMethod`` and not visible outside the module: only ``Backtest`` can score it,
/// and a report marks it as ``BacktestReport/ceiling``.
///
/// The variance of a day is a weighted mean of the squared log-returns of the context and of the coming days. The weight falls by
/// ``decay`` with each day of distance in either direction, and the day itself is included. The close of a step is Gaussian in log
/// price around the last close, with the sum of the variances until then. <doc:Backtest> gives the reasons.
enum VolatilityCeiling {
    /// The name in tables.
    static let name = "ceiling"
    /// The weight of a day relative to that of the neighbour one day nearer.
    static let decay = 0.8

    /// Returns the distribution of closes, given these closes.
    ///
    /// - Parameter outcomes: the closes after the context, one for each step.
    static func distribution(of outcomes: ArraySlice<Double>, after context: PriceHistory) -> GaussianWalk {
        let returns = LogReturns((context.closes + outcomes)[...]).values
        var variance = 0.0
        let scales = smoothed(returns.map { $0 * $0 }).suffix(outcomes.count).map { day in
            variance += day
            return variance.squareRoot()
        }
        return GaussianWalk(lastClose: context.lastClose, locations: scales.map { _ in 0 }, scales: scales)
    }

    /// Returns the weighted mean around each value.
    private static func smoothed(_ values: [Double]) -> [Double] {
        let (earlier, later) = (decayedSums(values), decayedSums(values.reversed()))
        let weights = decayedSums(values.map { _ in 1 })
        return values.indices.map { place in
            let mirrored = values.count - 1 - place
            // The value itself is in both sums.
            return (earlier[place] + later[mirrored] - values[place]) / (weights[place] + weights[mirrored] - 1)
        }
    }

    /// Returns the weighted sum of the values up to each one.
    private static func decayedSums(_ values: [Double]) -> [Double] {
        var sum = 0.0
        return values.map { value in
            sum = decay * sum + value
            return sum
        }
    }
}
