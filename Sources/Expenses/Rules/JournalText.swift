import Foundation

/// How texts are compared: without case and accents.
enum JournalText {
    static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// The words that a search looks for: all of them must occur, anywhere in a word. Long ones, which are rare, are first.
    static func words(_ search: String) -> [String] {
        key(search).split(whereSeparator: \.isWhitespace).prefix(mostWords).map(String.init).sorted { $0.count > $1.count }
    }

    private static let mostWords = 10
}
