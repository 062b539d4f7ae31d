/// Words that a person searches for, as SQLite's full-text index takes them.
///
/// All words must occur; the last one, and each that is not in quotation marks, may be the beginning of a word. Nothing that a person
/// types is an operator: only letters and digits reach the index.
package enum SearchText {
    private static let mostWords = 20

    /// Returns the query of a text; nil if it has neither letters nor digits.
    package static func query(_ text: String) -> String? {
        var parts: [String] = []
        var isPhrase = false
        for piece in text.split(omittingEmptySubsequences: false, whereSeparator: { "\"“”«»".contains($0) }) {
            let words = Self.words(piece)
            if isPhrase, !words.isEmpty {
                parts.append("\"\(words.joined(separator: " "))\"")
            } else {
                parts += words.map { "\"\($0)\"*" }
            }
            isPhrase.toggle()
        }
        return parts.isEmpty ? nil : parts.prefix(mostWords).joined(separator: " AND ")
    }

    /// The words of a text, without punctuation.
    static func words(_ text: some StringProtocol) -> [String] {
        text.unicodeScalars.split { !isOfWord($0) }.map { String(String.UnicodeScalarView($0)) }
            .filter { $0.unicodeScalars.contains { $0.properties.generalCategory.isLetterOrNumber } }
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category.isLetterOrNumber || category == .nonspacingMark || category == .spacingMark
    }
}

extension Unicode.GeneralCategory {
    var isLetterOrNumber: Bool {
        switch self {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: false
        }
    }
}
