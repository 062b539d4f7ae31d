import Languages
import Ledger
import MarketData
import PageKit
import People
import Trading

/// The questions of the help, in the texts of the pages.
extension WebFiles: HelpTexts {
    package func questions(
        in language: Person.Choices.Language, _ rules: TradingRules, hasAccounts: Bool
    ) -> [HelpQuestion] {
        guard let words = Language(rawValue: language.rawValue).flatMap({ current.words[$0] }) else { return [] }
        let values = HelpFigures.values(words, rules)
        return HelpFigures.places.flatMap { place, ids in
            ids.filter { hasAccounts || !HelpFigures.idsOfAccounts.contains($0) }.map { id in
                HelpQuestion(
                    id: id, question: words("help.question.\(id)"), answer: words("help.answer.\(id)", values), place: place)
            }
        }
    }
}

/// The figures in the answers.
private enum HelpFigures {
    /// The questions by the place that they are about, in the order in which they are shown. The name of a place is `nav.PLACE`.
    static let places: KeyValuePairs = [
        "markets": ["coins", "forecast", "accuracy", "diary", "stale", "compare", "file"],
        "portfolio": ["wallet", "swap", "labels", "import-wallet", "share", "restore", "gains"],
        "expenses": ["expense", "statement", "budgets", "lasting"],
        "practice": [
            "practice", "simulated", "start", "price", "quote-over", "fees", "least", "orders", "plans", "deposit", "withdrawal",
            "banking-days", "cards", "addresses", "verification", "documents", "refused", "limits", "history", "referral",
            "strategies",
        ],
        "home": ["alerts", "notices", "news", "tasks"],
        "settings": ["display", "stored", "backup", "program"],
        "account": ["privacy", "deletion", "support"],
    ]

    /// Those that make no sense without accounts.
    static let idsOfAccounts: Set = [
        "verification", "documents", "refused", "limits", "referral", "privacy", "deletion", "support",
    ]

    /// The figures of the rules, formatted for a language.
    static func values(_ words: Words, _ rules: TradingRules) -> [String: String] {
        let format = words.format
        func count(_ number: Int) -> String { format.price(Double(number), decimals: 0) }
        func money(_ cents: Cents) -> String { format.money("\(cents.amount)") }
        func percent(_ rate: Rate) -> String { format.exact("\(rate.percent)") + format.table.percentMark }
        return [
            "sample": SampleMarkets.isInstalled ? words("help.sample") + " " : "",
            "seconds": count(rules.quoteSeconds), "tradeFee": percent(rules.tradeFee), "tolerance": percent(rules.tolerance),
            "transferFee": percent(rules.transferFee), "withdrawalFee": money(rules.withdrawalFee),
            "leastTrade": money(rules.leastTrade), "mostTrade": money(rules.mostTrade),
            "leastWithdrawal": money(rules.leastWithdrawal), "depositDays": count(rules.depositDays),
            "instantDeposits": count(rules.instantDeposits), "withdrawalDays": count(rules.withdrawalDays),
            "orderDays": count(rules.longestOrderDays),
            "documentDays": count(rules.documentDays), "reward": money(rules.referralReward),
            "basicDay": money(rules.basicTradeDay), "fullDay": money(rules.fullTradeDay),
            "cutOff": "\(twoDigits(rules.cutOffMinutes / 60)):\(twoDigits(rules.cutOffMinutes % 60))",
        ]
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
