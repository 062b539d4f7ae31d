/// The short name of an asset on markets, in capitals: `BTC`. Not unique across assets.
public struct Ticker: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// - Returns: nil unless `text` is 1 to 20 letters, digits, dots, hyphens or underscores, the first a letter or digit.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.uppercased().utf8)
        func isWord(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (1...20).contains(bytes.count), isWord(bytes[0]),
            bytes.allSatisfy({ isWord($0) || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains($0) })
        else { return nil }
        description = String(decoding: bytes, as: UTF8.self)
    }
}
