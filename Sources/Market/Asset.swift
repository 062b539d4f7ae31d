/// An asset with a price, such as a coin, and its metadata.
public struct Asset: Equatable, Sendable {
    /// The asset's permanent, unique id.
    public let id: AssetID
    /// The ticker that markets use. Several assets may share one.
    public var ticker: Ticker
    /// The display name, such as `Bitcoin`.
    public var name: String
    /// The currency code in which closes are quoted, such as `USD`.
    public var quoteCurrency: String
    /// The asset's id at each provider: `BTCUSDT` at Binance, `bitcoin` at CoinGecko. Providers that do not list the asset are
    /// absent.
    public var providerIDs: [Provider: String]
    /// The day of the first trade, if known.
    public var firstTrade: Day?
    /// The day of the last trade, if the asset is no longer traded.
    public var lastTrade: Day?
    /// The circulating supply in coins, if known.
    public var supply: Double?
    /// The icon's file name without folder and extension.
    public var iconName: String?

    /// Creates an asset. Optional metadata defaults to unknown.
    public init(
        id: AssetID, ticker: Ticker, name: String, quoteCurrency: String = "USD", providerIDs: [Provider: String] = [:],
        firstTrade: Day? = nil, lastTrade: Day? = nil, supply: Double? = nil, iconName: String? = nil
    ) {
        (self.id, self.ticker, self.name, self.quoteCurrency) = (id, ticker, name, quoteCurrency)
        (self.providerIDs, self.firstTrade, self.lastTrade) = (providerIDs, firstTrade, lastTrade)
        (self.supply, self.iconName) = (supply, iconName)
    }
}

extension Asset {
    /// An asset of which only a person's name for it is known; nil if that is not a ticker.
    package init?(unknown name: String) {
        guard let ticker = Ticker(name),
            let id = AssetID(String(ticker.description.lowercased().map { $0 == "." || $0 == "_" ? "-" : $0 }))
        else { return nil }
        self.init(id: id, ticker: ticker, name: ticker.description)
    }
}

/// A service that publishes prices.
public enum Provider: String, CaseIterable, Sendable, CustomStringConvertible {
    case binance, kraken, coinmetrics, coinbase, coingecko, cryptocompare, coinapi, messari, frankfurter

    /// Its name in settings, on the command line and with each close that came from it.
    public var description: String { rawValue }
}
