/// What a person searches for: words in any order and case. A result has all of them.
package struct SearchText: Sendable {
    package let words: [String]

    /// The largest number of characters.
    package static let longest = 60

    /// - Returns: nil for a text that is longer than ``longest``.
    package init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.longest else { return nil }
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Finds everything.
    static let all = SearchText(words: [])

    private init(words: [String]) { self.words = words }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether each word is a part of one of the names.
    package func matches(_ names: [String]) -> Bool {
        let names = names.map { $0.lowercased() }
        return words.allSatisfy { word in names.contains { $0.contains(word) } }
    }
}
