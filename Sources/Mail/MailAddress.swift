/// A mail address in ASCII, such as `alice@example.org`.
///
/// Accepted are unquoted local parts of 1 to 64 bytes and domain names of up to 253 bytes, at most 254 bytes together. An
/// international domain name must already be in its ASCII form (`xn--…`). No accepted address can end a header or an envelope, or
/// add to it.
package struct MailAddress: Sendable, Hashable {
    /// The address as entered.
    package let text: String
    /// The part before the `@`.
    package let localPart: String
    /// The part after the `@`.
    package let domain: String

    /// The address in lower case, to compare addresses: in practice, mailboxes do not depend on the case of letters.
    package var lowercased: String { text.lowercased() }

    /// - Throws: ``MailAddressError``.
    package init(_ text: String) throws(MailAddressError) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= 254 else { throw .tooLong(bytes: bytes.count) }
        if let scalar = text.unicodeScalars.first(where: { !Self.isAllowed($0) }) { throw .badCharacter(scalar) }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .atSigns(parts.count - 1) }
        guard Self.isLocalPart(parts[0]) else { throw .badLocalPart }
        guard Self.isDomain(parts[1]) else { throw .badDomain }
        self.text = text
        localPart = String(decoding: parts[0], as: UTF8.self)
        domain = String(decoding: parts[1], as: UTF8.self)
    }

    /// The characters of RFC 5322's `atom`, the dot and the `@`.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~", ".", "@": true
        default: false
        }
    }

    private static func isLocalPart(_ part: ArraySlice<UInt8>) -> Bool {
        part.count <= 64 && dotted(part).allSatisfy { !$0.isEmpty }
    }

    private static func isDomain(_ part: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return part.count <= 253
            && dotted(part).allSatisfy { label in
                (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { $0 == hyphen || isLetterOrDigit($0) }
            }
    }

    private static func dotted(_ part: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Why a text is not a mail address. The text itself is not shown: it may be a person's address.
package enum MailAddressError: Error, Equatable, Sendable, CustomStringConvertible {
    case empty
    case tooLong(bytes: Int)
    case atSigns(Int)
    case badCharacter(Unicode.Scalar)
    case badLocalPart
    case badDomain

    package var description: String {
        switch self {
        case .empty: "the mail address is empty; \(Self.example)"
        case .tooLong(let bytes): "the mail address has \(bytes) bytes; at most 254 are possible"
        case .atSigns(let count): "the mail address has \(count) \"@\" instead of one; \(Self.example)"
        case .badCharacter(let scalar):
            "the mail address contains \(Self.name(scalar)); use letters A to Z, digits and common signs, such as name@example.org"
        case .badLocalPart: "the part before the \"@\" is empty, longer than 64 bytes, or has a dot at an end or two together"
        case .badDomain: "the part after the \"@\" is not a domain name; \(Self.example)"
        }
    }

    private static let example = "write it as name@example.org"

    private static func name(_ scalar: Unicode.Scalar) -> String {
        if scalar == " " { return "a space" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        return (0x21...0x7E).contains(scalar.value) ? "\"\(scalar)\"" : "the character \(code)"
    }
}
