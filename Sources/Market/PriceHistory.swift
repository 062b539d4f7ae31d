/// The daily closes of one asset: one close a UTC day, oldest first, no gaps; every close is positive and finite.
public struct PriceHistory: Equatable, Sendable {
    /// The asset's ticker, as given by the caller.
    public let ticker: Ticker
    /// The UTC day of the first close.
    public let firstDay: Day
    /// The closes in quote currency per coin, one a day.
    public let closes: [Double]

    /// Creates a history of `closes.count` days, starting at `firstDay`.
    ///
    /// - Precondition: `closes` is not empty, and all closes are positive and finite. Readers check their input and report bad
    ///   closes.
    public init(ticker: Ticker, firstDay: Day, closes: [Double]) {
        precondition(!closes.isEmpty, "a history needs at least one close")
        precondition(closes.allSatisfy { $0 > 0 && $0.isFinite }, "closes must be positive and finite")
        self.ticker = ticker
        self.firstDay = firstDay
        self.closes = closes
    }

    /// The number of days.
    public var count: Int { closes.count }
    /// The UTC day of the last close: a forecast's cutoff.
    public var lastDay: Day { firstDay + (closes.count - 1) }
    /// The last close: the naive forecast of every later day.
    public var lastClose: Double { closes[closes.count - 1] }

    /// Returns the newest `count` days, at least 1, or all if there are fewer.
    public func suffix(_ count: Int) -> PriceHistory {
        let kept = closes.suffix(count)
        return PriceHistory(ticker: ticker, firstDay: firstDay + (closes.count - kept.count), closes: Array(kept))
    }
}
