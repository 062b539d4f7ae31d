/// The sign or code of a currency next to a number: `€63,201.50`, `63.201,50 EUR`.
package struct CurrencyMark: Equatable, Sendable {
    /// The mark as written: `€`.
    package let text: String
    /// The currencies that it may stand for, the usual one first.
    let codes: [String]

    /// The currency that the mark stands for if nothing else states one; nil if there are several. A plain `$` is the US dollar, as
    /// are prices without any mark.
    package var code: String? { text == "$" || codes.count == 1 ? codes[0] : nil }

    /// Whether prices with this mark can be in a currency.
    func fits(_ code: String) -> Bool {
        codes.contains(code == "XBT" ? "BTC" : code) || codes.contains("USD") && CoinSymbol.dollars.contains(code)
    }

    /// Splits a field into its number and the mark before or after it. A field without a known mark is returned unchanged.
    static func split(_ field: ArraySlice<UInt8>) -> (mark: CurrencyMark?, number: ArraySlice<UInt8>) {
        guard var start = field.firstIndex(where: isDigit), let end = field.lastIndex(where: isDigit) else { return (nil, field) }
        // Nearly all fields begin and end with a digit.
        if start == field.startIndex, end == field.endIndex - 1 { return (nil, field) }
        // `$.50`, but not `Fr.50`.
        if field[..<start].suffix(2).elementsEqual("$.".utf8) { start -= 1 }
        var before = field[..<start]
        var sign: ArraySlice<UInt8> = []
        if let first = before.first, isSign(first) { (sign, before) = (before.prefix(1), before.dropFirst()) }
        if sign.isEmpty, let last = before.last, isSign(last) { (sign, before) = (before.suffix(1), before.dropLast()) }
        let (prefix, suffix) = (CurrencyMark(before), CurrencyMark(field[(end + 1)...]))
        guard let mark = common(prefix, suffix) else { return (nil, field) }
        let kept = prefix == nil ? field : field[start...]
        let number = suffix == nil ? kept : kept[...end]
        return (mark, prefix == nil || sign.isEmpty ? number : sign + number)
    }

    /// The narrower one of two marks, as in `$5 USD`; nil if there is none, or if they contradict each other.
    private static func common(_ one: CurrencyMark?, _ other: CurrencyMark?) -> CurrencyMark? {
        guard let one, let other else { return one ?? other }
        guard one.codes.contains(where: other.codes.contains) else { return nil }
        return one.codes.count < other.codes.count ? one : other
    }

    private init?(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
    }

    /// Nil if the text is not the sign or code of a currency.
    package init?(_ text: String) {
        let code = text.uppercased()
        guard let codes = Self.signs[text] ?? (QuoteCurrency.isKnown(code) ? [code] : nil) else { return nil }
        (self.text, self.codes) = (text, codes)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

    /// The longest accepted mark in bytes, with blanks around it.
    private static let longest = 16

    private static let signs: [String: [String]] = [
        "$": ["USD", "AUD", "CAD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP"], "US$": ["USD"], "A$": ["AUD"],
        "C$": ["CAD"], "CA$": ["CAD"], "NZ$": ["NZD"], "S$": ["SGD"], "HK$": ["HKD"], "NT$": ["TWD"], "R$": ["BRL"],
        "€": ["EUR"], "£": ["GBP"], "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "₩": ["KRW"], "₹": ["INR"], "₽": ["RUB"],
        "₺": ["TRY"], "₴": ["UAH"], "₸": ["KZT"], "₫": ["VND"], "₱": ["PHP"], "₪": ["ILS"], "฿": ["THB"], "₦": ["NGN"],
        "₾": ["GEL"],
        "Fr.": ["CHF"], "kr": ["SEK", "NOK", "DKK"], "kr.": ["SEK", "NOK", "DKK"], "zł": ["PLN"], "Kč": ["CZK"], "Ft": ["HUF"],
        "lei": ["RON"], "руб.": ["RUB"], "руб": ["RUB"], "тг": ["KZT"], "тенге": ["KZT"], "теңге": ["KZT"], "Euro": ["EUR"],
        "euro": ["EUR"],
        "₿": ["BTC"], "Ξ": ["ETH"],
    ]
}
