/// Finds articles with nearly the same title from other publishers.
struct TitleIndex {
    /// Published at most so long before or after.
    static let seconds = 3 * 86_400
    /// Titles with fewer words are never nearly the same.
    static let fewestWords = 4

    private struct Entry {
        let id: String
        let words: Set<String>
        let publisher: String
        let publishedAt: Int
    }

    private var entries: [Entry] = []
    private var places: [String: [Int]] = [:]

    mutating func add(_ id: String, words: Set<String>, publisher: String, publishedAt: Int) {
        for word in words { places[word, default: []].append(entries.count) }
        entries.append(Entry(id: id, words: words, publisher: publisher, publishedAt: publishedAt))
    }

    /// Returns the article with the most similar title of another publisher: at least four fifths of all words of both are in both, and
    /// all words with digits.
    func near(_ words: Set<String>, publisher: String, publishedAt: Int) -> String? {
        guard words.count >= Self.fewestWords else { return nil }
        var shared: [Int: Int] = [:]
        for word in words { for place in places[word] ?? [] { shared[place, default: 0] += 1 } }
        let numbers = Self.numbers(words)
        let near = shared.filter { place, count in
            let entry = entries[place]
            return count * 5 >= (words.count + entry.words.count - count) * 4 && entry.words.count >= Self.fewestWords
                && entry.publisher != publisher && abs(entry.publishedAt - publishedAt) <= Self.seconds
                && Self.numbers(entry.words) == numbers
        }
        return near.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { entries[$0.key].id }
    }

    private static func numbers(_ words: Set<String>) -> Set<String> { words.filter { $0.contains { $0.isNumber } } }

    /// The words of a title, without the publisher's name that some put at its end.
    static func words(_ title: String, publisher: String) -> Set<String> {
        var title = title.lowercased()
        for mark in [" - ", " | ", " – ", " — "] where title.hasSuffix(mark + publisher.lowercased()) {
            title = String(title.dropLast(mark.count + publisher.count))
        }
        return Set(SearchText.words(title))
    }
}
