/// Fields of a form or a query in the form `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5.1).
package enum URLForm {
    /// Returns names and values in order, without undecodable ones.
    static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").compactMap { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = decoded(Substring(pair[0])) else { return nil }
            guard let value = pair.count > 1 ? decoded(Substring(pair[1])) : "" else { return nil }
            return (name, value)
        }
    }

    /// Returns a text with percent escapes decoded; nil if it is malformed or not UTF-8.
    static func decoded(_ text: Substring, isQuery: Bool = true) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where isQuery: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns a text as a value of a query or a part of a path.
    package static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 128, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte) {
                result.unicodeScalars.append(scalar)
            } else {
                result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } }
}
