import Platform

/// Form tokens in pages: each page gets another mask, so that the size of a compressed page that also contains outside text reveals
/// nothing about the token (the BREACH attack).
package enum FormToken {
    private static let maskDigits = 32

    /// Returns a token with a new mask.
    package static func masked(_ token: String) -> String {
        guard !token.isEmpty else { return "" }
        let mask = RandomID.hexadecimal(digits: maskDigits)
        return mask + crossed(Array(token.utf8), Array(mask.utf8)).map { hexadecimal($0) }.joined()
    }

    /// Returns the token in a field; empty if the field has no masked token.
    static func unmasked(_ field: String) -> String {
        let bytes = Array(field.utf8)
        guard bytes.count > maskDigits, bytes.count % 2 == 0 else { return "" }
        var crossed: [UInt8] = []
        for place in stride(from: maskDigits, to: bytes.count, by: 2) {
            guard let byte = UInt8(String(decoding: bytes[place...place + 1], as: UTF8.self), radix: 16) else { return "" }
            crossed.append(byte)
        }
        return String(decoding: Self.crossed(crossed, Array(bytes.prefix(maskDigits))), as: UTF8.self)
    }

    private static func crossed(_ bytes: [UInt8], _ mask: [UInt8]) -> [UInt8] {
        bytes.indices.map { bytes[$0] ^ mask[$0 % mask.count] }
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
