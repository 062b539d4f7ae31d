import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import PageKit
import Trading

/// Why a payment or a transfer was refused: a sentence beside its field, with the remedy.
struct PaymentRefusal: Sendable {
    private(set) var errors: FormErrors
    private var code: String

    /// The errors that can be found without an operation.
    init(_ errors: FormErrors) { (self.errors, code) = (errors, "") }

    /// - Parameters:
    ///   - members: the form's field for each member of the operation.
    ///   - amount: the field of the amount.
    ///   - values: for the sentence, in addition to the numbers of the problem: `coin`.
    /// - Throws: `error`, if it does not concern the submitted values.
    init(
        _ error: any Error, _ members: [String: String], amount: String, _ write: TradingWords, _ rules: TradingRules,
        _ values: [String: String] = [:]
    ) throws {
        if let invalid = error as? InvalidInput, invalid.errors.count > 1, invalid.problem.status != .notFound {
            let each = try invalid.errors.map { try PaymentRefusal($0, members, amount: amount, write, rules, values) }
            var all = each[0].errors
            for other in each.dropFirst() { all.add(other.errors) }
            (errors, code) = (all, each[0].code)
            return
        }
        let (problem, words) = (Problem(error), write.words)
        let field = problem.field.flatMap { members[$0] }
        // The schema's errors about an amount or an address concern the same values as those of the rules.
        let isOfSchema = TradeRefusal.schemaCodes.contains(problem.code)
        code = isOfSchema ? Self.code(ofBadValueIn: problem.field) ?? problem.code : problem.code
        let key = Self.key(code, problem)
        guard words.has(key) else {
            errors = try FormErrors(error, members, words)
            return
        }
        let isOfAmount = ["bad-amount", "amount-too-small", "amount-too-large", "not-enough"].contains(code)
        let sentence = words(key, Self.values(problem, write, rules).merging(values) { _, own in own })
        // Above the form there is a link to the cards.
        let place = isOfAmount ? amount : code == "method-expired" ? nil : field
        errors = FormErrors(sentence, to: place, status: problem.status)
    }

    /// Returns it with what another check of the same form found.
    func adding(_ other: PaymentRefusal) -> PaymentRefusal {
        var all = self
        all.errors.add(other.errors)
        if code.isEmpty { all.code = other.code }
        return all
    }

    private static func code(ofBadValueIn member: String?) -> String? {
        switch member {
        case "/amount", "/quantity": "bad-amount"
        case "/address": "bad-address"
        case "/label": "bad-label"
        default: nil
        }
    }

    // MARK: The sentence

    /// Messages about limits name the day or the month, and each kind of excess requests has its own noun.
    private static func key(_ code: String, _ problem: Problem) -> String {
        func text(_ name: String) -> String? { problem.extra.first { $0.key == name }?.value.string }
        return switch code {
        case "over-limit": "pay.refused.over-limit.\(text("period") ?? "day")"
        case "too-many-requests": "pay.refused.too-many-requests.\(text("requests") ?? "payments")"
        default: "pay.refused.\(code)"
        }
    }

    private static func values(_ problem: Problem, _ write: TradingWords, _ rules: TradingRules) -> [String: String] {
        func text(_ name: String) -> String? { problem.extra.first { $0.key == name }?.value.string }
        func number(_ name: String) -> FixedDecimal? { text(name).flatMap { FixedDecimal($0) } }
        let currency = text("currency").flatMap(Currency.init(rawValue:))
        func given(_ name: String) -> String {
            let amount = number(name) ?? .zero
            if let currency { return write.cash(amount, currency) }
            guard let ticker = text("ticker") else { return write.format.money("\(amount)") }
            if let cash = Currency(rawValue: ticker) { return write.cash(amount, cash) }
            return write.coins(amount, ticker)
        }
        func dollars(_ name: String) -> String { write.cash(number(name) ?? .zero, .usd) }
        return [
            "have": write.veiled(given("have")), "need": write.veiled(given("need")), "least": given("least"),
            "most": given("most"), "limit": dollars("limit"), "used": write.veiled(dollars("used")),
            "count": "\(PaymentMethods.most)", "hours": "\(rules.largestCloseAgeHours)",
            "minutes": "\(rules.largestQuoteAgeMinutes)", "coin": text("ticker") ?? "", "card": text("last_four") ?? "",
            "month": text("expires") ?? "", "moment": text("due_at").flatMap(TradingWords.time(iso:)).map(write.moment) ?? "",
        ]
    }

    // MARK: The remedy

    /// The place where the reader can fix the problem; nothing if that is the form itself.
    func remedy(_ words: Words) -> TemplateValue {
        switch code {
        case "not-verified": ["href": "/trading/verification", "label": .text(words("pay.verify"))]
        case "over-limit": ["href": "/trading/verification", "label": .text(words("pay.limits"))]
        case "no-method", "too-many-methods", "method-expired":
            [
                "href": .text(LocalPath.page(MethodPages.path, next: code == "too-many-methods" ? nil : "/trading/withdraw")),
                "label": .text(words("pay.methods.title")),
            ]
        default: false
        }
    }

    /// The values of `pay-refusal.mustache`.
    func values(_ fields: [String], _ words: Words) -> Values {
        ["errors": errors.values(fields), "generalError": .optional(errors.general), "remedy": remedy(words)]
    }
}
