import Foundation
import Platform
import Text

/// Texts of feeds: decoded, and made plain.
enum FeedText {
    // MARK: Encoding

    /// Decodes bytes by their mark of byte order, else as the feed declares, else as UTF-8, else as Windows-1252.
    ///
    /// - Parameter declared: the charset in the HTTP header; that in an XML declaration is found in the bytes.
    static func decoded(_ bytes: [UInt8], declared: String?) -> String {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return String(bytes: bytes, encoding: .utf16) ?? Windows1252.text(bytes)
        }
        let utf8 = String(validating: bytes, as: UTF8.self)
        // Text that is valid UTF-8 beyond ASCII is nothing else, whatever it declares.
        if let utf8, bytes.contains(where: { $0 >= 0x80 }) { return utf8 }
        let encoding = (declaration(bytes) ?? declared).flatMap { encodings[$0.lowercased()] }
        if let encoding, encoding != .utf16 || bytes.contains(0), let text = String(bytes: bytes, encoding: encoding) {
            return text
        }
        return utf8 ?? Windows1252.text(bytes)
    }

    private static let encodings: [String: String.Encoding] = [
        "utf-16": .utf16, "windows-1251": .windowsCP1251, "cp1251": .windowsCP1251, "windows-1250": .windowsCP1250,
        "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-2": .isoLatin2, "shift_jis": .shiftJIS,
        "euc-jp": .japaneseEUC,
    ]

    /// The encoding in an XML declaration.
    private static func declaration(_ bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.prefix(200).filter { $0 != 0 && $0 < 0x80 }, as: UTF8.self)
        guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
            let mark = start[..<end.lowerBound].firstRange(of: "encoding")
        else { return nil }
        let value = start[mark.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }

    // MARK: Plain text

    /// Returns the text of HTML, on one line, without scripts, styles, comments and tags.
    static func plain(html: String, most: Int) -> String {
        var text = String.UnicodeScalarView()
        // Far more than is kept, and little enough that no text takes long.
        let html = html.unicodeScalars.prefix(100_000)
        var place = html.startIndex
        while place < html.endIndex {
            let next = html.index(after: place)
            switch html[place] {
            case "<" where isTag(html[next...]):
                text.append(" ")
                place = end(ofTag: html[place...])
            case "&":
                let name = html[next...].prefix(32).prefix { $0 != ";" && $0 != "&" && $0 != " " }
                if name.endIndex < html.endIndex, html[name.endIndex] == ";", let scalar = HTMLEntities.scalar(String(name)) {
                    text.append(scalar)
                    place = html.index(after: name.endIndex)
                } else {
                    text.append("&")
                    place = next
                }
            default:
                text.append(html[place])
                place = next
            }
        }
        return line(String(text), most: most)
    }

    private static func isTag(_ rest: Substring.UnicodeScalarView) -> Bool {
        guard let first = rest.first else { return false }
        return first.properties.isAlphabetic || first == "/" || first == "!" || first == "?"
    }

    /// The end of a tag or comment, and of the content of scripts and styles; the end of the text for one that is not closed.
    private static func end(ofTag text: Substring.UnicodeScalarView) -> String.UnicodeScalarView.Index {
        if text.starts(with: "<!--".unicodeScalars) { return text.end(of: "-->") ?? text.endIndex }
        let name = String(text.dropFirst().prefix { $0.properties.isAlphabetic }).lowercased()
        let close = closing(text)
        guard ["script", "style", "iframe", "noscript", "object", "svg"].contains(name) else { return close }
        var rest = text[close...]
        let ending = "</\(name)"
        while let start = rest.firstIndex(of: "<") {
            rest = rest[start...]
            if String(rest.prefix(ending.unicodeScalars.count)).lowercased() == ending { return closing(rest) }
            rest = rest.dropFirst()
        }
        return text.endIndex
    }

    /// The end of a tag; a `>` in a quoted attribute does not end it.
    private static func closing(_ tag: Substring.UnicodeScalarView) -> String.UnicodeScalarView.Index {
        var quote: Unicode.Scalar?
        for place in tag.indices {
            let scalar = tag[place]
            if let open = quote {
                if scalar == open { quote = nil }
            } else if scalar == ">" {
                return tag.index(after: place)
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
            }
        }
        // A quotation mark that is not closed: the next > ends it.
        return tag.firstIndex(of: ">").map { tag.index(after: $0) } ?? tag.endIndex
    }

    /// Returns a text on one line, without control characters and marks that change the direction of what follows.
    ///
    /// - Parameter most: in Unicode scalars; a longer text ends with an ellipsis.
    static func line(_ text: String, most: Int) -> String {
        var line = String.UnicodeScalarView()
        var (count, isSpaced) = (0, false)
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                isSpaced = count > 0
                continue
            }
            guard isShown(scalar) else { continue }
            if count + (isSpaced ? 2 : 1) > most {
                while count >= most, !line.isEmpty {
                    line.removeLast()
                    count -= 1
                }
                return String(line).trimmed + "…"
            }
            if isSpaced { line.append(" ") }
            line.append(scalar)
            count += isSpaced ? 2 : 1
            isSpaced = false
        }
        return String(line)
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Joiners make letters of some scripts, and emoji.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        case .privateUse, .unassigned, .surrogate: false
        default: true
        }
    }
}

extension Substring.UnicodeScalarView {
    /// Returns the end of the first occurrence of a mark.
    func end(of mark: String) -> Index? {
        guard let first = mark.unicodeScalars.first else { return nil }
        var rest = self
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: mark.unicodeScalars) { return rest.index(rest.startIndex, offsetBy: mark.unicodeScalars.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
