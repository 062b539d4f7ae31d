/// Texts that people write to each other.
package enum KeptText {
    /// Returns a text without spaces around it; nil if it is empty, too long or has control characters besides line breaks and tabs.
    ///
    /// - Parameter most: Unicode scalars, as the database counts them.
    package static func checked(_ text: String, most: Int) -> String? {
        let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        let trimmed = String(lines.trimmed)
        let isPlain = trimmed.unicodeScalars.allSatisfy { letter in
            letter == "\n" || letter == "\t" || letter.properties.generalCategory != .control
        }
        guard isPlain, (1...most).contains(trimmed.unicodeScalars.count) else { return nil }
        return trimmed
    }
}
