import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PaperTrading
import Portfolio
import Server

/// The form that starts a paper match.
struct PaperForm: Sendable {
    private static let names = ["coins", "start", "end", "cash", "fee", "threshold"]
    private var typed: [String: String]
    private var chosen: Set<Strategy>

    init(_ fields: Fields) {
        typed = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, fields[$0]) })
        chosen = Set(fields.all("strategies").compactMap(Strategy.init(rawValue:)))
    }

    /// Creates a form that can be sent as it is: with the reader's favourites, or the first coins with closes, for the past year.
    init(suggestingFrom market: MarketData, _ favourites: Favourites, _ visit: Visit) async throws {
        let ranges = try await market.storedRanges().filter { $0.asset.id != .usd && $0.asset.id != .eur }
        let stored = ranges.map(\.asset)
        let liked = try await favourites.all().filter { coin in stored.contains { $0.id == coin.id } }
        let chosen = (liked.isEmpty ? stored : liked).prefix(3)
        let closes = ranges.filter { range in chosen.contains { $0.id == range.asset.id } }.map(\.coverage)
        let newest = closes.map(\.last).min() ?? market.today - 1
        let start = max(newest - 365, closes.map(\.first).max() ?? newest - 365)
        let coins = chosen.map { coin in
            stored.count { $0.ticker == coin.ticker } > 1 ? "\(coin.id)" : "\(coin.ticker)"
        }
        typed = [
            "coins": coins.joined(separator: " "), "start": "\(start)", "end": "",
            "cash": visit.format.amount("\(PaperMatch.standardCash)"), "fee": visit.format.amount("0.1"),
            "threshold": visit.format.amount("50"),
        ]
        self.chosen = Set(Strategy.allCases)
    }

    private subscript(name: String) -> String { typed[name] ?? "" }

    /// Returns the input of the operation, and the errors that can be found without it.
    func input(_ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        let coins = self["coins"].split { $0 == " " || $0 == "," || $0 == ";" }.joined(separator: ",")
        if coins.isEmpty { errors.add(words("paper.error.coins"), to: "coins") }
        if Day(iso: self["start"]) == nil { errors.add(words("paper.error.start"), to: "start") }
        if !self["end"].isEmpty, Day(iso: self["end"]) == nil { errors.add(words("paper.error.end"), to: "end") }
        let texts: KeyValuePairs<String, String?> = [
            "coins": coins, "start": self["start"], "end": self["end"], "cash": amount("cash", words, &errors),
            "fee": amount("fee", words, &errors), "threshold": amount("threshold", words, &errors),
            "strategies": chosen.union([.hold]).sorted().map(\.rawValue).joined(separator: ","),
        ]
        return (texts, errors)
    }

    /// Returns an amount, or the share that a percentage is; nil if the field is empty or no number.
    private func amount(_ name: String, _ words: Words, _ errors: inout FormErrors) -> String? {
        guard !self[name].isEmpty else { return nil }
        let amount = words.format.decimal(typed: self[name]).flatMap { FixedDecimal($0) }
        let value = name == "cash" ? amount : amount.flatMap { try? $0.divided(by: FixedDecimal(100)) }
        if value == nil { errors.add(words("paper.error.\(name)"), to: name) }
        return value?.description
    }

    // MARK: Values

    func fields(_ words: Words) -> [FormField] {
        var coins = FormField(name: "coins", label: words("paper.coins"), value: self["coins"])
        (coins.hint, coins.isRequired) = (words("paper.coins.hint"), true)
        var start = FormField(name: "start", label: words("paper.start"), value: self["start"])
        (start.hint, start.type, start.isRequired) = (words("paper.start.hint"), "date", true)
        var end = FormField(name: "end", label: words("paper.end"), value: self["end"])
        (end.hint, end.type) = (words("paper.end.hint"), "date")
        return [
            coins, start, end, .amount("cash", words("paper.cash"), self["cash"], unit: "USD"),
            .amount("fee", words("paper.fee"), self["fee"], unit: "%", hint: words("paper.fee.hint")),
            .amount("threshold", words("paper.threshold"), self["threshold"], unit: "%", hint: words("paper.threshold.hint")),
        ]
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
        var errors = FormErrors()
        errors.add(words("paper.error.\(field)"), to: field)
        return errors
    }
}
