/// What a person searches for: words in any order and case. A result has all of them.
struct SearchText: Sendable {
    let words: [String]

    /// The largest number of characters.
    static let longest = 60

    /// - Returns: nil for a text that is longer than ``longest``.
    init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.longest else { return nil }
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Finds everything.
    static let all = SearchText(words: [])

    private init(words: [String]) { self.words = words }

    var isEmpty: Bool { words.isEmpty }

    /// Whether each word is a part of one of the names.
    func matches(_ names: [String]) -> Bool {
        let names = names.map { $0.lowercased() }
        return words.allSatisfy { word in names.contains { $0.contains(word) } }
    }
}
