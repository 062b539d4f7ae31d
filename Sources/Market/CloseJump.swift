/// Plausibility rules for daily closes, shared by price files, stored histories, appended closes and batches.
public enum CloseJump {
    /// The largest plausible ratio of consecutive closes, in either direction. A larger one means another coin or another unit.
    public static let largestDailyRatio = 20.0
    /// Closes more than this many times those before and after them, or less than the reciprocal, are wrong (``OddClose``).
    ///
    /// In ten years of daily closes of twenty coins this occurs only in bad data.
    public static let spikeRatio = 5.0
    /// The accepted range of closes. Above it sums overflow; below it the ledger's 18 decimals are too few.
    public static let possibleCloses = 1e-18...1e15
    /// ``possibleCloses`` as text for messages.
    package static let possibleWords = "1e-18 to 1e15 US dollars"

    /// Returns the ratio of the larger close to the smaller, at least 1.
    public static func ratio(_ one: Double, _ other: Double) -> Double { max(one / other, other / one) }

    /// Returns true if the ratio of two consecutive closes exceeds ``largestDailyRatio`` in either direction.
    public static func isJump(from: Double, to: Double) -> Bool { ratio(from, to) > largestDailyRatio }
}
