import HTMLTemplates
import Languages
import Ledger
import Market
import Portfolio

/// How amounts of money and quantities are shown, or hidden from onlookers.
///
/// A hidden amount is five dots in the text that the server sends; the script that reveals it finds it in `data-amount`. Prices and
/// percentages are never hidden. Templates show an amount with `{{#total}}{{>amount}}{{/total}}`.
package struct Amounts: Sendable {
    package let words: Words
    package let isHidden: Bool
    /// Whether the reader asked for all digits.
    let isExact: Bool
    /// The currency of the amounts: the reader's, unless another one is known better.
    package private(set) var currency: Currency
    /// The currency of the reader.
    let wanted: Currency

    static let veil = "\u{2022}\u{2022}\u{2022}\u{2022}\u{2022}"

    package init(_ visit: Visit) {
        (words, isHidden, currency) = (visit.words, visit.preferences.hidesAmounts, visit.preferences.currency)
        wanted = currency
        isExact = visit.query("digits") == "all"
    }

    private var format: Conventions { words.format }

    /// The same in another currency.
    package func `in`(_ currency: Currency) -> Amounts {
        var amounts = self
        amounts.currency = currency
        return amounts
    }

    /// The same in the currency in which most of a group is known.
    package func known(of group: WalletGroup, _ portfolio: Portfolio) async throws -> Amounts {
        self.in(try await portfolio.valuations.knownCurrency(of: group, wanted: currency))
    }

    /// Why amounts are not in the reader's currency; nil if they are.
    package func otherCurrencyNote(_ day: Day) -> String? {
        guard currency != wanted else { return nil }
        let values = ["coin": foreign.code, "wanted": wanted.code, "shown": currency.code, "day": format.date(day, .plain)]
        return words("wallet.note.other-currency", values)
    }

    /// Of two currencies, the one whose rate is missing: the other is the dollar.
    private var foreign: Currency { wanted == .usd ? currency : wanted }

    /// The link to the page where a missing rate can be added.
    package func rateLink(_ valuation: Valuation) -> TemplateValue {
        let missing = currency == wanted ? valuation.missingRate.map { "\($0.ticker)" } : foreign.code
        guard let missing else { return false }
        return [
            "href": .text("/coins/\(URLForm.encoded(missing))"), "label": .text(words("wallet.note.add-rate", ["coin": missing])),
        ]
    }

    /// The class of `<html>`: the server has already replaced amounts with dots, so the page need not stay invisible until a script
    /// has run.
    package var pageClass: TemplateValue { .text(isHidden ? "hides-amounts masked" : "") }

    /// The link that shows the amounts of a page with all of their digits, or rounded again.
    ///
    /// - Parameter address: of the page, without that choice.
    package func digitsLink(_ address: String) -> TemplateValue {
        let exact = address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "digits=all"
        return ["href": .text(isExact ? address : exact), "label": .text(words(isExact ? "digits.rounded" : "digits.all"))]
    }

    /// An amount that is already formatted.
    ///
    /// - Parameter exact: all of its digits; nil if the text has them.
    package func view(_ text: String, exact: String? = nil) -> TemplateValue {
        [
            "text": .text(veiled(text)), "kept": .optional(isHidden ? text : nil), "exact": .optional(isHidden ? nil : exact),
            "isKnown": true,
        ]
    }

    /// Within a sentence of a page whose amounts no script hides or shows.
    package func veiled(_ text: String) -> String { isHidden ? Self.veil : text }

    /// Around an amount within the text of ``sentence(_:)``: a character for private use, which no text contains.
    private static let mark: Character = "\u{E000}"

    /// An amount within the text of ``sentence(_:)``.
    package func marked(_ text: String) -> String { "\(Self.mark)\(text)\(Self.mark)" }

    /// A sentence for the template `sentence`, in which the script can hide the amounts too.
    ///
    /// - Parameter text: with its amounts ``marked(_:)``.
    package func sentence(_ text: String) -> TemplateValue {
        let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false).map(String.init)
        return [
            "parts": .list(
                parts.enumerated().map { index, part in
                    ["plain": .text(index.isMultiple(of: 2) ? part : ""), "amount": index.isMultiple(of: 2) ? false : view(part)]
                })
        ]
    }

    /// An unknown or missing amount.
    package static var none: TemplateValue {
        ["text": .text(Conventions.dash), "kept": false, "exact": false, "isKnown": false]
    }

    package func money(_ money: Money?) -> TemplateValue { money.map { view(plain($0), exactly: "\($0.amount)") } ?? Self.none }

    package func plain(_ money: Money) -> String {
        isExact ? exact(money) : format.money("\(money.amount)", decimals: money.currency.decimals)
    }

    private func exact(_ money: Money) -> String { format.exact("\(money.amount)", leastDecimals: money.currency.decimals) }

    package func quantity(_ quantity: Quantity) -> TemplateValue {
        isExact ? exact(quantity) : view(format.quantity("\(quantity)"), exactly: "\(quantity)")
    }

    /// A quantity of an asset: money of a currency has its cents.
    package func quantity(_ amount: Quantity, of asset: AssetID) -> TemplateValue {
        Currency(asset).map { money(Money(amount, $0)) } ?? quantity(amount)
    }

    /// The main figure of a page for the template `figure`: its decimals are quieter.
    package func figure(_ money: Money?) -> TemplateValue {
        let text = money.map(plain) ?? Conventions.dash
        let mark = text.firstRange(of: format.table.decimalMark)?.lowerBound ?? text.endIndex
        let exact = money.flatMap { format.exact("\($0.amount)", behind: text) }
        return [
            "whole": .text(isHidden ? Self.veil : String(text[..<mark])), "rest": .text(isHidden ? "" : String(text[mark...])),
            "kept": .optional(isHidden ? text : nil), "exact": .optional(isHidden ? nil : exact),
            "isLong": .flag(text.count > Self.longCount), "unit": .text((money?.currency ?? currency).code),
        ]
    }

    /// The total of what is known. That of nothing known is not zero.
    package func figure(known: Money, isWhole: Bool) -> TemplateValue { figure(isWhole || known.amount != .zero ? known : nil) }

    /// The length of an amount that needs smaller type on a phone.
    private static let longCount = 10

    /// A quantity with all of its digits: where a figure is explained.
    package func exact(_ quantity: Quantity) -> TemplateValue { view(format.exact("\(quantity)")) }

    private func view(_ shown: String, exactly text: String) -> TemplateValue {
        view(shown, exact: format.exact(text, behind: shown))
    }

    /// A figure of a forecast or a chart.
    package func estimate(_ value: Double) -> TemplateValue { view(format.estimate(value)) }

    /// A gain or loss: with a sign, and the class of its colour.
    package func gain(_ money: Money?) -> TemplateValue {
        guard let money else { return ["amount": Self.none, "class": "none"] }
        let rounded = format.gain("\(money.amount)", decimals: money.currency.decimals)
        let kind = ChangeView.kind(money.doubleValue, shown: rounded)
        let sign = kind == "up" ? "+" : ""
        let more = format.exact("\(money.amount)", behind: String(rounded.dropFirst(sign.count)))
        let amount = isExact ? view(sign + exact(money)) : view(rounded, exact: more.map { sign + $0 })
        return ["amount": amount, "class": .text(kind)]
    }

    /// A part of a whole as a gain in percent.
    package func ratio(_ ratio: FixedDecimal?) -> TemplateValue { ChangeView.of(ratio?.doubleValue, words) }

    /// Amounts in charts are rounded to cents.
    package static func cents(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
