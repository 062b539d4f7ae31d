/// The rules for closes that no market reaches in a day: one place for files, stored histories, appended closes and batches.
public enum CloseJump {
    /// A close that is more than this many times the close before it, or less than its reciprocal, is of another coin or in another unit.
    public static let largestDailyRatio = 20.0
    /// A close that is more than this many times both its neighbours, or less than its reciprocal, is probably a typing or feed error.
    ///
    /// In the daily closes of twenty coins over ten years it happens twice, both times in bad data.
    public static let spikeRatio = 5.0
    /// Closes outside this range are refused: above, sums overflow; below, the ledger's 18 decimals cannot hold them.
    public static let possibleCloses = 1e-18...1e15
    /// The same for messages.
    package static let possibleWords = "1e-18 to 1e15 US dollars"

    /// How many times the larger of two closes is the smaller, at least 1.
    public static func ratio(_ one: Double, _ other: Double) -> Double { max(one / other, other / one) }

    /// Whether a close is more than ``largestDailyRatio`` away from the one before it.
    public static func isJump(from: Double, to: Double) -> Bool { ratio(from, to) > largestDailyRatio }

    /// Whether a single close stands far above or far below both its neighbours.
    ///
    /// - Parameter after: nil for the last close, which is judged by the close before it alone.
    public static func isSpike(_ close: Double, before: Double, after: Double?) -> Bool {
        let after = after ?? before
        return close > spikeRatio * max(before, after) || close * spikeRatio < min(before, after)
    }
}
