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
    /// matches come first; without a search, all questions in their order.
    package func questions(matching search: String, in language: Person.Choices.Language) -> [HelpQuestion] {
        let all = texts?.questions(in: language, rules, hasAccounts: hasAccounts) ?? []
        let wanted = Self.stems(of: search)
        guard !wanted.isEmpty else { return Self.words(of: search).isEmpty ? all : [] }
        let scored = all.enumerated().map { index, question in
            (question: question, index: index, score: Self.score(question, wanted))
        }
        let most = scored.map(\.score.found).max() ?? 0
        guard most > 0 else { return [] }
        return scored.filter { $0.score.found == most }
            .sorted { ($1.score.weight, $0.index) < ($0.score.weight, $1.index) }.map(\.question)
    }

    /// How many of the search words are in a question or its answer; words in the question weigh more.
    private static func score(_ entry: HelpQuestion, _ wanted: [String]) -> (found: Int, weight: Int) {
        let (question, answer) = (words(of: entry.question), words(of: entry.answer))
        var score = (found: 0, weight: 0)
        for stem in wanted {
            let isInQuestion = question.contains { $0.hasPrefix(stem) }
            guard isInQuestion || answer.contains(where: { $0.hasPrefix(stem) }) else { continue }
            score.found += 1
            score.weight += isInQuestion ? 3 : 1
        }
        return score
    }

    /// The beginnings of words, without inflectional endings.
    private static func stems(of text: String) -> [String] {
        words(of: text.cut(to: 200)).filter { $0.count >= 2 }.map { word in
            word.count >= 7 ? String(word.dropLast(2)) : word.count >= 4 ? String(word.dropLast()) : word
        }
    }

    private static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
