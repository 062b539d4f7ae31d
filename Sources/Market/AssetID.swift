/// A permanent id that names exactly one asset, unlike a ticker: `bitcoin`, `usd`.
public struct AssetID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// US dollars: the cash that wallets hold, and the quote currency of prices.
    public static let usd = AssetID(checked: "usd")
    /// Euros, whose closes in US dollars convert figures.
    public static let eur = AssetID(checked: "eur")

    /// The id: lower-case letters, digits and hyphens.
    public let description: String

    /// Parses an id.
    ///
    /// - Returns: nil unless `text` is 1 to 64 lower-case letters, digits and hyphens and starts with a letter or digit.
    public init?(_ text: some StringProtocol) {
        func isWord(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (1...64).contains(text.utf8.count), isWord(text.utf8.first!),
            text.utf8.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        description = String(text)
    }

    /// Parses an id typed in any case: `Bitcoin` becomes `bitcoin`.
    ///
    /// - Returns: nil unless the lower-cased `name` is a valid id.
    package init?(anyCase name: some StringProtocol) { self.init(name.asciiLowercased) }

    private init(checked text: String) { description = text }

    /// Orders ids by their text.
    public static func < (left: AssetID, right: AssetID) -> Bool { left.description < right.description }
}

extension StringProtocol {
    /// The text with A to Z in lower case and everything else unchanged. Unicode case mapping would turn a Kelvin sign into a k.
    package var asciiLowercased: String {
        String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
