import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import PageKit
import Trading

/// Why a trade, an order or a plan was refused, as a sentence with the remedy.
struct TradeRefusal: Sendable {
    let errors: FormErrors
    let code: String

    /// - Parameter currency: the currency of the amount.
    /// - Throws: `error`, if it does not concern the submitted values.
    init(_ error: any Error, _ place: TradePlace, _ form: TradeForm) throws {
        let problem = Problem(error)
        // The schema's errors concern the same values as those of the rules.
        let code = Self.schemaCodes.contains(problem.code) ? Self.code(of: problem.field) ?? problem.code : problem.code
        if code == "amount-too-large", let shortage = place.shortage(of: form) {
            // More than is available: trading in parts would not help.
            (self.code, errors) = ("not-enough", FormErrors(shortage, to: "amount", status: problem.status))
            return
        }
        let key = code == "not-enough" ? TradePlace.shortageKey(form.side) : "trade.refused.\(code)"
        self.code = code
        guard place.words.has(key) else {
            errors = try FormErrors(error, TradeForm.members, place.words)
            return
        }
        let field = problem.field.flatMap { TradeForm.members[$0] }
        errors = FormErrors(
            Self.sentence(problem, key, place, form), to: field == "price" ? field : Self.field(of: code), status: problem.status)
    }

    /// The errors that can be found without an operation.
    init(_ errors: FormErrors) { (self.errors, code) = (errors, "") }

    /// The codes of the schema for values that the rules would refuse too.
    static let schemaCodes = ["invalid-value", "missing-value", "bad-decimal", "too-many-digits"]

    private static func code(of member: String?) -> String? {
        switch member {
        case "/cash", "/quantity", "/price": "bad-amount"
        case "/days": "bad-end"
        default: nil
        }
    }

    /// The form's field that a refusal concerns; nil if it concerns the whole form.
    private static func field(of code: String) -> String? {
        switch code {
        case "bad-amount", "amount-too-small", "amount-too-large", "nothing-for-it", "not-enough": "amount"
        case "price-reached": "price"
        case "bad-end": "days"
        default: nil
        }
    }

    // MARK: The sentence

    private static func sentence(_ problem: Problem, _ key: String, _ place: TradePlace, _ form: TradeForm) -> String {
        let (words, write) = (place.words, place.write)
        let currency = form.unit.currency
        var values = standing(place, form)
        func text(_ name: String) -> String? { problem.extra.first { $0.key == name }?.value.string }
        func number(_ name: String) -> FixedDecimal? { text(name).flatMap { FixedDecimal($0) } }
        // The asset without a price is not always the coin of the page: a trade in euros also needs their rate.
        text("ticker").map { values["coin"] = $0 }
        for name in ["have", "need"] { number(name).map { values[name] = given($0, place, form) } }
        number("quoted").map { values["quoted"] = write.price($0, currency) }
        (number("now") ?? number("price")).map { values["price"] = write.price($0, currency) }
        return words(key, values)
    }

    /// The numbers in the messages, from the rules and the account.
    private static func standing(_ place: TradePlace, _ form: TradeForm) -> [String: String] {
        let (rules, write, currency) = (place.rules, place.write, form.unit.currency)
        let paid = form.side == .sell ? place.coin.id : currency.asset
        func limit(_ period: TradingError.LimitPeriod) -> TradingAccounts.Limit? {
            place.state.limits.first { $0.purpose == .trade && $0.period == period }
        }
        return [
            "coin": place.ticker, "currency": currency.code, "have": given(place.free(paid), place, form), "need": "", "quoted": "",
            "price": place.price(in: currency).map { write.price($0, currency) } ?? Conventions.dash,
            "least": write.cash(rules.leastTrade.amount, currency), "most": write.cash(rules.mostTrade.amount, currency),
            "places": "\(form.unit.isCoin ? TradingPlaces.coin : TradingPlaces.cash)", "hours": "\(rules.largestCloseAgeHours)",
            "minutes": "\(rules.largestQuoteAgeMinutes)", "seconds": "\(rules.quoteSeconds)",
            "tolerance": write.percent(place.state.account.tolerance), "days": "\(rules.longestOrderDays)",
            "count": "\(rules.mostOpenOrders)", "hourly": "\(rules.mostOrdersAnHour)",
            "dayLimit": write.cash(limit(.day)?.most ?? .zero, .usd),
            "monthLimit": write.cash(limit(.month)?.most ?? .zero, .usd), "dayUsed": write.cash(limit(.day)?.used ?? .zero, .usd),
            "monthUsed": write.cash(limit(.month)?.used ?? .zero, .usd),
        ]
    }

    /// An amount of what is paid: cash for a purchase, the coin for a sale.
    private static func given(_ quantity: Quantity, _ place: TradePlace, _ form: TradeForm) -> String {
        let write = place.write
        return write.veiled(
            form.side == .sell ? write.coins(quantity, place.ticker) : write.cash(quantity, form.unit.currency))
    }

    // MARK: The remedy

    /// The place where the reader can fix the problem; nothing if that is the form itself.
    func remedy(_ place: TradePlace, _ side: TradeSide) -> TemplateValue {
        let words = place.words
        return switch code {
        case "not-verified": ["href": "/trading/verification", "label": .text(words("trade.verify"))]
        case "over-limit": ["href": "/trading/verification", "label": .text(words("trade.limits-open"))]
        case "not-enough": place.shortageRemedy(side)
        case "too-many-orders": ["href": "/trading/orders", "label": .text(words("trade.orders.title"))]
        default: false
        }
    }
}
