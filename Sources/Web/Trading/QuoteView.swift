import HTMLTemplates
import HTTPEdge
import JSONText
import Languages
import Ledger
import Server
import Trading

/// A quote as the page shows it: exactly what a confirmation would do, and how long it is valid.
struct QuoteView: Sendable {
    private let id: String
    private let quantity: Quantity
    private let cash: FixedDecimal
    private let fee: FixedDecimal
    private let price: FixedDecimal
    private let source: String
    private let priceTime: Int
    private let expiresAt: Int
    private let place: TradePlace
    private let form: TradeForm

    private var currency: Currency { form.unit.currency }
    private var isBuy: Bool { form.side == .buy }
    private var words: Words { place.words }
    private var write: TradingWords { place.write }

    /// - Parameter document: the answer of the operation `quoteTrade`.
    init(_ document: JSONValue, _ place: TradePlace, _ form: TradeForm) throws {
        func amount(_ name: String) throws -> FixedDecimal {
            guard let amount = document[name]?.string.flatMap({ FixedDecimal($0) }) else { throw Self.unreadable }
            return amount
        }
        func time(_ name: String) throws -> Int {
            guard let time = document[name]?.string.flatMap(TradingWords.time(iso:)) else { throw Self.unreadable }
            return time
        }
        (quantity, cash, fee, price) = (try amount("quantity"), try amount("cash"), try amount("fee"), try amount("price"))
        (priceTime, expiresAt) = (try time("price_time"), try time("expires_at"))
        (id, source) = (document["id"]?.string ?? "", document["price_source"]?.string ?? "")
        (self.place, self.form) = (place, form)
    }

    private static let unreadable = Problem(.internalServerError, "internal-error", "a quote lacks its figures")

    private func pair(_ name: String, _ text: TemplateValue, note: String? = nil, isStrong: Bool = false) -> TemplateValue {
        ["name": .text(name), "value": text, "note": .optional(note), "isStrong": .flag(isStrong)]
    }

    func values() -> Values {
        let coins = write.coins(quantity, place.ticker)
        let secondsLeft = max(0, expiresAt - write.now)
        return [
            "quote": .text(id), "question": .text(words("trade.question.\(form.side.rawValue)", ["coins": coins])),
            "pairs": .list(pairs), "until": .text(TradingWords.timeOfDay(expiresAt)), "secondsLeft": "\(secondsLeft)",
            "holds": .text(words("trade.quote.holds", n: secondsLeft, ["time": TradingWords.timeOfDay(expiresAt)])),
            "warning": warning ?? false, "canConfirm": .flag(warning == nil),
        ]
    }

    private var pairs: [TemplateValue] {
        let gross = isBuy ? cash - fee : cash + fee
        let (total, coin) = (words(isBuy ? "trade.pays" : "trade.receives"), place.coin.id)
        let (coinsAfter, cashAfter) = (
            isBuy ? place.free(coin) + quantity : place.free(coin) - quantity,
            isBuy ? place.free(currency.asset) - cash : place.free(currency.asset) + cash
        )
        var pairs = [
            pair(words("trade.price-of", ["coin": place.ticker]), .text(write.price(price, currency)), note: sourceNote),
            pair(words("trade.worth"), .text(write.cash(gross, currency))),
            pair(words("trade.fee", ["fee": write.percent(place.rules.tradeFee)]), .text(write.cash(fee, currency))),
            pair(total, .text(write.cash(cash, currency)), isStrong: true),
        ]
        if coinsAfter >= .zero, cashAfter >= .zero {
            pairs.append(
                pair(
                    words("trade.after"), .text(write.veiled(write.coins(coinsAfter, place.ticker))),
                    note: write.veiled(write.cash(cashAfter, currency))))
        }
        return pairs
    }

    private var sourceNote: String { write.source(source, priceTime) }

    /// The reason why a confirmation would fail, with the remedy, if there is one.
    private var warning: TemplateValue? {
        if place.state.account.level == .none {
            let unverified: TemplateValue = [
                "text": .text(words("trade.refused.not-verified")),
                "remedy": ["href": "/trading/verification", "label": .text(words("trade.verify"))],
            ]
            return unverified
        }
        let (have, need) = isBuy ? (place.free(currency.asset), cash) : (place.free(place.coin.id), quantity)
        guard have < need else { return nil }
        func text(_ amount: FixedDecimal) -> String {
            write.veiled(isBuy ? write.cash(amount, currency) : write.coins(amount, place.ticker))
        }
        let shortage: TemplateValue = [
            "text": .text(words(TradePlace.shortageKey(form.side), ["have": text(have), "need": text(need)])),
            "remedy": place.shortageRemedy(form.side),
        ]
        return shortage
    }
}
