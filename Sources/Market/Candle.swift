/// One UTC day of an asset's trading, in quote currency per coin. The close is the price at the end of the day.
public struct Candle: Equatable, Sendable {
    /// The day.
    public let day: Day
    /// The price at its beginning, where the source has it.
    public let open: Double?
    /// The highest price, where the source has it.
    public let high: Double?
    /// The lowest price, where the source has it.
    public let low: Double?
    /// The price at its end: positive and finite.
    public let close: Double
    /// What was traded, in quote currency, where the source has it.
    public let volume: Double?

    /// - Precondition: `close` is positive and finite: readers check and report what is not.
    public init(day: Day, open: Double? = nil, high: Double? = nil, low: Double? = nil, close: Double, volume: Double? = nil) {
        precondition(close > 0 && close.isFinite, "a close must be positive and finite, not \(close)")
        (self.day, self.open, self.high, self.low) = (day, open, high, low)
        (self.close, self.volume) = (close, volume)
    }
}

/// A candle with where it came from.
public struct StoredCandle: Equatable, Sendable {
    /// The day's prices.
    public let candle: Candle
    /// A provider's name, or `file:` and the name of a file.
    public let source: String
    /// Seconds since 1970-01-01 UTC at which it was retrieved or imported.
    public let retrievedAt: Int

    /// A candle of a source.
    public init(candle: Candle, source: String, retrievedAt: Int) {
        (self.candle, self.source, self.retrievedAt) = (candle, source, retrievedAt)
    }
}

/// A price within a day, for changes over hours.
public struct Quote: Equatable, Sendable {
    /// Seconds since 1970-01-01 UTC.
    public let time: Int
    /// In quote currency per coin, positive and finite.
    public let price: Double

    /// - Precondition: `price` is positive and finite.
    public init(time: Int, price: Double) {
        precondition(price > 0 && price.isFinite, "a price must be positive and finite, not \(price)")
        (self.time, self.price) = (time, price)
    }
}
