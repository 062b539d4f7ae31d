import Market

extension Schema {
    /// A ticker in any case, or an id. Any other text is an unknown asset.
    package static let assetName = Schema.text(
        1...64, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", words: "a ticker such as BTC, or an id such as bitcoin"
    ) { text in
        func isWord(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        return text.utf8.first.map(isWord) == true && text.utf8.allSatisfy { isWord($0) || "._-".utf8.contains($0) }
    }

    package static let assetID = Schema.text(1...64, pattern: "^[a-z0-9][a-z0-9-]*$", words: "an id such as bitcoin") {
        AssetID($0) != nil
    }
    package static let ticker = Schema.text(
        1...20, pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", words: "a ticker such as BTC"
    ) { Ticker($0) != nil }
}
