/// A file of comma-separated values, written.
package enum CSVText {
    /// In quotation marks where it holds what separates fields, or blanks at its ends (RFC 4180).
    package static func quoted(_ text: String) -> String {
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
