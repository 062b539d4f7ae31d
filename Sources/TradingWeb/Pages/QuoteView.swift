import HTMLTemplates
import Languages
import Ledger
import PageKit
import Trading

/// A quote as the page shows it: exactly what a confirmation would do, and how long it is valid.
struct QuoteView: Sendable {
    let quote: TradeQuote
    let place: TradePlace
    let form: TradeForm

    private var figures: TradeFigures { quote.figures }
    private var currency: Currency { figures.currency }
    private var isBuy: Bool { figures.side == .buy }
    private var words: Words { place.words }
    private var write: TradingWords { place.write }

    private func pair(_ name: String, _ text: TemplateValue, note: String? = nil, isStrong: Bool = false) -> TemplateValue {
        ["name": .text(name), "value": text, "note": .optional(note), "isStrong": .flag(isStrong)]
    }

    func values() -> Values {
        let coins = write.coins(figures.quantity, place.ticker)
        let secondsLeft = max(0, quote.expiresAt - write.now)
        return [
            "quote": .text(quote.id), "question": .text(words("trade.question.\(form.side.rawValue)", ["coins": coins])),
            "pairs": .list(pairs), "until": .text(TradingWords.timeOfDay(quote.expiresAt)), "secondsLeft": "\(secondsLeft)",
            "holds": .text(words("trade.quote.holds", n: secondsLeft, ["time": TradingWords.timeOfDay(quote.expiresAt)])),
            "warning": warning ?? false, "canConfirm": .flag(warning == nil),
        ]
    }

    private var pairs: [TemplateValue] {
        let (total, coin) = (words(isBuy ? "trade.pays" : "trade.receives"), place.coin.id)
        let (coinsAfter, cashAfter) = (
            isBuy ? place.free(coin) + figures.quantity : place.free(coin) - figures.quantity,
            isBuy ? place.free(currency.asset) - figures.cash : place.free(currency.asset) + figures.cash
        )
        var pairs = [
            pair(words("trade.price-of", ["coin": place.ticker]), .text(write.price(figures.price, currency)), note: sourceNote),
            pair(words("trade.worth"), .text(write.cash(figures.gross, currency))),
            pair(words("trade.fee", ["fee": write.percent(place.rules.tradeFee)]), .text(write.cash(figures.fee, currency))),
            pair(total, .text(write.cash(figures.cash, currency)), isStrong: true),
        ]
        if coinsAfter >= .zero, cashAfter >= .zero {
            pairs.append(
                pair(
                    words("trade.after"), .text(write.veiled(write.coins(coinsAfter, place.ticker))),
                    note: write.veiled(write.cash(cashAfter, currency))))
        }
        return pairs
    }

    private var sourceNote: String { write.source(figures.stored.source, figures.stored.time) }

    /// The reason why a confirmation would fail, with the remedy, if there is one.
    private var warning: TemplateValue? {
        if place.state.account.level == .none {
            let unverified: TemplateValue = [
                "text": .text(words("trade.refused.not-verified")),
                "remedy": ["href": "/trading/verification", "label": .text(words("trade.verify"))],
            ]
            return unverified
        }
        let (have, need) = isBuy ? (place.free(currency.asset), figures.cash) : (place.free(place.coin.id), figures.quantity)
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
