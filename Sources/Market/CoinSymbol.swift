/// A coin symbol as files and exchanges write it: `BTC`, `BTC/USD`, `BTC-USD`, `BTCUSDT`, `BINANCE:BTCUSDT`.
package struct CoinSymbol: Equatable, Sendable, CustomStringConvertible {
    /// The symbol as written.
    package let description: String
    /// The base without exchange and quote currency, in capitals: `BTC`.
    package let base: String
    /// The quote currency, if the symbol names one: `USD`.
    package let quote: String?

    /// Quote currencies that are recognized without a separator: the dollar and tokens pegged to it.
    static let dollars = ["USDT", "USDC", "BUSD", "FDUSD", "TUSD", "USD"]

    package init(_ text: String) {
        description = text
        // An exchange is before the pair, `BINANCE:BTCUSDT`; the settlement currency is after it, `BTC/USDT:USDT`.
        let sides = text.uppercased().split(separator: ":")
        let pair = String((sides.first { $0.contains("/") } ?? sides.last) ?? "")
        let parts = pair.split(omittingEmptySubsequences: false) { "/-_".contains($0) }.map(String.init)
        if parts.count > 1, !parts[0].isEmpty {
            // `BTC-31OCT24` is a futures contract and names no currency.
            let isQuote = pair.contains("/") || QuoteCurrency.isKnown(parts[1])
            (base, quote) = (Self.usual(parts[0]), isQuote ? parts[1] : nil)
        } else if let quote = Self.quote(of: pair) {
            (base, self.quote) = (Self.usual(String(pair.dropLast(quote.count))), quote)
        } else {
            (base, quote) = (Self.usual(pair), nil)
        }
    }

    /// The quote currency at the end of a pair without a separator: any currency after a known coin, only dollars after others.
    private static func quote(of pair: String) -> String? {
        let quotes = QuoteCurrency.all.filter { pair.hasSuffix($0) && pair.utf8.count >= $0.utf8.count + 2 }
        // `USDTUSD` is Tether in dollars, not dollars in TUSD.
        let known = quotes.filter { quote in
            KnownAssets.id(named: usual(String(pair.dropLast(quote.count)))).map { $0 != .usd } == true
        }
        // `SHIBUSD` is more likely SHIB in dollars than SHI in BUSD.
        return known.max { $0.count < $1.count } ?? ["USDT", "USDC", "FDUSD", "USD"].first(where: quotes.contains)
    }

    /// The usual ticker of a coin: Kraken and BitMEX call bitcoin XBT.
    private static func usual(_ base: String) -> String { base == "XBT" ? "BTC" : base }

    /// ``base`` as a ticker, or nil if it is not a valid one.
    package var ticker: Ticker? { Ticker(base) }

    /// Returns true if `name` is the whole symbol or its base, in any case.
    package func isMeant(by name: String) -> Bool {
        let name = name.uppercased()
        return name == description.uppercased() || name == base
    }
}
