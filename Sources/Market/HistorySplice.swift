/// Checks whether new candles fit the stored candles of the same asset.
public struct HistorySplice: Sendable {
    /// An implausibly large change between a new close and its neighbour.
    public struct Jump: Equatable, Sendable {
        /// The earlier close.
        public let from: Double
        /// The day of the earlier close.
        public let fromDay: Day
        /// The later close.
        public let to: Double
        /// The day of the later close.
        public let toDay: Day
    }

    /// New candles that differ from the stored ones on nearly all common days.
    public struct Disagreement: Equatable, Sendable {
        /// The number of common days on which the closes differ.
        public let days: Int
        /// The number of common days.
        public let of: Int
        /// The median relative difference, as a fraction of the stored close.
        public let typical: Double
        /// The probable cause.
        public var guess: Guess
    }

    /// A probable cause of a disagreement.
    public enum Guess: Equatable, Sendable {
        /// The new closes are the stored ones, shifted by this many days.
        case moved(days: Int)
        /// The new closes belong to another stored asset.
        case asset(Ticker)
        /// The new closes are about this many times the stored ones.
        case factor(Double)
        /// None of the above.
        case unknown
    }

    private let candles: [Candle]
    private let stored: [Day: Double]

    /// Compares new candles with stored ones.
    ///
    /// - Parameters:
    ///   - candles: the new candles, ascending by day.
    ///   - stored: all stored candles of the same asset.
    public init(_ candles: [Candle], onto stored: [Candle]) {
        self.candles = candles
        self.stored = Dictionary(stored.map { ($0.day, $0.close) }) { $1 }
    }

    /// The first implausible change between a new day and the stored or new day next to it: more than
    /// ``CloseJump/largestDailyRatio`` times over any distance in days, or far more than these closes usually move.
    /// Nil if nothing is stored: jumps within a whole new history are noted instead of refused.
    public var firstJump: Jump? {
        guard !stored.isEmpty else { return nil }
        let whole = merged
        let implausible = Set(
            OddClose.all(in: whole).filter(Self.isRefused).flatMap { odd in
                odd.shape == .spike ? [odd.indices.lowerBound, odd.indices.upperBound] : [odd.indices.lowerBound]
            })
        for index in whole.indices.dropFirst() {
            let (before, candle) = (whole[index - 1], whole[index])
            let (isOld, wasOld) = (stored[candle.day] != nil, stored[before.day] != nil)
            guard !isOld || !wasOld else { continue }
            // Odd closes within the new days are noted, like those of a whole new history.
            if CloseJump.isJump(from: before.close, to: candle.close) || isOld != wasOld && implausible.contains(index) {
                return Jump(from: before.close, fromDay: before.day, to: candle.close, toDay: candle.day)
            }
        }
        return nil
    }

    /// Whether an odd close is refused next to stored ones. The user can override this, so an odd last close is refused too.
    private static func isRefused(_ odd: OddClose) -> Bool {
        odd.isCertain || odd.shape == .last && odd.ratio > CloseJump.spikeRatio && odd.usualChanges ?? 0 > OddClose.quietChanges
    }

    /// The days without a close between a stored and a new one.
    public var gaps: [ClosedRange<Day>] {
        let whole = merged
        return zip(whole, whole.dropFirst()).compactMap { before, candle in
            let isBetween = (stored[before.day] == nil) != (stored[candle.day] == nil)
            return isBetween && candle.day - before.day > 1 ? before.day + 1...candle.day - 1 : nil
        }
    }

    /// The stored closes and those of the new days, ascending by day.
    private var merged: [Candle] {
        let added = candles.filter { stored[$0.day] == nil }
        return (stored.map { Candle(day: $0.key, close: $0.value) } + added).sorted { $0.day < $1.day }
    }

    /// The disagreement with the stored closes. Nil if they agree, or if too few days are stored to judge.
    public var disagreement: Disagreement? {
        let differences = differences(movedBy: 0)
        guard !differences.isEmpty else { return nil }
        let typical = Self.median(differences)
        let differing = differences.count { $0 > 1e-6 }
        func found(_ guess: Guess) -> Disagreement {
            Disagreement(days: differing, of: differences.count, typical: typical, guess: guess)
        }
        if let days = daysOff(typical) { return found(.moved(days: days)) }
        // A correction of the newest day or two is not a disagreement, unless both days are off by the same factor.
        let isOther =
            differences.count < 3
            ? differences.allSatisfy { $0 > 0.25 } || factor != nil && typical > 0.02
            : differences.count { $0 > 0.01 } * 5 >= differences.count * 4
        return isOther ? found(factor.map { .factor($0) } ?? .unknown) : nil
    }

    /// Tests whether the new closes are those of another asset.
    ///
    /// - Parameters:
    ///   - other: stored candles of the other asset.
    ///   - disagreement: the value of ``disagreement``.
    /// - Returns: the median relative difference from the other asset's closes, or nil if they do not match.
    public func distance(to other: [Candle], beside disagreement: Disagreement) -> Double? {
        let differences = HistorySplice(candles, onto: other).differences(movedBy: 0)
        guard differences.count >= min(3, candles.count) else { return nil }
        let typical = Self.median(differences)
        return typical < 0.01 && typical * 4 < disagreement.typical ? typical : nil
    }

    /// Returns the number of days by which the new candles must be shifted to match the stored ones, or nil if no shift helps.
    private func daysOff(_ typical: Double) -> Int? {
        guard typical > 0.002 else { return nil }  // a pegged coin has the same close every day
        return [1, -1].first { days in
            let moved = differences(movedBy: days)
            return moved.count >= 3 && Self.median(moved) * 4 < typical && moved.count { $0 < 0.005 } * 5 >= moved.count * 4
        }
    }

    /// The common ratio of new to stored closes, or nil if they have none.
    private var factor: Double? {
        let ratios = candles.compactMap { candle in stored[candle.day].map { candle.close / $0 } }
        guard ratios.count >= 2 else { return nil }
        let middle = Self.median(ratios)
        // Corrections are rarely alike; currency rates move by less than this from day to day. Many ratios may scatter more.
        let spread = Self.median(ratios.map { abs($0 / middle - 1) })
        let isCommon = ratios.count < 5 ? ratios.allSatisfy { abs($0 / middle - 1) < 0.01 } : spread < 0.03
        return isCommon ? middle : nil
    }

    /// Returns the relative differences from the stored closes on common days, after shifting the new candles by `days`.
    private func differences(movedBy days: Int) -> [Double] {
        candles.compactMap { candle in stored[candle.day + days].map { abs(candle.close - $0) / $0 } }
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[(sorted.count - 1) / 2]
    }
}
