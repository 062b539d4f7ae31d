/// A telephone number in international form: `+` and 7 to 15 digits (ITU-T E.164).
package struct PhoneNumber: Hashable, Sendable {
    /// `+393331234567`.
    package let text: String

    /// Parses a number as people type it, with spaces, hyphens, dots or parentheses; `00` counts as `+`.
    ///
    /// Returns nil for a number without a country's code, or with too few or too many digits.
    package init?(parsing typed: String) {
        var digits = ""
        for (index, letter) in typed.unicodeScalars.enumerated() {
            switch letter {
            case "0"..."9": digits.unicodeScalars.append(letter)
            case "+" where digits.isEmpty && index <= 1: digits = "00"
            case " ", "-", ".", "(", ")", "/", "\u{A0}", "\u{202F}": continue
            default: return nil
            }
        }
        guard digits.hasPrefix("00") else { return nil }
        digits.removeFirst(2)
        guard (7...15).contains(digits.utf8.count), digits.first != "0" else { return nil }
        text = "+" + digits
    }

    /// The digits by which the person recognizes the number.
    package var lastFour: String { String(text.suffix(4)) }
}
