import Ledger
import Market
import MarketData

/// Stored closes as the exact prices of transactions and reports.
package struct ClosePrices: Sendable {
    /// The maximum age of a close that can stand for today's price, in days that have ended since.
    package static let freshPriceDays = 2

    let market: MarketData

    init(_ market: MarketData) { self.market = market }

    /// Returns the same prices as of another time, in seconds since 1970-01-01 UTC.
    func at(time: Int) -> ClosePrices { ClosePrices(MarketData(market.store) { time }) }

    /// The first day that has not ended.
    var today: Day { Day(secondsSince1970: market.now()) }

    /// The day whose close gives the value at a time; that of today is not known yet, and the one before counts.
    func neededDay(at time: Int) -> Day { min(Day(secondsSince1970: time), today - 1) }

    /// Returns assets by id.
    ///
    /// - Throws: `AssetError.notStored` for an id that is not stored.
    func assets(_ ids: some Sequence<AssetID>) async throws -> [AssetID: Asset] {
        let ids = Set(ids)
        let assets = try await market.store.assets(ids: ids)
        if let missing = ids.first(where: { assets[$0] == nil }) { throw AssetError.notStored(missing) }
        return assets
    }

    // MARK: Prices

    /// The maximum age of a stored close compared with the day that it is used for, in days.
    ///
    /// Zero for coins, whose price on another day is a different price. Currencies have no closes on weekends and holidays.
    static func longestAgeDays(of asset: AssetID) -> Int {
        Currency(asset) == nil ? 0 : RateRule.longestAgeDays
    }

    /// Returns the close of exactly this day; for a currency, its rate for this day (``longestAgeDays(of:)``); nil if none is
    /// stored.
    package func price(of asset: AssetID, on day: Day) async throws -> PriceOfDay? {
        guard asset != .usd else { return PriceOfDay(day: day, price: .one) }
        let first = day - Self.longestAgeDays(of: asset)
        return try await market.store.candles(of: asset, from: first, through: day).last.flatMap(PriceOfDay.init)
    }

    /// Returns the newest close up to a day; nil if none is stored.
    package func newestPrice(of asset: AssetID, through day: Day) async throws -> PriceOfDay? {
        guard asset != .usd else { return PriceOfDay(day: day, price: .one) }
        return try await market.store.newestCandles(of: asset, count: 1, through: day).first.flatMap(PriceOfDay.init)
    }

    /// Returns a coin's price for a transaction that gives none: the close of its day. Today has no close yet, and yesterday's may
    /// not be stored yet; for these two days, the newest close is used if it is at most ``freshPriceDays`` old.
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

    /// The closes that apply to a day, by asset.
    struct DayPrices {
        /// The closes of the day; for a currency, its rate for the day.
        var prices: [AssetID: PriceOfDay] = [:]
        /// The newest earlier closes, for the assets without a close of the day.
        var old: [AssetID: PriceOfDay] = [:]
    }

    /// Returns the closes of exactly one day, by asset (for currencies, the rates for that day), and older ones separately; assets
    /// without a stored close are missing.
    ///
    /// - Parameter conversion: to the currency of the prices, at the rate of the day, for old prices too.
    func prices(
        of assets: some Sequence<AssetID>, on day: Day, in conversion: CurrencyConversion = .none
    ) async throws -> DayPrices {
        let own = conversion.currency.asset
        let needed = Set(assets).union([own])
        let newest = try await market.store.newestCandle(of: needed.subtracting([.usd]), through: day)
        let rate = newest[own].flatMap(PriceOfDay.init).flatMap { day - $0.day <= Self.longestAgeDays(of: own) ? $0 : nil }
        var found = DayPrices()
        found.prices[.usd] = try conversion.price(of: .usd, close: .one, on: day).map {
            PriceOfDay(day: rate?.day ?? day, price: $0, close: .one, source: rate?.source, retrievedAt: rate?.retrievedAt)
        }
        for asset in needed where asset != .usd {
            let stored = newest[asset].flatMap(PriceOfDay.init)
            let isOld = stored.map { day - $0.day > Self.longestAgeDays(of: asset) } ?? false
            let close = isOld && asset == own ? nil : stored
            guard let price = try conversion.price(of: asset, close: close?.price, on: day) else { continue }
            // One unit of the currency itself is 1, whatever its source.
            let origin = asset == own && conversion.currency != .usd ? nil : close
            let converted = PriceOfDay(
                day: close?.day ?? day, price: price, close: close?.price, source: origin?.source, retrievedAt: origin?.retrievedAt)
            if isOld, asset != own { found.old[asset] = converted } else { found.prices[asset] = converted }
        }
        return found
    }

    /// Returns the newest day that has a stored close of any of the assets; yesterday if none is stored.
    ///
    /// - Parameter currency: the currency of the report. For cash alone, the result is the newest day of its rate.
    func newestDay(of assets: some Sequence<AssetID>, in currency: Currency = .usd) async throws -> Day {
        var assets = Set(assets).subtracting([.usd])
        if assets.isEmpty, currency != .usd { assets = [currency.asset] }
        let newest = try await market.store.newestCandle(of: assets, through: today)
        return newest.values.map(\.candle.day).max() ?? today - 1
    }

    // MARK: Currencies

    /// The conversion of figures to a currency, by its stored closes in US dollars.
    ///
    /// On days without a stored close, the rate of a few days earlier is used (`CurrencyConversion.rate(on:)`); if there is none
    /// either, the figures that need it are missing.
    ///
    /// - Parameters:
    ///   - first: the first day that can be converted.
    ///   - last: the last day that can be converted; nil for today.
    /// - Throws: ``PortfolioError/notTheCurrency(_:_:)`` if its id is that of another asset, which an older version allowed.
    package func conversion(
        to currency: Currency, from first: Day = Day(daysSince1970: 0), through last: Day? = nil
    ) async throws -> CurrencyConversion {
        guard currency != .usd else { return .none }
        if let asset = try await market.store.asset(currency.asset), asset.ticker.description != currency.code {
            throw PortfolioError.notTheCurrency(currency, asset.ticker)
        }
        let stored = try await market.store.candles(
            of: currency.asset, from: first - RateRule.longestAgeDays, through: last ?? today)
        let closes = stored.compactMap(PriceOfDay.init).map { ($0.day, $0.price) }
        return CurrencyConversion(to: currency, closes: Dictionary(uniqueKeysWithValues: closes))
    }

    /// Returns the currencies whose closes may be stored, apart from US dollars.
    package func currencies() async throws -> [Currency] {
        try await market.store.assets().compactMap { Currency($0.id) }.filter { $0 != .usd }
    }

    /// Returns the asset of a currency whose rate of a day is needed and missing.
    ///
    /// - Parameter held: the assets to convert; cash in the currency itself needs no rate.
    func missingRate(
        _ conversion: CurrencyConversion, for held: some Sequence<AssetID>, on day: Day
    ) async throws -> Asset? {
        let own = conversion.currency.asset
        guard !conversion.hasRate(on: day), held.contains(where: { $0 != own }) else { return nil }
        return try await assets([own])[own]
    }
}
