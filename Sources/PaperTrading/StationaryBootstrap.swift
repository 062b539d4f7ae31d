import Market

/// Resamples a series of daily numbers and keeps the dependence of neighbouring days: it draws blocks of random length with
/// replacement and joins them; the series is treated as a circle.
///
/// Politis and Romano 1994, doi:10.1080/01621459.1994.10476870.
package struct StationaryBootstrap: Sendable {
    /// The mean length of a block, in days; at least 1.
    package let meanBlockDays: Double
    /// The number of resamples; at least 1.
    package let draws: Int
    /// The same seed gives the same resamples.
    package let seed: UInt64

    package init(meanBlockDays: Double = 20, draws: Int = 2000, seed: UInt64) {
        precondition(meanBlockDays >= 1 && draws >= 1, "at least 1 day and 1 draw are needed")
        (self.meanBlockDays, self.draws, self.seed) = (meanBlockDays, draws, seed)
    }

    /// The sums of `draws` resamples of the same length as the series, ascending.
    ///
    /// - Parameters:
    ///   - series: finite, not empty.
    ///   - stream: one of the seed's independent sequences.
    /// - Complexity: O(draws · days).
    package func sums(of series: [Double], stream: UInt64 = 0) -> [Double] {
        var random = SeededGenerator(seed: seed, stream: stream)
        return (0..<draws).map { _ in
            var (sum, place) = (0.0, random.index(below: series.count))
            for day in series.indices {
                if day > 0 {
                    let isNew = random.uniform() * meanBlockDays < 1
                    place = isNew ? random.index(below: series.count) : (place + 1) % series.count
                }
                sum += series[place]
            }
            return sum
        }.sorted()
    }

    /// A percentile of ascending values, interpolated between the two nearest: the lowest at level 0, the highest at 1.
    package static func percentile(_ level: Double, of ascending: [Double]) -> Double {
        let place = level * Double(ascending.count - 1)
        let below = Int(place)
        let above = min(below + 1, ascending.count - 1)
        return ascending[below] + (place - Double(below)) * (ascending[above] - ascending[below])
    }
}
