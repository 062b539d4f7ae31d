/// What a market page tells of an asset, from its stored closes and quotes. What cannot be known from them is nil.
public struct MarketStatistics: Equatable, Sendable {
    /// The newest close, in quote currency per coin.
    public let price: Double
    /// The day of that close.
    public let day: Day
    /// What was traded on that day, in quote currency.
    public let volume: Double?
    /// Coins in circulation.
    public let supply: Double?
    /// Of the price, as a fraction, since the close so many days before: 1, 3, 7 and 30, a month.
    public let changes: [Int: Double]
    /// Of the price within the last 12 hours of the stored quotes, as a fraction.
    public let changeOf12Hours: Double?
    /// The highest price of the period, of closes where a day's high is not stored.
    public let high: Double
    /// The lowest price of the period, of closes where a day's low is not stored.
    public let low: Double

    /// The days over which changes are told.
    public static let changeDays = [1, 3, 7, 30]
    /// A quote stands for a moment up to so many seconds away from its own.
    static let quoteTolerance = 1800

    /// - Parameters:
    ///   - candles: days ascending; at least the last 31 days and the period where they are stored.
    ///   - quotes: ascending.
    ///   - now: seconds since 1970-01-01 UTC; of quotes that end more than an hour before it no change is told.
    ///   - supply: coins in circulation, where known.
    ///   - periodDays: how many days up to the newest one the highest and lowest price are of, at least 1.
    /// - Returns: nil when there is no candle.
    public init?(candles: [Candle], quotes: [Quote] = [], now: Int = 0, supply: Double? = nil, periodDays: Int = 30) {
        precondition(periodDays >= 1, "a period has at least a day")
        guard let newest = candles.last else { return nil }
        (price, day, volume, self.supply) = (newest.close, newest.day, newest.volume, supply)
        changes = Self.changes(candles, newest)
        changeOf12Hours = Self.changeOf12Hours(quotes, now: now)
        let period = candles.filter { $0.day > newest.day - periodDays }
        high = period.map { max($0.high ?? $0.close, $0.close) }.max()!
        low = period.map { min($0.low ?? $0.close, $0.close) }.min()!
    }

    /// In quote currency, where the supply is known.
    public var marketValue: Double? { supply.map { $0 * price } }

    private static func changes(_ candles: [Candle], _ newest: Candle) -> [Int: Double] {
        var changes: [Int: Double] = [:]
        for days in changeDays {
            // The close of another day than that one would be another change.
            guard let before = candles.last(where: { $0.day <= newest.day - days }), before.day == newest.day - days else {
                continue
            }
            changes[days] = newest.close / before.close - 1
        }
        return changes
    }

    private static func changeOf12Hours(_ quotes: [Quote], now: Int) -> Double? {
        guard let newest = quotes.last, now - newest.time <= 3600 else { return nil }
        let wanted = newest.time - 12 * 3600
        guard let before = quotes.min(by: { abs($0.time - wanted) < abs($1.time - wanted) }),
            abs(before.time - wanted) <= quoteTolerance
        else { return nil }
        return newest.price / before.price - 1
    }
}
