/// Something that has a price, and what is known of it.
public struct Asset: Equatable, Sendable {
    /// Its name for good.
    public let id: AssetID
    /// What markets call it; other assets may be called the same.
    public var ticker: Ticker
    /// What people call it.
    public var name: String
    /// What its closes are measured in, a currency's code such as `USD`.
    public var quoteCurrency: String
    /// What each provider calls it: `BTCUSDT` at Binance, `bitcoin` at CoinGecko. A provider that is missing does not have it.
    public var providerIDs: [Provider: String]
    /// The day of its first trade, where that is known.
    public var firstTrade: Day?
    /// The day of its last trade, of an asset that is traded no more.
    public var lastTrade: Day?
    /// Coins in circulation, where that is known.
    public var supply: Double?
    /// The name of its icon, without folder and ending.
    public var iconName: String?

    /// An asset; all but the first four are what happens to be known.
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
    /// An asset of which no more is known than what a person calls it; nil where that is no ticker.
    package init?(unknown name: String) {
        guard let ticker = Ticker(name),
            let id = AssetID(String(ticker.description.lowercased().map { $0 == "." || $0 == "_" ? "-" : $0 }))
        else { return nil }
        self.init(id: id, ticker: ticker, name: ticker.description)
    }
}

/// A service that publishes prices.
public enum Provider: String, CaseIterable, Sendable, CustomStringConvertible {
    case binance, kraken, coinmetrics, coinbase, coingecko, cryptocompare, coinapi, messari

    /// Its name in settings, on the command line and beside each close that came from it.
    public var description: String { rawValue }
}
