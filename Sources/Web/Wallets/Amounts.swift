import HTMLTemplates
import Languages
import Ledger

/// How amounts of money and quantities are shown, or hidden from onlookers.
///
/// A hidden amount is five dots in the text that the server sends; the script that reveals it finds it in `data-amount`. Prices and
/// percentages are never hidden. Templates show an amount with `{{#total}}{{>amount}}{{/total}}`.
struct Amounts: Sendable {
    let words: Words
    let isHidden: Bool
    /// The currency of the reader.
    let currency: Currency

    static let veil = "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}"

    init(_ visit: Visit) {
        (words, isHidden, currency) = (visit.words, visit.preferences.hidesAmounts, visit.preferences.currency)
    }

    private var format: Conventions { words.format }

    /// The class of `<html>`: the server has already replaced amounts with dots, so the page need not stay invisible until a script
    /// has run.
    var pageClass: TemplateValue { .text(isHidden ? "hides-amounts masked" : "") }

    /// An amount that is already formatted.
    func view(_ text: String) -> TemplateValue {
        ["text": .text(veiled(text)), "kept": .optional(isHidden ? text : nil), "isKnown": true]
    }

    /// Within a sentence.
    func veiled(_ text: String) -> String { isHidden ? Self.veil : text }

    /// An unknown or missing amount.
    static var none: TemplateValue { ["text": .text(Conventions.dash), "kept": false, "isKnown": false] }

    func money(_ money: Money?, decimals: Int = 2) -> TemplateValue {
        money.map { view(plain($0, decimals: decimals)) } ?? Self.none
    }

    func plain(_ money: Money, decimals: Int = 2) -> String { format.money("\(money.amount)", decimals: decimals) }

    func quantity(_ quantity: Quantity) -> TemplateValue { view(format.amount("\(quantity)")) }

    /// A figure of a forecast or a chart: whole units above 1,000.
    func rounded(_ value: Double) -> TemplateValue { view(plain(value)) }

    func plain(_ value: Double) -> String { format.price(value, decimals: value.magnitude >= 1000 ? 0 : 2) }

    /// A gain or loss: with a sign, and the class of its colour.
    func gain(_ money: Money?) -> TemplateValue {
        guard let money else { return ["amount": Self.none, "class": "none"] }
        let text = plain(money)
        let kind = ChangeView.kind(money.doubleValue, shown: text)
        return ["amount": view(kind == "up" ? "+" + text : text), "class": .text(kind)]
    }

    /// A part of a whole as a gain in percent.
    func ratio(_ ratio: FixedDecimal?) -> TemplateValue { ChangeView.of(ratio?.doubleValue, words) }
}
