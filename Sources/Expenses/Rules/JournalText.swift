import Foundation

/// How texts are compared: without case and accents.
enum JournalText {
    static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The words that a search looks for: all of them must occur, anywhere in a word.
    static func words(_ search: String) -> [String] {
        key(search).split(whereSeparator: \.isWhitespace).prefix(mostWords).map(String.init)
    }

    private static let mostWords = 10
}
