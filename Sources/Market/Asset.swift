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
