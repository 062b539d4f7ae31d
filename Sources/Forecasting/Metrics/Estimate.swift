/// A value with its 95 % interval. The ends are NaN if there was too little data for an interval.
public struct Estimate: Equatable, Sendable {
    /// The estimated value.
    public let value: Double
    /// The ends of the interval.
    public let low: Double, high: Double

    /// Whether there is an interval.
    public var hasInterval: Bool { !low.isNaN }

    /// Creates an estimate.
    public init(_ value: Double, low: Double, high: Double) {
        (self.value, self.low, self.high) = (value, low, high)
    }

    /// Returns true if values and intervals are equal. Two missing intervals count as equal.
    public static func == (left: Estimate, right: Estimate) -> Bool {
        left.value == right.value && left.hasInterval == right.hasInterval
            && (!left.hasInterval || (left.low, left.high) == (right.low, right.high))
    }
}
