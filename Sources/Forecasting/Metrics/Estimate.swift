/// A figure and its 95 % interval, whose ends are NaN where there was too little to tell one.
public struct Estimate: Equatable, Sendable {
    /// The figure itself.
    public let value: Double
    /// The interval's ends.
    public let low: Double, high: Double

    /// Whether there is an interval.
    public var hasInterval: Bool { !low.isNaN }

    /// A figure between the ends of its interval.
    public init(_ value: Double, low: Double, high: Double) {
        (self.value, self.low, self.high) = (value, low, high)
    }

    /// Equal figures and intervals; two without an interval have equal ones.
    public static func == (left: Estimate, right: Estimate) -> Bool {
        left.value == right.value && left.hasInterval == right.hasInterval
            && (!left.hasInterval || (left.low, left.high) == (right.low, right.high))
    }
}
