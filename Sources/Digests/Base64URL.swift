/// Base64 with the letters for addresses, without padding (RFC 4648, section 5).
package enum Base64URL {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (buffer, bits): (UInt32, UInt32) = (0, 0)
        for byte in bytes {
            (buffer, bits) = (buffer << 8 | UInt32(byte), bits + 8)
            while bits >= 6 {
                bits -= 6
                text.append(digits[Int(buffer >> bits & 63)])
            }
            buffer &= 63
        }
        if bits > 0 { text.append(digits[Int(buffer << (6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns nil for any text that ``text(of:)`` does not return.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits): (UInt32, UInt32) = (0, 0)
        for digit in text.utf8 {
            guard let value = value(digit) else { return nil }
            (buffer, bits) = (buffer << 6 | value, bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            buffer &= 1 << bits - 1
        }
        // One digit alone is no byte, and bits that stand for nothing are zero.
        return bits < 6 && buffer == 0 ? bytes : nil
    }

    private static func value(_ digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
