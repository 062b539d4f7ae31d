/// One close a UTC day of one asset, oldest first, no gaps; every close is positive and finite.
public struct PriceHistory: Equatable, Sendable {
    /// The asset, as the caller calls it.
    public let ticker: Ticker
    /// The UTC day of the first close.
    public let firstDay: Day
    /// In quote currency per coin, one a day.
    public let closes: [Double]

    /// A history of `closes.count` days from `firstDay` on.
    ///
    /// - Precondition: there is a close, and all are positive and finite: readers check and report what is not.
    public init(ticker: Ticker, firstDay: Day, closes: [Double]) {
        precondition(!closes.isEmpty, "a history needs at least one close")
        precondition(closes.allSatisfy { $0 > 0 && $0.isFinite }, "closes must be positive and finite")
        self.ticker = ticker
        self.firstDay = firstDay
        self.closes = closes
    }

    /// How many days.
    public var count: Int { closes.count }
    /// The UTC day of the last close: the cutoff of a forecast.
    public var lastDay: Day { firstDay + (closes.count - 1) }
    /// The naive forecast of every day after.
    public var lastClose: Double { closes[closes.count - 1] }

    /// The newest `count` days, at least 1, or all when there are fewer.
    public func suffix(_ count: Int) -> PriceHistory {
        let kept = closes.suffix(count)
        return PriceHistory(ticker: ticker, firstDay: firstDay + (closes.count - kept.count), closes: Array(kept))
    }
}
