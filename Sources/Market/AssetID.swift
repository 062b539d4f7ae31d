/// Names one asset for good, where a ticker may name several: `bitcoin`, `usd`.
public struct AssetID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// US dollars: the cash that wallets hold and the quote currency of prices.
    public static let usd = AssetID(checked: "usd")

    /// Lower-case letters, digits and hyphens.
    public let description: String

    /// - Returns: nil unless `text` is 1 to 64 lower-case letters, digits and hyphens, the first a letter or digit.
    public init?(_ text: some StringProtocol) {
        func isWord(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard (1...64).contains(text.utf8.count), isWord(text.utf8.first!),
            text.utf8.allSatisfy({ isWord($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        description = String(text)
    }

    /// The id that a name stands for when it is typed in capitals: `Bitcoin` reads as `bitcoin`.
    ///
    /// - Returns: nil unless `name` is an id apart from its capitals.
    package init?(anyCase name: some StringProtocol) { self.init(name.asciiLowercased) }

    private init(checked text: String) { description = text }

    /// In the order of their text.
    public static func < (left: AssetID, right: AssetID) -> Bool { left.description < right.description }
}

extension StringProtocol {
    /// The text with the letters A to Z in lower case and everything else unchanged: Unicode would turn a Kelvin sign into a k.
    package var asciiLowercased: String {
        String(decoding: utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
    }
}
