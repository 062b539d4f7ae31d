import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Languages
import Ledger
import Market
import Server
import Trading

/// Why a trade, an order or a plan was refused: in a sentence, with what to do.
struct TradeRefusal: Sendable {
    let errors: FormErrors
    let code: String
    let status: HTTPResponse.Status

    /// - Parameter currency: of the amount.
    /// - Throws: `error`, if it is not about what was sent.
    init(_ error: any Error, _ place: TradePlace, _ form: TradeForm) throws {
        let problem = Problem(error)
        let key = "trade.refused.\(problem.code)"
        (code, status) = (problem.code, problem.status)
        guard place.words.has(key) else {
            errors = try FormErrors(error, TradeForm.members, place.words)
            return
        }
        var errors = FormErrors()
        errors.add(Self.sentence(error, key, place, form), to: Self.field(of: problem.code))
        self.errors = errors
    }

    /// What is seen to be wrong without asking an operation.
    init(_ errors: FormErrors) { (self.errors, code, status) = (errors, "", errors.status) }

    /// The form's field that a refusal is about; nil for what concerns the whole form.
    private static func field(of code: String) -> String? {
        switch code {
        case "bad-amount", "amount-too-small", "amount-too-large", "nothing-for-it", "not-enough": "amount"
        case "price-reached": "price"
        case "bad-end": "days"
        default: nil
        }
    }

    // MARK: The sentence

    private static func sentence(_ error: any Error, _ key: String, _ place: TradePlace, _ form: TradeForm) -> String {
        let (words, write) = (place.words, place.write)
        var values = standing(place, form)
        // A refusal that is kept under a form's key has lost its numbers; the page shows them beside the form.
        switch error as? TradingError {
        case .notEnough(_, let have, let need):
            values["have"] = given(have, place, form)
            values["need"] = given(need, place, form)
            return words("trade.error.not-enough", values)
        case .priceMoved(_, let quoted, let now, let currency, _):
            values["quoted"] = write.price(quoted, currency)
            values["price"] = write.price(now, currency)
            return words("trade.error.price-moved", values)
        default: return words(key, values)
        }
    }

    /// The numbers that sentences are about, as the rules and the account have them.
    private static func standing(_ place: TradePlace, _ form: TradeForm) -> [String: String] {
        let (rules, write, currency) = (place.rules, place.write, form.unit.currency)
        let paid = form.side == .sell ? place.coin.id : currency.asset
        func limit(_ period: TradingError.LimitPeriod) -> TradingAccounts.Limit? {
            place.state.limits.first { $0.purpose == .trade && $0.period == period }
        }
        return [
            "coin": place.ticker, "currency": currency.code, "have": given(place.free(paid), place, form),
            "least": write.cash(rules.leastTrade.amount, currency), "most": write.cash(rules.mostTrade.amount, currency),
            "places": "\(form.unit.isCoin ? TradingPlaces.coin : TradingPlaces.cash)", "hours": "\(rules.largestCloseAgeHours)",
            "minutes": "\(rules.largestQuoteAgeMinutes)", "seconds": "\(rules.quoteSeconds)",
            "tolerance": write.percent(place.state.account.tolerance), "days": "\(rules.longestOrderDays)",
            "count": "\(rules.mostOpenOrders)", "dayLimit": write.cash(limit(.day)?.most ?? .zero, .usd),
            "monthLimit": write.cash(limit(.month)?.most ?? .zero, .usd), "dayUsed": write.cash(limit(.day)?.used ?? .zero, .usd),
            "monthUsed": write.cash(limit(.month)?.used ?? .zero, .usd),
        ]
    }

    /// An amount of what is given: cash for a purchase, the coin for a sale.
    private static func given(_ quantity: Quantity, _ place: TradePlace, _ form: TradeForm) -> String {
        let write = place.write
        return write.veiled(
            form.side == .sell ? write.coins(quantity, place.ticker) : write.cash(quantity, form.unit.currency))
    }

    // MARK: The remedy

    /// Where the reader can do something about it; nil where the form itself is the place.
    func remedy(_ words: Words) -> TemplateValue {
        switch code {
        case "not-verified": ["href": "/trading/verification", "label": .text(words("trade.verify"))]
        case "over-limit": ["href": "/trading/verification", "label": .text(words("trade.limits-open"))]
        case "not-enough": ["href": "/trading/deposit", "label": .text(words("trade.action.deposit"))]
        case "too-many-orders": ["href": "/trading/orders", "label": .text(words("trade.orders.title"))]
        default: false
        }
    }
}
