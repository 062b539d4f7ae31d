/// Kraken's older names of assets: an X before the coins and a Z before the currencies of its first years.
enum KrakenName {
    /// Returns the usual name of an asset or a pair: `BTC/USD` for `XXBTZUSD`, `EUR` for `ZEUR`. Other names are returned unchanged.
    static func usual(_ name: String) -> String {
        guard name.utf8.count == 8, let base = names[String(name.prefix(4))], let quote = names[String(name.suffix(4))] else {
            return names[name] ?? name
        }
        return "\(base)/\(quote)"
    }

    private static let names: [String: String] = {
        var names = ["XBT": "BTC", "XXBT": "BTC", "XDG": "DOGE", "XXDG": "DOGE"]
        for coin in ["ETC", "ETH", "LTC", "MLN", "REP", "XLM", "XMR", "XRP", "ZEC"] { names["X" + coin] = coin }
        for currency in ["AUD", "CAD", "EUR", "GBP", "JPY", "USD"] { names["Z" + currency] = currency }
        return names
    }()
}
