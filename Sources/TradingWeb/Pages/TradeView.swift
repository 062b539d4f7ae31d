import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading

/// The pages of a trade: its form, its preview, and the message if it was refused.
struct TradeView: Sendable {
    let place: TradePlace
    let form: TradeForm
    let visit: Visit
    /// The way to prices if the coin's cannot be traded at.
    let priceLink: TemplateValue

    private var words: Words { place.words }
    private var write: TradingWords { place.write }
    private var side: String { form.side.rawValue }

    private func page(_ template: String, _ values: Values) -> Page {
        let title = words("trade.title.\(side)", ["coin": place.ticker])
        let shared: Values = [
            "htmlClass": write.amounts.pageClass, "heading": .text(title), "coin": CoinView.of(place.coin, words),
            "path": .text(place.path), "side": .text(side), "tab": .text(form.tab.rawValue), "isBuy": .flag(form.side == .buy),
            "balances": place.balances(orNoneOf: form.unit.currency),
            "hiddenFields": .list(form.pairs.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "again": .text(form.href(place)), "tolerance": .text(tolerance), "toleranceHref": .text(toleranceHref),
        ]
        return Page(template, title: title, place: .practice, scripts: ["wallet-form", "trade"], shared.merging(values) { $1 })
    }

    private var tolerance: String {
        words("trade.tolerance", ["tolerance": write.percent(place.state.account.tolerance)])
    }

    private var toleranceHref: String { "/trading/tolerance?next=\(URLForm.encoded(form.href(place)))" }

    // MARK: The form

    /// - Parameter refusal: nil for a form that has not been sent.
    func formPage(_ refusal: TradeRefusal?) -> Page {
        let errors = refusal?.errors ?? FormErrors()
        var values: Values = [
            "tabs": .list(TradeForm.Tab.allCases.map(tabLink)), "sides": .list(TradeSide.allCases.map(sideLink)),
            "explained": .text(explanation), "amount": .text(form["amount"]),
            "fields": .list(fields.map { $0.values(errors) }),
            "errors": errors.values(["amount"]), "generalError": .optional(errors.general),
            "remedy": refusal?.remedy(place, form.side) ?? false,
            "units": .list(TradeForm.units(form.side, form.tab).map(unitOption)),
            "fills": .list(fills), "hasFills": .flag(!fills.isEmpty), "isNow": .flag(form.tab == .now),
            "does": .text(form.tab == .now ? "preview" : "place"), "submit": .text(words("trade.submit.\(form.tab.rawValue)")),
            "note": .text(words(form.tab == .now ? "trade.nothing-yet" : "trade.holds-note")),
            "feeNote": .text(words("trade.fee-note", ["fee": write.percent(place.rules.tradeFee)])),
            "priceLink": priceLink, "verifyFirst": .flag(place.state.account.level == .none && refusal == nil),
        ]
        values.merge(place.priceValues(in: form.unit.currency)) { $1 }
        return page("trade", values).with(refusal?.errors)
    }

    private func tabLink(_ tab: TradeForm.Tab) -> TemplateValue {
        [
            "label": .text(words("trade.tab.\(tab.rawValue)")), "isCurrent": .flag(tab == form.tab),
            "href": .text(form.href(place, ["tab": tab.rawValue])),
        ]
    }

    private func sideLink(_ side: TradeSide) -> TemplateValue {
        // A plan only buys, so selling leads to the first tab.
        let tab = form.tab == .recurring && side == .sell ? TradeForm.Tab.now : form.tab
        return [
            "label": .text(words("trade.side.\(side.rawValue)")), "isCurrent": .flag(side == form.side),
            "href": .text(form.href(place, ["side": side.rawValue, "tab": tab.rawValue])),
        ]
    }

    private func unitOption(_ unit: TradeForm.Unit) -> TemplateValue {
        let values = ["coin": place.ticker, "currency": unit.currency.code]
        let label = unit.isCoin ? words("trade.unit.\(side)", values) : unit.currency.code
        let price = place.price(in: unit.currency)
        return [
            "value": .text(unit.rawValue), "label": .text(label), "isChosen": .flag(unit == form.unit),
            "isCoin": .flag(unit.isCoin), "currency": .text(unit.currency.code), "price": .text(price.map { "\($0)" } ?? ""),
            "shownPrice": .text(price.map { write.price($0, unit.currency) } ?? Conventions.dash),
        ]
    }

    private var ends: [(value: String, text: String)] {
        let longest = place.rules.longestOrderDays
        var days = [1, 7, 30, 90, 180, 365].filter { $0 <= longest }
        if !days.contains(longest), longest < 365 { days.append(longest) }
        return days.map { ("\($0)", words("trade.days", n: $0)) }
    }

    private var explanation: String {
        switch form.tab {
        case .now: words("trade.what.now")
        case .recurring: words("trade.what.recurring")
        case .limit: words("trade.what.limit.\(side)")
        case .stop: words("trade.what.stop.\(side)")
        }
    }

    /// The price of a limit or stop order, the interval of a plan, and the end of each.
    private var fields: [FieldView] {
        guard form.tab != .now else { return [] }
        let isPlan = form.tab == .recurring
        let end = FieldView(
            "days", .choice(ends), words(isPlan ? "trade.field.ends" : "trade.field.holds"),
            value: form["days"].isEmpty ? "30" : form["days"])
        guard !isPlan else { return [interval, end] }
        let price = FieldView(
            "price", .amount(), words("trade.field.price.\(form.tab.rawValue)"),
            hint: words("trade.field.price.hint", ["coin": place.ticker]), value: form["price"], isRequired: true)
        return [price, end]
    }

    private var interval: FieldView {
        let choices = RecurringPlan.Interval.allCases.map { (value: $0.rawValue, text: words("trade.every.\($0.rawValue)")) }
        return FieldView("every", .choice(choices), words("trade.field.every"), value: form.every.rawValue)
    }

    /// Buttons that fill in a part of the available amount.
    private var fills: [TemplateValue] {
        guard form.tab != .recurring, place.free(form.freeAsset(place)) > .zero else { return [] }
        return TradeForm.fillPercentages.map { percentage in
            let label = percentage == 100 ? words("trade.all") : words.format.share(Double(percentage) / 100)
            return ["label": .text(label), "action": .text("\(TradeForm.fillPrefix)\(percentage)")]
        }
    }

    // MARK: The preview

    /// Shows a quote, which is valid for some seconds.
    func preview(_ quote: TradeQuote) -> Page { page("trade-quote", QuoteView(quote: quote, place: place, form: form).values()) }

    // MARK: Refused

    /// Shows why a confirmation failed.
    func failure(_ refusal: TradeRefusal) -> Page {
        let sentence = refusal.errors.general ?? refusal.errors.byField.values.first ?? ""
        let values: Values = [
            "failedTitle": .text(words("trade.failed.\(side)", ["coin": place.ticker])), "sentence": .text(sentence),
            "remedy": refusal.remedy(place, form.side), "canTryAgain": .flag(Self.isWorthAnother(refusal.code)),
        ]
        return page("trade-failed", values).with(refusal.errors)
    }

    /// Whether an unchanged new preview may succeed.
    private static func isWorthAnother(_ code: String) -> Bool {
        ["quote-expired", "price-moved", "no-quote", "no-price"].contains(code)
    }
}
