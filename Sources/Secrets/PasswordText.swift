import Foundation

/// The forms of a password in which it is hashed and compared.
enum PasswordText {
    /// Returns the text in NFC: keyboards write "й" as one code point or as two.
    ///
    /// Foundation (6.3.1) composes a few rare sequences differently from Unicode: of the Tibetan vowels U+0F73, U+0F75 and U+0F81, of
    /// Deseret letters with an acute, of Hangul syllables with a separate final consonant. Such a password works as it was typed.
    static func composed(_ text: String) -> String { text.precomposedStringWithCanonicalMapping }

    /// Returns a text in NFC, with each of its code points in lower case, independent of its neighbours.
    ///
    /// `scripts/leaked-passwords` does the same; a test compares them. Python's `lower` of a whole text would differ: it
    /// writes a final "Σ" as "ς".
    static func folded(_ text: String) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in composed(text).unicodeScalars { folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars) }
        return String(folded)
    }
}
