import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import PaperTrading
import Portfolio

/// The form that starts a paper match.
struct PaperForm: Sendable {
    private static let names = ["coins", "start", "end", "cash", "fee", "threshold"]
    private let typed: Fields
    private let chosen: Set<Strategy>

    init(_ typed: Fields) {
        self.typed = typed
        chosen = Set(typed.all("strategies").compactMap(Strategy.init(rawValue:)))
    }

    /// Creates a form that can be sent as it is: with the reader's favourites, or the first coins with closes, for the past year.
    init(suggestingFrom market: MarketData, _ favourites: Favourites, _ visit: Visit) async throws {
        let ranges = try await market.storedRanges().filter { Currency($0.asset.id) == nil }
        let stored = ranges.map(\.asset)
        let liked = try await favourites.all().filter { coin in stored.contains { $0.id == coin.id } }
        let chosen = (liked.isEmpty ? stored : liked).prefix(3)
        let closes = ranges.filter { range in chosen.contains { $0.id == range.asset.id } }.map(\.coverage)
        let newest = closes.map(\.last).min() ?? market.today - 1
        let start = max(newest - 365, closes.map(\.first).max() ?? newest - 365)
        let coins = chosen.map { coin in
            stored.count { $0.ticker == coin.ticker } > 1 ? "\(coin.id)" : "\(coin.ticker)"
        }
        typed = Fields([
            ("coins", coins.joined(separator: " ")), ("start", "\(start)"),
            ("cash", visit.format.exact("\(PaperMatch.standardCash)")), ("fee", visit.format.exact("0.1")),
            ("threshold", visit.format.exact("50")),
        ])
        self.chosen = Set(Strategy.allCases)
    }

    /// Returns the input of the operation, and the errors that can be found without it.
    func input(_ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        let coins = typed["coins"].split { $0 == " " || $0 == "," || $0 == ";" }.joined(separator: ",")
        if coins.isEmpty { errors.add(words("paper.error.coins"), to: "coins") }
        if Day(iso: typed["start"]) == nil { errors.add(words("paper.error.start"), to: "start") }
        if !typed["end"].isEmpty, Day(iso: typed["end"]) == nil { errors.add(words("paper.error.end"), to: "end") }
        let texts: KeyValuePairs<String, String?> = [
            "coins": coins, "start": typed["start"], "end": typed["end"], "cash": amount("cash", words, &errors),
            "fee": amount("fee", words, &errors), "threshold": amount("threshold", words, &errors),
            "strategies": chosen.union([.hold]).sorted().map(\.rawValue).joined(separator: ","),
        ]
        return (texts, errors)
    }

    /// Returns an amount, or the share that a percentage is; nil if the field is empty or no number.
    private func amount(_ name: String, _ words: Words, _ errors: inout FormErrors) -> String? {
        guard let plain = typed.decimal(name, words, &errors, missing: nil, bad: "paper.error.\(name)") else { return nil }
        let amount = FixedDecimal(plain)
        let value = name == "cash" ? amount : amount.flatMap { try? $0.divided(by: FixedDecimal(100)) }
        if value == nil { errors.add(words("paper.error.\(name)"), to: name) }
        return value?.description
    }

    // MARK: Values

    func fields(_ errors: FormErrors, _ coins: CoinPicker, _ words: Words) -> TemplateValue {
        let fields = [
            FieldView("coins", .coin(coins), words("paper.coins"), hint: words("paper.coins.hint"), isRequired: true),
            FieldView("start", .date, words("paper.start"), hint: words("paper.start.hint"), isRequired: true),
            FieldView("end", .date, words("paper.end"), hint: words("paper.end.hint")),
            FieldView("cash", .amount(unit: "USD"), words("paper.cash")),
            FieldView("fee", .amount(unit: "%"), words("paper.fee"), hint: words("paper.fee.hint")),
            FieldView("threshold", .amount(unit: "%"), words("paper.threshold"), hint: words("paper.threshold.hint")),
        ]
        return .list(fields.map { $0.values(errors, typed: typed) })
    }

    /// The optional strategies; hold always takes part.
    func strategies(_ words: Words) -> [TemplateValue] {
        Strategy.allCases.map { strategy in
            [
                "value": .text(strategy.rawValue), "name": .text(PaperWords.name(strategy, words)),
                "rule": .text(PaperWords.rule(strategy, threshold: words.format.share(0.5), words)),
                "isAlways": .flag(strategy == .hold), "isChosen": .flag(strategy == .hold || chosen.contains(strategy)),
            ]
        }
    }

    // MARK: Errors

    /// The errors of a refused form.
    ///
    /// - Throws: `error`, if it does not concern the form's values.
    static func errors(_ error: any Error, _ words: Words) throws -> FormErrors {
        let problem = Problem(error)
        let field = problem.field.map { String($0.dropFirst().prefix { $0 != "/" }) }
        guard ["invalid-value", "missing-value", "bad-paper-match"].contains(problem.code), let field, names.contains(field) else {
            let places = ["/coins": "coins"].merging((0...29).map { ("/coins/\($0)", "coins") }) { $1 }
            return try FormErrors(error, places, words)
        }
        return FormErrors(words("paper.error.\(field)"), to: field)
    }
}
