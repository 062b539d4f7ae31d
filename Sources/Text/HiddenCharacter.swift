/// Invisible characters, which can make two names look the same or change the direction of the text around them.
package enum HiddenCharacter {
    /// The first control character, line separator, direction mark or other invisible character of a text; nil without one.
    package static func first(in text: String) -> Unicode.Scalar? { text.unicodeScalars.first(where: isHidden) }

    /// `U+202E`.
    package static func name(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16).uppercased()
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
        // Emoji use variation selectors; other invisible characters can only deceive in a name.
        default:
            scalar == "\u{2800}"  // a Braille cell without dots
                || scalar.properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(scalar.value)
        }
    }
}
