/// The encoding in which Excel and older programs of western Europe write. Used for bytes that are not UTF-8 and state no encoding.
package enum Windows1252 {
    /// Returns the text of bytes. The five bytes without a character are U+FFFD.
    package static func text(_ bytes: some Sequence<UInt8>) -> String { String(String.UnicodeScalarView(bytes.map(scalar))) }

    /// Returns the character of a byte; U+FFFD for 0x81, 0x8D, 0x8F, 0x90 and 0x9D, which have none.
    package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    /// The characters of 0x80 to 0x9F.
    private static let upper = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
