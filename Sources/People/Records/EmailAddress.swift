import Platform

/// An address that mail can be sent to: ASCII, one `@`, at most 254 bytes (RFC 5321, section 4.5.3.1).
package struct EmailAddress: Hashable, Sendable {
    /// The address as entered.
    package let text: String

    /// Creates an address.
    ///
    /// - Throws: ``PeopleError/badEmail(_:)``.
    package init(_ text: String) throws(PeopleError) {
        guard Self.isValid(text) else { throw .badEmail(text) }
        self.text = text
    }

    /// Equal addresses have equal keys: hardly any mail server distinguishes upper and lower case.
    package var key: String { text.lowercased() }

    package static func == (left: EmailAddress, right: EmailAddress) -> Bool { left.key == right.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(key) }

    private static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (3...254).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        guard !bytes.contains(where: { #"()<>[]:;,\""#.utf8.contains($0) }) else { return false }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return false }
        let isDotted = { (part: Substring) in !part.hasPrefix(".") && !part.hasSuffix(".") && !part.contains("..") }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return isDotted(parts[0])
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        let character = Character(UnicodeScalar(byte))
                        return character.isLetter || character.isNumber || byte == UInt8(ascii: "-")
                    }
            }
    }
}

extension EmailAddress: CustomStringConvertible {
    package var description: String { text }
}
