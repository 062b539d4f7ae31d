/// One UTC day of an asset's trading, in quote currency per coin. The close is the price at the end of the day.
public struct Candle: Equatable, Sendable {
    /// The UTC day.
    public let day: Day
    /// The price at the start of the day, if the source has it.
    public let open: Double?
    /// The day's highest price, if the source has it.
    public let high: Double?
    /// The day's lowest price, if the source has it.
    public let low: Double?
    /// The price at the end of the day; positive and finite.
    public let close: Double
    /// The traded volume in quote currency, if the source has it.
    public let volume: Double?

    /// Creates a candle.
    ///
    /// - Precondition: `close` is positive and finite. Readers check their input and report bad closes.
    public init(day: Day, open: Double? = nil, high: Double? = nil, low: Double? = nil, close: Double, volume: Double? = nil) {
        precondition(close > 0 && close.isFinite, "a close must be positive and finite, not \(close)")
        (self.day, self.open, self.high, self.low) = (day, open, high, low)
        (self.close, self.volume) = (close, volume)
    }
}

/// The values of a candle besides its day and close; each is nil if the source has none.
public struct CandleDetails: Equatable, Sendable {
    /// The price at the start of the day, in quote currency per coin.
    public var open: Double?
    /// The day's highest and lowest price.
    public var high: Double?, low: Double?
    /// The traded volume; in quote currency, unless its source says otherwise.
    public var volume: Double?

    /// Creates values, none of which is checked.
    public init(open: Double? = nil, high: Double? = nil, low: Double? = nil, volume: Double? = nil) {
        (self.open, self.high, self.low, self.volume) = (open, high, low, volume)
    }
}

extension Candle {
    init(day: Day, close: Double, _ details: CandleDetails) {
        self.init(
            day: day, open: details.open, high: details.high, low: details.low, close: close, volume: details.volume)
    }

    /// The candle without its volume.
    package var withoutVolume: Candle { Candle(day: day, open: open, high: high, low: low, close: close) }

    /// Its values besides day and close.
    var details: CandleDetails { CandleDetails(open: open, high: high, low: low, volume: volume) }
}

/// A candle with its source and retrieval time.
public struct StoredCandle: Equatable, Sendable {
    /// The day's prices.
    public let candle: Candle
    /// The provider's name, or `file:` followed by the file name.
    public let source: String
    /// When it was retrieved or imported, in seconds since 1970-01-01 UTC.
    public let retrievedAt: Int

    /// Creates a candle with its source.
    public init(candle: Candle, source: String, retrievedAt: Int) {
        (self.candle, self.source, self.retrievedAt) = (candle, source, retrievedAt)
    }
}

/// An intraday price, for changes over hours.
public struct Quote: Equatable, Sendable {
    /// The time, in seconds since 1970-01-01 UTC.
    public let time: Int
    /// The price in quote currency per coin; positive and finite.
    public let price: Double

    /// Creates a quote.
    ///
    /// - Precondition: `price` is positive and finite.
    public init(time: Int, price: Double) {
        precondition(price > 0 && price.isFinite, "a price must be positive and finite, not \(price)")
        (self.time, self.price) = (time, price)
    }
}
