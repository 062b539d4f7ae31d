import Market

/// Confidence intervals for losses over coins and rolling origins, which are far from independent.
///
/// The statistic is, for each coin, the ratio of sums over origins, then the mean over coins. Forecasts from neighbouring
/// origins overlap and coins move together. Whole coins and whole blocks of days are therefore drawn with replacement, the same
/// blocks for every coin.
/// Künsch 1989, doi:10.1214/aos/1176347265; Davison and Hinkley 1997, Bootstrap Methods and their Application, section 8.2.3.
package struct BlockBootstrap: Sendable {
    /// The contribution of one forecast to the sums of its coin.
    package struct Entry: Equatable, Sendable {
        /// A number that identifies the coin.
        package let coin: Int
        /// The day of the forecast's origin, counted from any fixed day.
        package let day: Int
        /// Finite.
        package let numerator: Double
        /// Finite and not negative.
        package let denominator: Double

        /// Creates an entry of a ratio of sums, such as a model's loss over the naive loss. With denominator 1 the ratio is a mean.
        package init(coin: Int, day: Int, numerator: Double, denominator: Double) {
            precondition(
                numerator.isFinite && denominator.isFinite && denominator >= 0, "sums of losses are finite, the lower not negative")
            self.coin = coin
            self.day = day
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// The number of resamples.
    package let draws: Int
    /// The length of a block of origins, in days.
    package let blockDays: Int
    /// The seed; the same seed gives the same interval.
    package let seed: UInt64

    package init(draws: Int = 2000, blockDays: Int = 90, seed: UInt64 = 1) {
        precondition(draws >= 1 && blockDays >= 1, "at least 1 draw and 1 day are needed")
        self.draws = draws
        self.blockDays = blockDays
        self.seed = seed
    }

    /// Returns the mean over coins of Σ numerator / Σ denominator, with its 95 % interval.
    ///
    /// Blocks are counted from the day of the first origin; blocks without origins are not drawn. A coin whose denominators in
    /// the drawn blocks sum to 0, for example because it has no origin in them, is left out of that draw.
    ///
    /// - Returns: nil if no coin has a denominator above 0.
    /// - Complexity: O(draws · coins · blocks), independent of the number of entries.
    package func interval(of entries: [Entry]) -> Estimate? {
        let sums = BlockSums(entries, blockDays: blockDays)
        guard let value = sums.figure(coins: Array(0..<sums.coins), counts: Array(repeating: 1, count: sums.blocks)) else {
            return nil
        }
        var random = SeededGenerator(seed: seed)
        var figures = (0..<draws).compactMap { _ in
            let coins = (0..<sums.coins).map { _ in random.index(below: sums.coins) }
            var counts = Array(repeating: 0.0, count: sums.blocks)
            for _ in 0..<sums.blocks { counts[random.index(below: sums.blocks)] += 1 }
            return sums.figure(coins: coins, counts: counts)
        }
        figures.sort()
        guard !figures.isEmpty else { return Estimate(value, low: value, high: value) }
        return Estimate(value, low: Self.percentile(0.025, of: figures), high: Self.percentile(0.975, of: figures))
    }

    /// Returns the number of blocks that have entries.
    package func blockCount(of entries: [Entry]) -> Int { BlockSums(entries, blockDays: blockDays).blocks }

    /// Returns a percentile of ascending values, interpolated between the two nearest: the lowest at level 0, the highest at 1.
    private static func percentile(_ level: Double, of ascending: [Double]) -> Double {
        let place = level * Double(ascending.count - 1)
        let below = Int(place)
        let above = min(below + 1, ascending.count - 1)
        return ascending[below] + (place - Double(below)) * (ascending[above] - ascending[below])
    }
}

/// The sums of each coin in each block that has origins.
private struct BlockSums {
    let coins: Int
    let blocks: Int
    /// Shape `[coins, blocks]`.
    private var numerators: [Double]
    /// Shape `[coins, blocks]`.
    private var denominators: [Double]

    init(_ entries: [BlockBootstrap.Entry], blockDays: Int) {
        let firstDay = entries.map(\.day).min() ?? 0
        let block = { (entry: BlockBootstrap.Entry) in (entry.day - firstDay) / blockDays }
        let coinIndex = Self.index(of: entries.map(\.coin))
        let blockIndex = Self.index(of: entries.map(block))
        (coins, blocks) = (coinIndex.count, blockIndex.count)
        numerators = Array(repeating: 0, count: coins * blocks)
        denominators = numerators
        for entry in entries {
            let place = coinIndex[entry.coin]! * blocks + blockIndex[block(entry)]!
            numerators[place] += entry.numerator
            denominators[place] += entry.denominator
        }
    }

    /// Maps each distinct number to its rank, so that the draws do not depend on the order of entries.
    private static func index(of numbers: [Int]) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: Set(numbers).sorted().enumerated().map { ($1, $0) })
    }

    /// Returns the mean of the coins' ratios, with each block counted `counts` times; nil if no coin has a ratio.
    func figure(coins: [Int], counts: [Double]) -> Double? {
        var (sum, included) = (0.0, 0)
        for coin in coins {
            var (numerator, denominator) = (0.0, 0.0)
            for block in 0..<blocks {
                numerator += counts[block] * numerators[coin * blocks + block]
                denominator += counts[block] * denominators[coin * blocks + block]
            }
            guard denominator > 0 else { continue }
            sum += numerator / denominator
            included += 1
        }
        return included > 0 ? sum / Double(included) : nil
    }
}
