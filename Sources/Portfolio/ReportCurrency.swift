import Ledger
import Market

extension Portfolio {
    /// The conversion of figures to a currency, by its stored closes in US dollars.
    ///
    /// Days without a stored close have no rate: figures that need it are missing.
    package func conversion(to currency: Currency) async throws -> CurrencyConversion {
        guard currency != .usd else { return .none }
        let stored = try await market.candles.candles(of: currency.asset, from: Day(daysSince1970: 0), through: today)
        let closes = stored.compactMap(PriceOfDay.init).map { ($0.day, $0.price) }
        return CurrencyConversion(to: currency, closes: Dictionary(uniqueKeysWithValues: closes))
    }

    /// The asset of a currency whose close of a day is needed and not stored.
    ///
    /// - Parameter held: what is to be converted; cash of the currency itself needs no rate.
    func missingRate(
        _ conversion: CurrencyConversion, for held: some Sequence<AssetID>, on day: Day
    ) async throws -> Asset? {
        let own = conversion.currency.asset
        guard !conversion.hasRate(on: day), held.contains(where: { $0 != own }) else { return nil }
        return try await assets([own])[own]
    }
}
