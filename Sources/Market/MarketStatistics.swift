/// Market figures of an asset, computed from its stored closes and quotes. Figures that cannot be computed are nil.
public struct MarketStatistics: Equatable, Sendable {
    /// The newest close, in quote currency per coin.
    public let price: Double
    /// The day of the newest close.
    public let day: Day
    /// The traded volume of that day, in quote currency.
    public let volume: Double?
    /// The circulating supply in coins.
    public let supply: Double?
    /// Relative price changes since the close 1, 3, 7 and 30 days earlier, by number of days. 0.05 means 5 %.
    public let changes: [Int: Double]
    /// The relative price change over the last 12 hours of stored quotes.
    public let changeOf12Hours: Double?
    /// The highest price of the period. Days without a stored high count with their close.
    public let high: Double
    /// The lowest price of the period. Days without a stored low count with their close.
    public let low: Double

    /// The periods of ``changes``, in days.
    public static let changeDays = [1, 3, 7, 30]
    /// A quote represents any time up to this many seconds from its own.
    static let quoteTolerance = 1800

    /// Computes the figures.
    ///
    /// - Parameters:
    ///   - candles: ascending by day; the last 31 days and the period, as far as they are stored.
    ///   - quotes: ascending by time.
    ///   - now: seconds since 1970-01-01 UTC. If the newest quote is more than an hour older, ``changeOf12Hours`` is nil.
    ///   - supply: the circulating supply in coins, if known.
    ///   - periodDays: the number of days, up to the newest close, of ``high`` and ``low``; at least 1.
    /// - Returns: nil if there are no candles.
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

    /// The market value in quote currency, if the supply is known.
    public var marketValue: Double? { supply.map { $0 * price } }

    private static func changes(_ candles: [Candle], _ newest: Candle) -> [Int: Double] {
        var changes: [Int: Double] = [:]
        for days in changeDays {
            // Only the close of exactly that day counts: any other day would be a different change.
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
