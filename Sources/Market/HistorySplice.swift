/// New candles beside the stored ones of the same asset: whether they can be stored together.
public struct HistorySplice: Sendable {
    /// A new close that no market reaches from its neighbour.
    public struct Jump: Equatable, Sendable {
        /// The earlier close.
        public let from: Double
        /// Its day.
        public let fromDay: Day
        /// The later close.
        public let to: Double
        /// Its day.
        public let toDay: Day
    }

    /// New candles that differ from the stored ones on nearly all days that both have.
    public struct Disagreement: Equatable, Sendable {
        /// Days that differ.
        public let days: Int
        /// Days that both have.
        public let of: Int
        /// The median difference, as a share of the stored close.
        public let typical: Double
        /// What is probably wrong.
        public var guess: Guess
    }

    /// Why new candles may differ from the stored ones.
    public enum Guess: Equatable, Sendable {
        /// Moved by so many days, the new closes are the stored ones.
        case moved(days: Int)
        /// The new closes are those of another stored asset.
        case asset(Ticker)
        /// All new closes are about so many times the stored ones.
        case factor(Double)
        /// Nothing of these.
        case unknown
    }

    private let candles: [Candle]
    private let stored: [Day: Double]

    /// - Parameters:
    ///   - candles: the new ones, days ascending.
    ///   - stored: all that is stored of the same asset.
    public init(_ candles: [Candle], onto stored: [Candle]) {
        self.candles = candles
        self.stored = Dictionary(stored.map { ($0.day, $0.close) }) { $1 }
    }

    /// The first jump that would be stored beside what is there: between a new day and the stored day before or after it, however
    /// long ago. Nil where nothing is stored: a whole history may have jumps, which are noted.
    public var firstJump: Jump? {
        guard !stored.isEmpty else { return nil }
        var closes = stored
        for candle in candles where stored[candle.day] == nil { closes[candle.day] = candle.close }
        let days = closes.keys.sorted()
        for (before, day) in zip(days, days.dropFirst()) where stored[before] == nil || stored[day] == nil {
            guard let from = closes[before], let to = closes[day] else { continue }
            if CloseJump.isJump(from: from, to: to) { return Jump(from: from, fromDay: before, to: to, toDay: day) }
        }
        return nil
    }

    /// Whether the new closes are not those of this asset; nil where they agree, or too few days are stored to judge.
    public var disagreement: Disagreement? {
        let differences = differences(movedBy: 0)
        guard !differences.isEmpty else { return nil }
        let typical = Self.median(differences)
        let differing = differences.count { $0 > 1e-6 }
        func found(_ guess: Guess) -> Disagreement {
            Disagreement(days: differing, of: differences.count, typical: typical, guess: guess)
        }
        if let days = daysOff(typical) { return found(.moved(days: days)) }
        // A correction of the newest day or two is no disagreement.
        let isOther =
            differences.count < 3
            ? differences.allSatisfy { $0 > 0.25 } : differences.count { $0 > 0.01 } * 5 >= differences.count * 4
        return isOther ? found(factor.map { .factor($0) } ?? .unknown) : nil
    }

    /// Whether the new closes are those of another asset, and how far they are from them; nil where they are not.
    ///
    /// - Parameters:
    ///   - other: stored candles of the other asset.
    ///   - disagreement: what ``disagreement`` found.
    public func distance(to other: [Candle], beside disagreement: Disagreement) -> Double? {
        let differences = HistorySplice(candles, onto: other).differences(movedBy: 0)
        guard differences.count >= min(3, candles.count) else { return nil }
        let typical = Self.median(differences)
        return typical < 0.01 && typical * 4 < disagreement.typical ? typical : nil
    }

    /// By how many days the new candles have to be moved to be the stored ones; nil where that does not help.
    private func daysOff(_ typical: Double) -> Int? {
        guard typical > 0.002 else { return nil }  // a pegged coin is the same on every day
        return [1, -1].first { days in
            let moved = differences(movedBy: days)
            return moved.count >= 3 && Self.median(moved) * 4 < typical && moved.count { $0 < 0.005 } * 5 >= moved.count * 4
        }
    }

    /// What all new closes are multiplied by; nil where that is not one number.
    private var factor: Double? {
        let ratios = candles.compactMap { candle in stored[candle.day].map { candle.close / $0 } }
        guard ratios.count >= 5 else { return nil }
        let middle = Self.median(ratios)
        return Self.median(ratios.map { abs($0 / middle - 1) }) < 0.03 ? middle : nil
    }

    /// Of each day that both have, once the new candles are moved: the difference as a share of the stored close.
    private func differences(movedBy days: Int) -> [Double] {
        candles.compactMap { candle in stored[candle.day + days].map { abs(candle.close - $0) / $0 } }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[(sorted.count - 1) / 2]
    }
}
