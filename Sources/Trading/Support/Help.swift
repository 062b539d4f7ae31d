import Foundation
import People
import Platform

/// Searchable questions and answers, and places where people meet.
package struct Help: Sendable {
    private let rules: TradingRules
    private let texts: (any HelpTexts)?
    private let hasAccounts: Bool

    /// - Parameter texts: nil on a server without pages, where there are no questions.
    package init(_ rules: TradingRules, _ texts: (any HelpTexts)?, hasAccounts: Bool) {
        (self.rules, self.texts, self.hasAccounts) = (rules, texts, hasAccounts)
    }

    /// External places where people meet.
    package var communityLinks: [CommunityLink] { rules.communityLinks }

    /// Returns the questions that contain words beginning with all words of a search; if there are none, with any of them. The best
    /// matches come first: words in the question, then whole words. Without a search, all questions in their order.
    package func questions(matching search: String, in language: Person.Choices.Language) -> [HelpQuestion] {
        let all = texts?.questions(in: language, rules, hasAccounts: hasAccounts) ?? []
        let asked = Self.words(of: search.cut(to: 200)).filter { $0.count >= 2 }
        guard !asked.isEmpty else { return Self.words(of: search).isEmpty ? all : [] }
        let texts = all.map { Self.words(of: $0.question) + Self.words(of: $0.answer) }
        let wanted = asked.map { Wanted($0, in: texts, isInflected: language == .russian || language == .kazakh) }
        let scored = all.enumerated().map { index, question in
            (question: question, index: index, score: Self.score(question, wanted))
        }
        let most = scored.map(\.score.found).max() ?? 0
        guard most > 0 else { return [] }
        return scored.filter { $0.score.found == most }
            .sorted { ($1.score.weight, $0.index) < ($0.score.weight, $1.index) }.map(\.question)
    }

    /// How many of the search words are in a question or its answer; words in the question weigh more.
    private static func score(_ entry: HelpQuestion, _ wanted: [Wanted]) -> (found: Int, weight: Int) {
        let (question, answer) = (words(of: entry.question), words(of: entry.answer))
        var score = (found: 0, weight: 0)
        for word in wanted {
            let isInQuestion = question.contains(where: word.matches)
            guard isInQuestion || answer.contains(where: word.matches) else { continue }
            score.found += 1
            score.weight += (isInQuestion ? 6 : 2) + ((question + answer).contains(where: word.isWhole) ? 1 : 0)
        }
        return score
    }

    /// A word of a search.
    private struct Wanted {
        private let stem: String
        /// Whether a longer word that begins alike is another word: "feeds" is not found by "fee".
        private let isWholeOnly: Bool

        /// - Parameters:
        ///   - texts: the words of each question. If none has the whole word, its beginning is enough.
        ///   - isInflected: whether endings of the language are so long that a short word cannot be told from the beginning of another.
        init(_ word: String, in texts: [[String]], isInflected: Bool) {
            let stem = Self.stem(of: word)
            self.stem = stem
            isWholeOnly = stem.count <= 3 && !isInflected && texts.contains { $0.contains { Self.stem(of: $0) == stem } }
        }

        func isWhole(_ word: String) -> Bool { Self.stem(of: word) == stem }
        func matches(_ word: String) -> Bool { isWholeOnly ? isWhole(word) : word.hasPrefix(stem) }

        /// The beginning of a word, without inflectional endings.
        private static func stem(of word: String) -> String {
            word.count >= 7 ? String(word.dropLast(2)) : word.count >= 4 ? String(word.dropLast()) : word
        }
    }

    private static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
