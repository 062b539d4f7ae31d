/// Base 32 of RFC 4648, without padding: letters and the digits 2 to 7.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Returns one upper-case letter or digit for every 5 bits; missing bits at the end are 0.
    static func text(of bytes: [UInt8]) -> String {
        var (buffer, bits, text) = (UInt32(0), 0, [UInt8]())
        func letter(_ value: UInt32) -> UInt8 { alphabet[Int(value & 31)] }
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letter(buffer >> UInt32(bits)))
            }
        }
        if bits > 0 { text.append(letter(buffer << UInt32(5 - bits))) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns true if all bytes are lower-case letters or digits of base 32.
    static func isLowerCase(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
        }
    }

    /// Returns the text in groups, for reading and typing.
    static func grouped(_ text: String, by count: Int, separator: String) -> String {
        var (groups, rest) = ([Substring](), text[...])
        while !rest.isEmpty {
            groups.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return groups.joined(separator: separator)
    }
}
