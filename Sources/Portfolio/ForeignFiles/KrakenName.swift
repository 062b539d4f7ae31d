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

extension KrakenName {
    /// Returns the usual name of a coin without the marks of staked and locked ones: `DOT` for `DOT28.S`.
    static func coin(_ name: String) -> String {
        let parts = name.split(separator: ".")
        guard parts.count == 2, ["S", "M", "F", "B", "P", "HOLD"].contains(parts[1]) else { return usual(name) }
        let days = parts[0].reversed().prefix { $0.isNumber }.count
        return usual(String(days >= 2 ? parts[0].dropLast(days) : parts[0]))
    }
}
