/// The currency of the prices in a file, and its source.
package struct QuoteCurrency: Equatable, Sendable, CustomStringConvertible {
    /// The source of the currency.
    package enum Evidence: Equatable, Sendable {
        case option
        case symbol(String)
        case column(String)
        case fileName
        /// The sign or code next to the prices.
        case mark(String)
    }

    /// The currency's code: `EUR`.
    package let code: String
    package let evidence: Evidence

    package init(_ code: String, _ evidence: Evidence) { (self.code, self.evidence) = (code, evidence) }

    /// Whether the prices are in US dollars, or in a token pegged to them.
    package var isDollar: Bool { Self.isDollar(code) }

    /// Whether a code is that of US dollars, or of a token pegged to them.
    package static func isDollar(_ code: String) -> Bool { CoinSymbol.dollars.contains(code) }

    /// `EUR, as the file's name says`.
    package var description: String {
        switch evidence {
        case .option: code
        case .symbol(let symbol): "\(code), as its symbol \(symbol) says"
        case .column(let name): "\(code), as its column \(name) says"
        case .fileName: "\(code), as the file's name says"
        case .mark(let text): text == code ? code : "\(code), as the sign \(text) beside them says"
        }
    }

    /// Government currencies that exchanges and price sites quote coins in.
    private static let currencies: Set<String> = [
        "USD", "EUR", "GBP", "JPY", "KRW", "CHF", "AUD", "CAD", "NZD", "TRY", "BRL", "INR", "RUB", "CNY", "PLN", "SEK", "NOK",
        "DKK",
        "CZK", "HUF", "RON", "BGN", "ZAR", "MXN", "SGD", "HKD", "TWD", "ILS", "THB", "IDR", "PHP", "VND", "MYR", "UAH", "KZT",
        "AED",
        "SAR", "ARS", "CLP", "COP", "NGN", "PKR", "GEL",
    ]
    /// Coins that other coins are quoted in.
    private static let coins: Set<String> = ["BTC", "XBT", "ETH", "BNB", "EURC", "EURT", "SATS"]

    /// The codes of all quote currencies.
    static let all = CoinSymbol.dollars + currencies.subtracting(CoinSymbol.dollars).sorted() + coins.sorted()
    private static let known = Set(all)

    /// Whether a word is the code of a quote currency.
    static func isKnown(_ code: String) -> Bool { known.contains(code) }

    /// The currency that the name of a close column ends with: `close_eur`, `Price (EUR)`.
    static func named(inColumn name: String) -> String? {
        words(name).dropFirst().last.flatMap { word in
            let isCurrency = CurrencyTable.index(of: word) != nil && !["ALL", "TOP"].contains(word)
            return isCurrency || currencies.contains(word) || coins.contains(word) ? word : nil
        }
    }

    /// Whether the name of a column says that it has closes in a currency: `close_eur`, `Price (EUR)`.
    static func isClose(column name: String) -> Bool {
        // `close_BTC` has closes of bitcoin.
        named(inColumn: name).flatMap { CurrencyTable.index(of: $0) } != nil && ["CLOSE", "PRICE", "ADJ"].contains(words(name)[0])
    }

    /// The quote currency in the name of a file: `BTC-EUR.csv`, `btc-eur-max.csv`, `BTCUSDT-1d-2024-10.csv`, `Binance_ETHBTC_d.csv`.
    ///
    /// - Parameter ticker: the asset that the file is read for; a file `my-eur.csv` for the euro itself names no quote currency.
    init?(fileName: String, ticker: String?) {
        let file = fileName.split(separator: "/").last ?? ""
        let words = Self.words(String(file.lastIndex(of: ".").map { file[..<$0] } ?? file))
        guard let code = Self.separate(words, ticker?.uppercased()) ?? Self.joined(words, ticker?.uppercased()) else { return nil }
        self.init(code, .fileName)
    }

    /// A currency that follows another word: `BTC-EUR`; after a coin also another coin: `ETH-BTC`.
    private static func separate(_ words: [String], _ ticker: String?) -> String? {
        zip(words, words.dropFirst()).first { base, quote in
            quote != ticker && base != quote && (isCurrency(quote) || coins.contains(quote) && isCoin(base, ticker))
        }?.1
    }

    /// A currency that follows a coin in the same word: `BTCEUR`.
    private static func joined(_ words: [String], _ ticker: String?) -> String? {
        words.lazy.compactMap { word in
            let symbol = CoinSymbol(word)
            if let quote = symbol.quote, isCoin(symbol.base, ticker) { return quote }
            return ticker.flatMap { ticker in all.first { word == ticker + $0 } }
        }.first
    }

    private static func isCurrency(_ word: String) -> Bool { currencies.contains(word) || CoinSymbol.dollars.contains(word) }

    private static func isCoin(_ word: some StringProtocol, _ ticker: String?) -> Bool {
        word == "XBT" || ticker.map { word == $0 } == true || KnownAssets.id(named: word) != nil
    }

    private static func words(_ text: String) -> [String] {
        text.uppercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
