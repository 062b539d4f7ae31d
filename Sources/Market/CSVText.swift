/// Writes comma-separated values (RFC 4180) that a spreadsheet shows and never runs.
///
/// Spreadsheets run a cell that begins with `=`, `+`, `-` or `@` as a formula, also behind blanks and in full width, and some do the
/// same behind a tab or a line end. An apostrophe in front makes such a cell text
/// (OWASP, "CSV Injection": https://owasp.org/www-community/attacks/CSV_Injection). ``text(ofCell:)`` takes it away again. Numbers such
/// as `-1.5` are written as they are.
package enum CSVText {
    private static let mark: Unicode.Scalar = "'"

    /// A row with its line end.
    ///
    /// - Parameter cells: texts as ``text(ofCell:)`` returns them; an empty one where there is no value.
    package static func line(_ cells: [String]) -> String { cells.map { quoted(marked($0)) }.joined(separator: ",") + "\n" }

    /// The text that ``line(_:)`` wrote as this cell.
    ///
    /// - Parameter cell: without the quotation marks around it, as ``DelimitedText`` reads it.
    package static func text(ofCell cell: String) -> String {
        isMarkable(cell) && cell.unicodeScalars.first == mark ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    // MARK: Formulas

    private static func marked(_ text: String) -> String { isMarkable(text) ? "\(mark)\(text)" : text }

    /// Whether a spreadsheet may run the text without the apostrophes that it begins with. Counting those makes the writing reversible:
    /// a text `'=1` gets one more of them, and a text `'tis` none.
    private static func isMarkable(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isWord(first) else { return false }
        let rest = text.unicodeScalars.drop { $0 == mark }
        let blanks = rest.prefix(while: isBlank)
        if blanks.contains(where: { lineBreaks.contains($0) }) { return true }
        guard let start = rest.dropFirst(blanks.count).first, formulaStarts.contains(start) else { return false }
        return !isNumber(rest)
    }

    /// The first byte of nearly all cells.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    /// ASCII, small and full width.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\u{FE62}", "\u{FE63}", "\u{FE66}", "\u{FE6B}", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    private static let lineBreaks: Set<Unicode.Scalar> = ["\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}"]

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isWhitespace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .control
    }

    /// Digits with an optional minus, point and exponent: what numbers are written as.
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

    /// In quotation marks where it holds what separates fields, or blanks at its ends.
    private static func quoted(_ text: String) -> String {
        let blank = UInt8(ascii: " ")
        guard
            text.utf8.first == blank || text.utf8.last == blank
                || text.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: ";"), 9, 10, 13].contains($0) })
        else { return text }
        // By bytes: a quotation mark with an accent behind it is another character.
        let parts = text.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map { String(Substring($0)) }
        return "\"" + parts.joined(separator: "\"\"") + "\""
    }
}
