/// One close a UTC day of one asset, oldest first, no gaps; every close is positive and finite.
public struct PriceHistory: Equatable, Sendable {
    public let ticker: Ticker
    public let firstDay: Day
    /// In quote currency per coin.
    public let closes: [Double]

    /// - Precondition: there is a close, and all are positive and finite: readers check and report what is not.
    public init(ticker: Ticker, firstDay: Day, closes: [Double]) {
        precondition(!closes.isEmpty, "a history needs at least one close")
        precondition(closes.allSatisfy { $0 > 0 && $0.isFinite }, "closes must be positive and finite")
        self.ticker = ticker
        self.firstDay = firstDay
        self.closes = closes
    }

    public var count: Int { closes.count }
    public var lastDay: Day { firstDay + (closes.count - 1) }
    public var lastClose: Double { closes[closes.count - 1] }

    /// The newest `count` days, or all when there are fewer.
    public func suffix(_ count: Int) -> PriceHistory {
        let kept = closes.suffix(count)
        return PriceHistory(ticker: ticker, firstDay: firstDay + (closes.count - kept.count), closes: Array(kept))
    }
}
