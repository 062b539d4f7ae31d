/// The id of a wallet that clients see: `w_` and 16 hexadecimal digits of random. It never changes, whatever the wallet is called.
package enum WalletPublicID {
    /// A new id: 64 random bits.
    package static func make() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = String(random.next() as UInt64, radix: 16)
        return "w_" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a text has the form of an id; no wallet gets such a name.
    package static func isWellFormed(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.count == 18 && text.hasPrefix("w_")
            && bytes.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
