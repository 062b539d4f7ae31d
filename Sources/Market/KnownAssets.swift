/// The assets that a new store knows.
public enum KnownAssets {
    /// US dollars and 30 coins.
    public static let all: [Asset] = [Asset(id: .usd, ticker: Ticker("USD")!, name: "US dollar")] + coins

    private static let coins: [Asset] = [
        coin("bitcoin", "BTC", "Bitcoin", [.binance: "BTCUSDT", .kraken: "XBTUSD", .coinmetrics: "btc", .coinbase: "BTC-USD"])
    ]

    private static func coin(_ id: String, _ ticker: String, _ name: String, _ ids: [Provider: String]) -> Asset {
        Asset(id: AssetID(id)!, ticker: Ticker(ticker)!, name: name, providerIDs: ids)
    }
}
