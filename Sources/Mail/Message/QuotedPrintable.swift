import Digests

/// Text as quoted-printable (RFC 2045): ASCII in lines of at most 76 characters, so that no server on the way needs to change it.
enum QuotedPrintable {
    /// Encodes lines, each of which ends with CRLF.
    static func encode(_ lines: [String]) -> [UInt8] {
        var result: [UInt8] = []
        for line in lines {
            append(Array(line.utf8), to: &result)
            result += [0x0D, 0x0A]
        }
        return result
    }

    private static func append(_ line: [UInt8], to result: inout [UInt8]) {
        var column = 0
        for index in line.indices {
            var token = token(of: line, at: index, startsLine: column == 0)
            // One character is kept for the "=" of a soft line break.
            if column + token.count > 75 {
                result += [UInt8(ascii: "="), 0x0D, 0x0A]
                token = Self.token(of: line, at: index, startsLine: true)
                column = 0
            }
            result += token
            column += token.count
        }
    }

    private static func token(of line: [UInt8], at index: Int, startsLine: Bool) -> [UInt8] {
        let byte = line[index]
        let isLast = index == line.count - 1
        switch byte {
        case UInt8(ascii: "="): return escaped(byte)
        // Programs on the way remove spaces at the end of a line.
        case 0x20, 0x09: return isLast ? escaped(byte) : [byte]
        // A line with a single dot ends a message, and one that begins with "From " starts another in old mailboxes.
        case UInt8(ascii: "."), UInt8(ascii: "F"): return startsLine ? escaped(byte) : [byte]
        case 0x21...0x7E: return [byte]
        default: return escaped(byte)
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        Array("=\(Hexadecimal.text(UInt64(byte), digits: 2).uppercased())".utf8)
    }
}
