/// A figure and its 95 % interval.
public struct Estimate: Equatable, Sendable {
    /// The figure itself.
    public let value: Double
    /// The interval's ends.
    public let low: Double, high: Double

    /// A figure between the ends of its interval.
    public init(_ value: Double, low: Double, high: Double) {
        (self.value, self.low, self.high) = (value, low, high)
    }
}
