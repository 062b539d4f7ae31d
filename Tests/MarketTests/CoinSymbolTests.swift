import Market
import Testing

/// Symbols of pairs as exchanges write them.
@Suite struct CoinSymbolTests {
    @Test(
        arguments: [
            ("BTC", "BTC", nil), ("BTC/USD", "BTC", "USD"), ("btc-usd", "BTC", "USD"), ("BTCUSDT", "BTC", "USDT"),
            ("BINANCE:BTCUSDT", "BTC", "USDT"), ("BTC/USDT:USDT", "BTC", "USDT"), ("BNBUSD", "BNB", "USD"),
            ("DOTUSD", "DOT", "USD"),
            ("XBTUSD", "BTC", "USD"), ("XBT/EUR", "BTC", "EUR"), ("USDTUSD", "USDT", "USD"), ("SHIBUSD", "SHIB", "USD"),
            ("BTCEUR", "BTC", "EUR"), ("BTCPLN", "BTC", "PLN"), ("ETHBTC", "ETH", "BTC"), ("BTCBUSD", "BTC", "BUSD"),
            ("BTC-USDT-SWAP", "BTC", "USDT"), ("BTC-31OCT24", "BTC", nil), ("BTC/XYZ", "BTC", "XYZ"), ("FOOUSDT", "FOO", "USDT"),
            ("EUR", "EUR", nil), ("USDT", "USDT", nil), ("", "", nil), (":", "", nil), ("/", "/", nil), ("/USD", "/USD", nil),
        ] as [(String, String, String?)]) func aPairHasItsCoinAndItsCurrency(text: String, base: String, quote: String?)
    {
        let symbol = CoinSymbol(text)
        #expect(symbol.base == base && symbol.quote == quote, "\(symbol.base) \(symbol.quote ?? "-")")
    }
}
