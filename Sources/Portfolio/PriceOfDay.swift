import Ledger
import Market

/// The close of a day as an exact price, with its source.
package struct PriceOfDay: Equatable, Sendable {
    /// The day.
    package let day: Day
    /// The price in US dollars per coin.
    package let price: Money
    /// A provider's name, or `file:` and the name of a file; nil for cash, whose price is 1.
    package let source: String?
    /// When it was retrieved, in seconds since 1970-01-01 UTC; nil for cash.
    package let retrievedAt: Int?

    /// Creates a price with its source.
    package init(day: Day, price: Money, source: String? = nil, retrievedAt: Int? = nil) {
        (self.day, self.price, self.source, self.retrievedAt) = (day, price, source, retrievedAt)
    }

    /// Returns nil if the close of the candle is too large or too small for 18 decimal places.
    init?(_ stored: StoredCandle) {
        guard let price = FixedDecimal(exactly: stored.candle.close), price > .zero else { return nil }
        self.init(day: stored.candle.day, price: .usd(price), source: stored.source, retrievedAt: stored.retrievedAt)
    }
}

extension Portfolio {
    /// Returns the close of exactly this day; nil if it is not stored. The price of another day would be a different price.
    package func price(of asset: AssetID, on day: Day) async throws -> PriceOfDay? {
        guard asset != .usd else { return PriceOfDay(day: day, price: .one) }
        return try await market.candles.candles(of: asset, from: day, through: day).first.flatMap(PriceOfDay.init)
    }

    /// Returns the newest close up to a day; nil if none is stored.
    package func newestPrice(of asset: AssetID, through day: Day) async throws -> PriceOfDay? {
        guard asset != .usd else { return PriceOfDay(day: day, price: .one) }
        return try await market.candles.newestCandles(of: asset, count: 1, through: day).first.flatMap(PriceOfDay.init)
    }

    /// Returns a coin's price for a transaction that gives none: the close of its day. Today has no close yet, and yesterday's
    /// may not be stored yet; for these days the newest close is used if it is at most ``freshPriceDays`` old.
    ///
    /// - Returns: nil for cash, whose value is its amount, and if no such close is stored.
    func marketPrice(of asset: AssetID, at time: Int) async throws -> PriceOfDay? {
        guard asset != .usd else { return nil }
        let day = Day(secondsSince1970: time)
        if let price = try await price(of: asset, on: day) { return price }
        guard day >= today - 1, let newest = try await newestPrice(of: asset, through: day),
            today - newest.day <= Self.freshPriceDays + 1
        else { return nil }
        return newest
    }

    /// Closes of exactly one day, by asset; those that are not stored are missing.
    ///
    /// - Parameter conversion: to the currency of the prices.
    func prices(
        of assets: some Sequence<AssetID>, on day: Day, in conversion: CurrencyConversion = .none
    ) async throws -> [AssetID: PriceOfDay] {
        let own = conversion.currency.asset
        let needed = Set(assets).union([own])
        let newest = try await market.candles.newestCandle(of: needed.subtracting([.usd]), through: day)
        var prices = newest.filter { $0.value.candle.day == day }.compactMapValues(PriceOfDay.init)
        let rate = prices[own]
        prices[.usd] = PriceOfDay(day: day, price: .one, source: rate?.source, retrievedAt: rate?.retrievedAt)
        guard conversion.currency != .usd else { return prices }
        var converted: [AssetID: PriceOfDay] = [:]
        for asset in needed.union([.usd]) {
            guard let price = try conversion.price(of: asset, close: prices[asset]?.price, on: day) else { continue }
            let origin = asset == own ? nil : prices[asset]
            converted[asset] = PriceOfDay(day: day, price: price, source: origin?.source, retrievedAt: origin?.retrievedAt)
        }
        return converted
    }
}
