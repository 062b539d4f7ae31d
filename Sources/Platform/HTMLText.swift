/// Text inside HTML, SVG and other XML.
package enum HTMLText {
    /// Escapes a text for an element or a quoted attribute. Control characters, which XML does not allow, become U+FFFD.
    ///
    /// It escapes scalar by scalar: as a character of Swift, a `<` with a combining mark would be another character and pass.
    package static func escaped(_ text: String) -> String {
        var result = ""
        append(text, to: &result)
        return result
    }

    /// Appends the escaped text.
    package static func append(_ text: String, to result: inout String) {
        // Most texts have nothing to escape. U+FFFE and U+FFFF begin with 0xEF.
        guard text.utf8.contains(where: { isEscaped($0) || $0 == 0xEF }) else { return result += text }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: byte < 0x20
        }
    }
}
