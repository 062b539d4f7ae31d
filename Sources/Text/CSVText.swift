/// Writes comma-separated values (RFC 4180) that spreadsheets display but never execute.
///
/// Spreadsheets execute a cell that begins with `=`, `+`, `-` or `@` as a formula, even after leading blanks or in full-width
/// form. Some also do so after a tab or a line end. A leading apostrophe turns such a cell into text (OWASP, "CSV Injection":
/// https://owasp.org/www-community/attacks/CSV_Injection). ``text(ofCell:)`` removes it again. Numbers such as `-1.5` are
/// written unchanged.
package enum CSVText {
    private static let mark: Unicode.Scalar = "'"

    /// Returns a CSV row with its line end.
    ///
    /// - Parameter cells: plain texts, such as ``text(ofCell:)`` returns; an empty text for a missing value.
    package static func line(_ cells: [String]) -> String { cells.map { quoted(marked($0)) }.joined(separator: ",") + "\n" }

    /// Returns the original text of a cell written by ``line(_:)``.
    ///
    /// - Parameter cell: the cell without enclosing quotation marks, as ``DelimitedText`` reads it.
    package static func text(ofCell cell: String) -> String {
        isMarkable(cell) && cell.unicodeScalars.first == mark ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    // MARK: Formulas

    private static func marked(_ text: String) -> String { isMarkable(text) ? "\(mark)\(text)" : text }

    /// Whether a spreadsheet might execute the text that follows its leading apostrophes. Skipping these apostrophes makes
    /// escaping reversible: `'=1` gains one more, and `'tis` none.
    private static func isMarkable(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isWord(first) else { return false }
        let rest = text.unicodeScalars.drop { $0 == mark }
        let blanks = rest.prefix(while: isBlank)
        if blanks.contains(where: { lineBreaks.contains($0) }) { return true }
        guard let start = rest.dropFirst(blanks.count).first, formulaStarts.contains(start) else { return false }
        return !isNumber(rest)
    }

    /// Whether the byte is a letter or digit. Nearly all cells begin with one, so most take this fast path.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// Formula starts in ASCII, small and full-width forms.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FE62}", "\u{FE63}", "\u{FE66}", "\u{FE6B}", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    private static let lineBreaks: Set<Unicode.Scalar> = ["\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"]

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
    }

    /// Whether the text is a number as this package writes it: digits with an optional minus sign, decimal point and exponent.
    private static func isNumber(_ text: Substring.UnicodeScalarView) -> Bool {
        var rest = text
        func digits() -> Bool {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            return !digits.isEmpty
        }
        func skip(_ scalars: Unicode.Scalar...) -> Bool {
            guard let first = rest.first, scalars.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = skip("-")
        guard digits(), !skip(".") || digits() else { return false }
        if skip("e", "E") {
            _ = skip("-", "+")
            guard digits() else { return false }
        }
        return rest.isEmpty
    }

    // MARK: Quotation marks

    /// The text, in quotation marks if it contains a delimiter, quotation mark or line end, or begins or ends with a blank.
    private static func quoted(_ text: String) -> String {
        let blank = UInt8(ascii: " ")
        guard
            text.utf8.first == blank || text.utf8.last == blank
                || text.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"), 9, 10, 13].contains($0) })
        else { return text }
        // By bytes: a quotation mark followed by a combining accent is a different Character.
        let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map { String(Substring($0)) }
        return "\"" + parts.joined(separator: "\"\"") + "\""
    }
}
