import Foundation
import Ledger
import Trading

/// Questions and answers about this product, in one language, with the figures of its rules.
struct HelpQuestions: Sendable {
    struct Entry: Equatable, Sendable {
        let id: String
        let question: String
        let answer: String
    }

    let entries: [Entry]

    /// In the order in which they are shown.
    static let ids = [
        "simulated", "start", "price", "quote-over", "fees", "least", "orders", "plans", "deposit", "withdrawal", "banking-days",
        "cards", "addresses", "verification", "documents", "refused", "limits", "history", "referral", "privacy", "deletion",
        "support",
    ]

    init(_ words: Words, _ rules: TradingRules) {
        let values = Self.values(words, rules)
        entries = Self.ids.map { id in
            Entry(
                id: id, question: words("help.question.\(id)"), answer: words("help.answer.\(id)", values))
        }
    }

    private static func values(_ words: Words, _ rules: TradingRules) -> [String: String] {
        let format = words.format
        func count(_ number: Int) -> String { format.price(Double(number), decimals: 0) }
        func money(_ cents: Cents) -> String { format.money("\(cents.amount)") }
        func percent(_ rate: Rate) -> String { format.amount("\(rate.percent)") + " %" }
        return [
            "seconds": count(rules.quoteSeconds), "tradeFee": percent(rules.tradeFee), "tolerance": percent(rules.tolerance),
            "transferFee": percent(rules.transferFee), "withdrawalFee": money(rules.withdrawalFee),
            "leastTrade": money(rules.leastTrade), "mostTrade": money(rules.mostTrade),
            "leastWithdrawal": money(rules.leastWithdrawal), "depositDays": count(rules.depositDays),
            "withdrawalDays": count(rules.withdrawalDays), "orderDays": count(rules.longestOrderDays),
            "documentDays": count(rules.documentDays), "reward": money(rules.referralReward),
            "basicDay": money(rules.basicTradeDay), "fullDay": money(rules.fullTradeDay),
            "cutOff": "\(twoDigits(rules.cutOffMinutes / 60)):\(twoDigits(rules.cutOffMinutes % 60))",
        ]
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // MARK: Search

    /// Returns the entries that contain words which begin like all those of a search; if there are none, like any of them. The best
    /// come first; without a search, all in their order.
    func matching(_ search: String) -> [Entry] {
        let wanted = Self.stems(of: search)
        guard !wanted.isEmpty else { return Self.words(of: search).isEmpty ? entries : [] }
        let scored = entries.enumerated().map { index, entry in
            (entry: entry, index: index, score: Self.score(entry, wanted))
        }
        let most = scored.map(\.score.found).max() ?? 0
        guard most > 0 else { return [] }
        return scored.filter { $0.score.found == most }
            .sorted { ($1.score.weight, $0.index) < ($0.score.weight, $1.index) }.map(\.entry)
    }

    /// How many of the wanted words are in an entry; those in its question weigh more.
    private static func score(_ entry: Entry, _ wanted: [String]) -> (found: Int, weight: Int) {
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

    /// The beginnings of words, without the endings by which forms of a word differ.
    private static func stems(of text: String) -> [String] {
        words(of: String(text.prefix(200))).filter { $0.count >= 2 }.map { word in
            word.count >= 7 ? String(word.dropLast(2)) : word.count >= 4 ? String(word.dropLast()) : word
        }
    }

    private static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
