import Market

/// The confidence interval of a loss over coins and rolling origins that are anything but independent.
///
/// The figure is, per coin, the ratio of sums over origins, and of those the mean over coins. Forecasts of neighbouring origins overlap
/// and coins move together, so whole coins and whole blocks of days are drawn with replacement, the same blocks for every coin.
/// Künsch 1989, doi:10.1214/aos/1176347265; Davison and Hinkley 1997, Bootstrap Methods and their Application, section 8.2.3.
package struct BlockBootstrap: Sendable {
    /// What one forecast adds to the sums of its coin.
    package struct Entry: Equatable, Sendable {
        /// Any number that is the coin's own.
        package let coin: Int
        /// The day of the forecast's origin, counted from any day.
        package let day: Int
        /// Finite.
        package let numerator: Double
        /// Finite and not negative.
        package let denominator: Double

        /// A share in the ratio of sums, such as a model's loss over the naive forecast's; of a mean, where the denominator is 1.
        package init(coin: Int, day: Int, numerator: Double, denominator: Double) {
            precondition(
                numerator.isFinite && denominator.isFinite && denominator >= 0, "sums of losses are finite, the lower not negative")
            self.coin = coin
            self.day = day
            self.numerator = numerator
            self.denominator = denominator
        }
    }

    /// How many resamples are drawn.
    package let draws: Int
    /// The length of a block of origins.
    package let blockDays: Int
    /// The same seed gives the same interval.
    package let seed: UInt64

    package init(draws: Int = 2000, blockDays: Int = 90, seed: UInt64 = 1) {
        precondition(draws >= 1 && blockDays >= 1, "at least 1 draw and 1 day are needed")
        self.draws = draws
        self.blockDays = blockDays
        self.seed = seed
    }

    /// The mean over coins of Σ numerator / Σ denominator, and its interval.
    ///
    /// Blocks are counted from the first origin's day; those without any origin are not drawn. A coin whose denominators in the drawn
    /// blocks sum to 0, as where it has no origin in them, is left out of that draw.
    ///
    /// - Returns: nil where no coin has a denominator above 0.
    /// - Complexity: draws · coins · blocks, however many the entries.
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

    /// How many blocks have an entry.
    package func blockCount(of entries: [Entry]) -> Int { BlockSums(entries, blockDays: blockDays).blocks }

    /// Interpolated between the two nearest of ascending values, the lowest at 0 and the highest at 1.
    private static func percentile(_ level: Double, of ascending: [Double]) -> Double {
        let place = level * Double(ascending.count - 1)
        let below = Int(place)
        let above = min(below + 1, ascending.count - 1)
        return ascending[below] + (place - Double(below)) * (ascending[above] - ascending[below])
    }
}

/// The sums of each coin in each block that has an origin.
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

    /// The place of each number among the different ones, in ascending order, so that the draws do not depend on the order of entries.
    private static func index(of numbers: [Int]) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: Set(numbers).sorted().enumerated().map { ($1, $0) })
    }

    /// The mean over coins of their ratios, each block counted so many times; nil without a coin that has one.
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
