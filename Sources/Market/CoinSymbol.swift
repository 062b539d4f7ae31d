/// What a file or an exchange calls a coin: `BTC`, `BTC/USD`, `BTC-USD`, `BTCUSDT`, `BINANCE:BTCUSDT`.
package struct CoinSymbol: Equatable, Sendable, CustomStringConvertible {
    /// As it is written.
    package let description: String
    /// Without exchange and quote currency, in capital letters: `BTC`.
    package let base: String
    /// The currency of the prices, where the symbol names it: `USD`.
    package let quote: String?

    /// Currencies that are recognized without a sign before them: dollars, and what is pegged to them.
    private static let dollars = ["USDT", "USDC", "BUSD", "FDUSD", "TUSD", "USD"]

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

    /// The ticker of ``base``; nil where that is no ticker.
    package var ticker: Ticker? { Ticker(base) }

    /// Whether prices are in US dollars, or in nothing that the symbol names.
    package var isInDollars: Bool { quote.map(Self.dollars.contains) ?? true }

    /// Whether a person who writes `name` means this coin: the whole symbol or the ticker, in any case.
    package func isMeant(by name: String) -> Bool {
        let name = name.uppercased()
        return name == description.uppercased() || name == base
    }
}
