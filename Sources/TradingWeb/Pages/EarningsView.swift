import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading

/// The figures of earnings in words.
struct EarningsView: Sendable {
    let report: EarningsReport
    let past: PastPeriod
    /// The fee of trades.
    let fee: Rate
    let write: TradingWords

    private var words: Words { write.words }
    private var amounts: Amounts { write.amounts }
    private var unit: String { report.currency.code }

    func values() -> Values {
        [
            "htmlClass": amounts.pageClass, "isEmpty": .flag(report.first == nil), "currencyCode": .text(unit),
            "earned": amounts.gain(report.earned), "isKnown": .flag(report.earned != nil), "since": .text(since),
            "ratio": amounts.ratio(ratio), "hasRatio": .flag(ratio != nil), "sums": .list(sums), "parts": .list(parts),
            "period": period, "notes": .list(notes.map { .text($0) }), "hasNotes": .flag(!notes.isEmpty), "held": held,
            "heldTitle": .text(words("earnings.held.title", ["coin": coin])),
            "currencyNote": .text(words("earnings.currency", ["currency": unit])),
        ]
    }

    private var coin: String { "\(report.held.coin.ticker)" }

    private var since: String {
        report.first.map { words("earnings.since", ["date": words.format.date($0, .plain)]) } ?? ""
    }

    /// The share of everything that was paid in.
    private var ratio: FixedDecimal? {
        guard let earned = report.earned, let paidIn = report.paidIn, paidIn.amount > .zero else { return nil }
        return try? earned.divided(by: paidIn)
    }

    private func line(_ name: String, _ money: Money?, isGain: Bool = false, what: String? = nil) -> TemplateValue {
        [
            "name": .text(name), "isGain": .flag(isGain), "gain": amounts.gain(money), "amount": amounts.money(money),
            "what": .optional(what),
        ]
    }

    /// How the figure is computed: the current value, plus withdrawals, minus deposits.
    private var sums: [TemplateValue] {
        [
            line(words("earnings.value"), report.value), line(words("earnings.paid-out"), report.paidOut),
            line(words("earnings.paid-in"), report.paidIn.map { -$0 }),
        ]
    }

    /// The parts of the figure.
    private var parts: [TemplateValue] {
        var parts = [
            line(words("earnings.unrealized"), report.unrealized, isGain: true, what: words("earnings.unrealized.what")),
            line(words("earnings.realized"), report.realized, isGain: true, what: words("earnings.realized.what")),
        ]
        if report.currency != .usd {
            parts.append(line(words("earnings.exchange"), report.exchange, isGain: true, what: words("earnings.exchange.what")))
        }
        return parts + [line(words("earnings.fees"), report.fees, what: words("earnings.fees.what"))]
    }

    // MARK: A period

    /// The amount earned since the first visible day.
    private var period: TemplateValue {
        guard let days = past.days, let first = report.points.first, report.today - days > first.day else { return false }
        let index = report.points.count - 1 - days
        guard index > 0 else { return false }
        let before = report.points[index - 1]
        return [
            "title": .text(words("earnings.period", ["date": words.format.date(report.points[index].day, .plain)])),
            "earned": amounts.gain(Self.change(report.earned, before.earned)),
            "held": amounts.gain(Self.change(report.held.earned, before.heldEarned)),
            "heldName": .text(words("earnings.held.name", ["coin": coin])),
        ]
    }

    private static func change(_ now: Money?, _ then: Money?) -> Money? {
        guard let now, let then else { return nil }
        return try? now.subtracting(then)
    }

    // MARK: The held coin

    private var held: TemplateValue {
        let held = report.held
        var values: Values = [
            "earned": amounts.gain(held.earned), "isKnown": .flag(held.earned != nil),
            "rule": .text(words("earnings.held.rule", ["coin": coin, "fee": write.percent(fee)])),
            "value": amounts.money(held.value),
            "quantity": held.quantity.map { amounts.view(write.coins($0.roundedDown(places: TradingPlaces.coin), coin)) }
                ?? Amounts.none,
            "owed": false, "verdict": .optional(verdict), "why": .optional(nil),
        ]
        if let owed = held.owed, owed.amount > .zero {
            values["owed"] = .text(
                words("earnings.held.owed", ["coin": coin, "amount": amounts.veiled("\(amounts.plain(owed)) \(unit)")]))
        }
        if held.earned == nil, report.first != nil {
            let day = held.missingDay.map { words.format.date($0, .plain) }
            values["why"] = .text(
                day.map { words("earnings.held.missing", ["coin": coin, "date": $0]) }
                    ?? words("earnings.held.no-price", ["coin": coin]))
        }
        return .group(values)
    }

    private var verdict: String? {
        guard let earned = report.earned, let held = report.held.earned, let difference = try? earned.subtracting(held),
            let cents = try? difference.amount.magnitude.rounded(places: TradingPlaces.cash)
        else { return nil }
        guard cents > .zero else { return words("earnings.same", ["coin": coin]) }
        let text = amounts.veiled("\(amounts.plain(Money(cents, report.currency))) \(unit)")
        let isMore = difference.amount > .zero
        // If both lost, nothing was earned.
        let hasLost = earned.amount < .zero && held.amount < .zero
        let key = hasLost ? (isMore ? "earnings.lost-less" : "earnings.lost-more") : (isMore ? "earnings.more" : "earnings.less")
        return words(key, ["amount": text, "coin": coin])
    }

    // MARK: Notes

    private var notes: [String] {
        var notes: [String] = []
        if !report.missing.isEmpty {
            notes.append(words("earnings.missing", ["coins": report.missing.map { "\($0.ticker)" }.joined(separator: ", ")]))
        } else if report.first != nil, report.earned == nil {
            notes.append(words("earnings.unknown"))
        }
        if let time = report.pricedAt {
            notes.append(words("earnings.priced", ["moment": write.moment(time)]))
        }
        return notes
    }
}
