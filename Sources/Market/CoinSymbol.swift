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
        let pair = text.split(separator: ":").last.map { $0.uppercased() } ?? ""
        if let separator = pair.firstIndex(where: { "/-_".contains($0) }), separator > pair.startIndex {
            base = String(pair[..<separator])
            quote = String(pair[pair.index(after: separator)...])
        } else if let dollar = Self.dollars.first(where: { pair.hasSuffix($0) && pair.utf8.count >= $0.utf8.count + 2 }) {
            base = String(pair.dropLast(dollar.count))
            quote = dollar
        } else {
            (base, quote) = (pair, nil)
        }
    }

    /// ``base`` as a ticker, or nil if it is not a valid one.
    package var ticker: Ticker? { Ticker(base) }

    /// Returns true if `name` is the whole symbol or its base, in any case.
    package func isMeant(by name: String) -> Bool {
        let name = name.uppercased()
        return name == description.uppercased() || name == base
    }
}
