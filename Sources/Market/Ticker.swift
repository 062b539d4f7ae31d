/// An asset's short market name in capitals, such as `BTC`. Tickers are not unique across assets.
public struct Ticker: Hashable, Sendable, CustomStringConvertible {
    /// The ticker in capitals.
    public let description: String

    /// Parses a ticker in any case.
    ///
    /// - Returns: nil unless `text` is 1 to 20 letters, digits, dots, hyphens or underscores and starts with a letter or digit.
    public init?(_ text: some StringProtocol) {
        // Only ASCII letters are capitalized: Unicode would turn "ß" into "SS".
        let bytes = text.utf8.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 - 32 : $0 }
        func isWord(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (1...20).contains(bytes.count), isWord(bytes[0]),
            bytes.allSatisfy({ isWord($0) || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0) })
        else { return nil }
        description = String(decoding: bytes, as: UTF8.self)
    }
}
