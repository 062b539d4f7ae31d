/// The daily closes of one asset: one close a UTC day, oldest first, no gaps; every close is positive and finite.
public struct PriceHistory: Equatable, Sendable {
    /// The asset's ticker, as given by the caller.
    public let ticker: Ticker
    /// The UTC day of the first close.
    public let firstDay: Day
    /// The closes in quote currency per coin, one a day.
    public let closes: [Double]
    /// The other values of the same days, unchecked, one a day; empty if there are none.
    public let details: [CandleDetails]
    /// Whether ``firstDay`` is known; otherwise it is any day, and nothing may depend on it.
    public let isDated: Bool

    /// Creates a history of `closes.count` days, starting at `firstDay`.
    ///
    /// - Precondition: `closes` is not empty, and all closes are positive and finite; `details` are none or one a day. Readers check
    ///   their input and report bad closes.
    public init(ticker: Ticker, firstDay: Day, closes: [Double], details: [CandleDetails] = [], isDated: Bool = true) {
        precondition(!closes.isEmpty, "a history needs at least one close")
        precondition(closes.allSatisfy { $0 > 0 && $0.isFinite }, "closes must be positive and finite")
        precondition(details.isEmpty || details.count == closes.count, "details are those of each day or none")
        (self.ticker, self.firstDay, self.closes) = (ticker, firstDay, closes)
        (self.details, self.isDated) = (details, isDated)
    }

    /// Closes alone, of an asset and days that do not matter.
    package init(undated closes: ArraySlice<Double>) {
        self.init(ticker: Ticker("CLOSES")!, firstDay: Day(daysSince1970: 0), closes: Array(closes), isDated: false)
    }

    /// The number of days.
    public var count: Int { closes.count }
    /// The UTC day of the last close: a forecast's cutoff.
    public var lastDay: Day { firstDay + (closes.count - 1) }
    /// The last close: the naive forecast of every later day.
    public var lastClose: Double { closes[closes.count - 1] }

    /// Returns the newest `count` days, at least 1, or all if there are fewer.
    public func suffix(_ count: Int) -> PriceHistory { self[max(0, closes.count - count)..<closes.count] }

    /// Returns the days up to one of them.
    package func through(_ day: Day) -> PriceHistory { self[..<(day - firstDay + 1)] }

    /// Returns the history under another ticker.
    package func renamed(_ ticker: Ticker) -> PriceHistory {
        PriceHistory(ticker: ticker, firstDay: firstDay, closes: closes, details: details, isDated: isDated)
    }

    /// The closes alone.
    package var withoutDetails: PriceHistory {
        details.isEmpty ? self : PriceHistory(ticker: ticker, firstDay: firstDay, closes: closes, isDated: isDated)
    }

    /// The days at some of its places, at least one.
    package subscript(places: some RangeExpression<Int>) -> PriceHistory {
        let places = places.relative(to: closes)
        guard places != closes.indices else { return self }
        return PriceHistory(
            ticker: ticker, firstDay: firstDay + places.lowerBound, closes: Array(closes[places]),
            details: details.isEmpty ? [] : Array(details[places]), isDated: isDated)
    }

    /// The candle of a place.
    package func candle(_ place: Int) -> Candle {
        Candle(day: firstDay + place, close: closes[place], details.isEmpty ? CandleDetails() : details[place])
    }
}
