import Market

/// Merges the answers of two providers into one series.
package enum CandleConsensus {
    /// The largest difference of two agreeing closes, as a fraction of their mean.
    package static let tolerance = 0.02

    /// Averages the closes of each day. Days that only one provider has are kept.
    ///
    /// Open, high and low are averaged if both have them. Volume is omitted, because volumes of two markets are not comparable.
    static func merged(_ one: (provider: Provider, answer: FeedAnswer), _ other: (provider: Provider, answer: FeedAnswer)) -> Merged
    {
        var result = Merged()
        let second = Dictionary(uniqueKeysWithValues: other.answer.candles.map { ($0.day, $0) })
        for candle in one.answer.candles {
            guard let pair = second[candle.day] else {
                result.add(candle, one.answer, isConfirmed: false)
                continue
            }
            result.candles.append(both(candle, one.answer, pair, other.answer))
            if abs(candle.close - pair.close) > tolerance * mean(candle.close, pair.close) {
                result.disagreements.append(
                    .init(day: candle.day, one: (one.provider, candle.close), other: (other.provider, pair.close)))
            }
        }
        let first = Set(one.answer.candles.map(\.day))
        for candle in other.answer.candles where !first.contains(candle.day) {
            result.add(candle, other.answer, isConfirmed: false)
        }
        result.candles.sort { $0.candle.day < $1.candle.day }
        return result
    }

    private static func both(_ one: Candle, _ first: FeedAnswer, _ other: Candle, _ second: FeedAnswer) -> StoredCandle {
        func mean(_ part: KeyPath<Candle, Double?>) -> Double? {
            guard let left = one[keyPath: part], let right = other[keyPath: part] else { return nil }
            return Self.mean(left, right)
        }
        let candle = Candle(
            day: one.day, open: mean(\.open), high: mean(\.high), low: mean(\.low), close: Self.mean(one.close, other.close))
        return StoredCandle(
            candle: candle, source: "\(first.source)+\(second.source)", retrievedAt: min(first.retrievedAt, second.retrievedAt))
    }

    /// Returns the mean. Halves first, so that the sum stays finite.
    private static func mean(_ one: Double, _ other: Double) -> Double { one / 2 + other / 2 }

    struct Merged {
        var candles: [StoredCandle] = []
        var disagreements: [ChainAnswer.Disagreement] = []
        var unconfirmedDays = 0

        mutating func add(_ candle: Candle, _ answer: FeedAnswer, isConfirmed: Bool) {
            candles.append(StoredCandle(candle: candle, source: answer.source, retrievedAt: answer.retrievedAt))
            if !isConfirmed { unconfirmedDays += 1 }
        }
    }
}
