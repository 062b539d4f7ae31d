import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Portfolio

/// The values of a wallet's first page: the total with its details, the notes, the returns.
package struct WalletOverview: Sendable {
    package let figures: WalletFigures
    package let place: WalletPlace
    package let amounts: Amounts

    package init(figures: WalletFigures, place: WalletPlace, amounts: Amounts) {
        (self.figures, self.place, self.amounts) = (figures, place, amounts)
    }

    private var words: Words { amounts.words }
    private var format: Conventions { words.format }
    private var report: GainsReport { figures.gains }

    package func values() -> Values {
        let total = report.total.marketValue
        let (isPartial, dayChange, unrealized) = (total.total == nil, dayChange, unrealized)
        return [
            "isEmpty": .flag(figures.isEmpty), "total": amounts.figure(known: total.known, isWhole: !isPartial),
            "isPartial": .flag(isPartial), "bell": AlertBell.total(of: place.isAll ? nil : place.id, words),
            "currencyCode": .text(report.currency.code),
            "totalTitle": .text(
                words(isPartial ? "wallet.total-partial" : "wallet.total", ["date": format.date(report.day, .plain)])),
            "dayChange": ChangeView.of(dayChange.ratio, words), "dayNote": .text(dayChange.note),
            "hasDayChange": .flag(dayChange.ratio != nil), "unrealized": amounts.gain(unrealized.gain),
            "unrealizedNote": .text(unrealized.note), "hasUnrealized": .flag(unrealized.gain != nil),
            "noteList": .list(notes.map(amounts.sentence)),
            "hasNotes": .flag(!notes.isEmpty), "rateLink": amounts.rateLink(report.holdings),
            "digits": amounts.digitsLink(place.path),
            "noOutlook": .optional(noOutlook), "returns": .list(returns),
            "hasReturns": .flag(!returns.isEmpty), "parts": .list(parts),
            "totalSum": amounts.money(isPartial && total.known.amount == .zero ? nil : total.known),
            "addHref": .text("\(place.path)/record?kind=deposit"), "filesHref": .text(place.href(.files)),
        ]
    }

    /// The change of the last day: of the value, or else of what is held now.
    private var dayChange: (ratio: Double?, note: String) {
        guard figures.history.lastChange == nil, let held = figures.heldChange else {
            return (figures.history.lastChange, words("wallet.in-a-day"))
        }
        guard !held.leftOut.isEmpty else { return (held.ratio, words("wallet.in-a-day-held")) }
        return (held.ratio, words("wallet.in-a-day-without", ["coins": list(held.leftOut.map(\.ticker))]))
    }

    /// The unrealized gain of the coins for which it is known.
    private var unrealized: (gain: Money?, note: String) {
        if let total = report.total.unrealized.total { return (total, words("wallet.not-yet-sold")) }
        let coins = report.rows.filter { $0.quantity != .zero && $0.asset.id != .usd }.map { row in
            (ticker: row.asset.ticker, gain: report.gains.assets[row.asset.id]?.unrealized.total)
        }
        let known = coins.compactMap(\.gain)
        let sum = known.isEmpty ? nil : try? known.reduce(Money.zero(report.currency)) { try $0.adding($1) }
        return (sum, words("wallet.not-yet-sold-without", ["coins": list(coins.filter { $0.gain == nil }.map(\.ticker))]))
    }

    // MARK: Where the total comes from

    private var parts: [TemplateValue] {
        report.rows.filter { $0.quantity != .zero }.map { row in
            let isCash = row.asset.id == .usd
            return [
                "name": .text(isCash ? words("wallet.cash") : "\(row.asset.ticker)"), "quantity": amounts.exact(row.quantity),
                "price": .optional(row.price.map { format.exact("\($0.price.amount)") }), "isCash": .flag(isCash),
                "value": amounts.money(row.value),
            ]
        }
    }

    // MARK: Notes

    /// Notes about the figures: what is missing in them, and what they already contain.
    private var notes: [String] {
        var notes: [String] = []
        let tooLarge = report.holdings.tooLarge
        if !tooLarge.isEmpty { notes.append(words("wallet.note.too-large", ["coins": list(tooLarge.map(\.ticker))])) }
        let missing = report.missingPrices.filter { !tooLarge.map(\.id).contains($0) }.compactMap { id in
            report.holdings.holdings.first { $0.asset.id == id }?.asset.ticker
        }
        if !missing.isEmpty {
            notes.append(words("wallet.note.no-price", ["coins": list(missing), "day": format.date(report.day, .plain)]))
        }
        if let asset = report.holdings.missingRate {
            notes.append(words("wallet.note.no-rate", ["coin": "\(asset.ticker)", "day": format.date(report.day, .plain)]))
        }
        if let note = amounts.otherCurrencyNote(report.day) { notes.append(note) }
        if !practicePriced.isEmpty { notes.append(words("wallet.note.practice-prices", ["coins": list(practicePriced)])) }
        notes += priceNotes
        let unknown = report.gains.unknownCosts.compactMap { report.assets[$0]?.ticker }
        if !unknown.isEmpty { notes.append(words("wallet.note.no-cost", ["coins": list(unknown)])) }
        if let later = report.timing.later {
            notes.append(words("wallet.note.later", n: later.count, ["day": format.date(report.day, .plain)]))
        }
        if let left = figures.outlook?.leftOut, !left.isEmpty {
            notes.append(words("wallet.note.left-out", ["coins": list(left.map(\.ticker))]))
        }
        if !report.gains.shortfalls.isEmpty {
            notes.append(
                words("wallet.note.owed", ["coins": list(report.gains.shortfalls.compactMap { report.assets[$0.asset]?.ticker })]))
        }
        return notes
    }

    /// Notes about prices and rates of earlier days, and closes that change as they would in a split.
    private var priceNotes: [String] {
        var notes: [String] = []
        if let total = report.holdings.totalWithOldPrices {
            let old = report.holdings.priceless.compactMap { holding in
                holding.oldPrice.map { "\(holding.asset.ticker) (\(format.date($0.day, .short)))" }
            }
            let shown = "\(amounts.marked(amounts.plain(total))) \(report.currency.code)"
            notes.append(words("wallet.note.old-price", ["coins": old.joined(separator: ", "), "total": shown]))
        }
        if let rate = report.holdings.rate, rate.day < report.day { notes.append(rateNote(report.currency.code, rate.day)) }
        for holding in report.holdings.holdings where holding.asset.id != report.currency.asset && holding.asset.id != .usd {
            if let price = holding.price, price.day < report.day { notes.append(rateNote("\(holding.asset.ticker)", price.day)) }
        }
        if !report.olderRates.isEmpty {
            let days = report.olderRates.prefix(3).map { format.date($0.day, .short) } + (report.olderRates.count > 3 ? ["…"] : [])
            notes.append(words("wallet.note.older-rates", ["days": days.joined(separator: ", ")]))
        }
        for shift in figures.returns?.closeShifts ?? [] {
            notes.append(
                words(
                    "wallet.note.split",
                    [
                        "coin": report.assets[shift.asset].map { "\($0.ticker)" } ?? "\(shift.asset)",
                        "before": format.price(shift.before.doubleValue), "close": format.price(shift.close.doubleValue),
                        "day": format.date(shift.day, .short),
                    ]))
        }
        return notes
    }

    /// The coins and currencies whose newest price is one of the simulated prices for practice.
    private var practicePriced: [Ticker] {
        let rate = report.holdings.rate?.source == SampleMarkets.practiceSource ? Ticker(report.currency.code) : nil
        let held = report.holdings.holdings.filter { $0.price?.source == SampleMarkets.practiceSource }.map(\.asset.ticker)
        return held + [rate].compactMap(\.self).filter { !held.contains($0) }
    }

    private func rateNote(_ coin: String, _ day: Day) -> String {
        words(
            "wallet.note.rate",
            ["coin": coin, "date": format.date(report.day, .short), "day": format.date(day, .short)])
    }

    private func list(_ tickers: [Ticker]) -> String { tickers.map { "\($0)" }.joined(separator: ", ") }

    private var noOutlook: String? { figures.problem.map { WalletOutlooks.absence($0, amounts) } }

    // MARK: Returns

    /// The three returns, each with the question that it answers.
    private var returns: [TemplateValue] {
        guard let returns = figures.returns else { return [] }
        let since = format.date(returns.first, .short)
        let days = returns.daysWithMoney
        return [
            item("cost", report.returnOnCost?.doubleValue, isYearly: false, words("wallet.return.cost.what")),
            item("time", returns.timeWeighted, isYearly: false, words("wallet.return.time.what", ["date": since])),
            item(
                "money", returns.moneyWeightedAYear, isYearly: true,
                words(days < 365 ? "wallet.return.money.short" : "wallet.return.money.what", n: days)),
        ]
    }

    private func item(_ name: String, _ ratio: Double?, isYearly: Bool, _ what: String) -> TemplateValue {
        [
            "question": .text(words("wallet.return.\(name).question")), "move": ChangeView.of(ratio, words),
            "isYearly": .flag(isYearly && ratio != nil), "isKnown": .flag(ratio != nil), "what": .text(what),
        ]
    }
}
