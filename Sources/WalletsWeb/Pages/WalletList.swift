import APIKit
import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio

/// The list of wallets: the value and the changes of each, and their sum.
struct WalletList: Sendable {
    let portfolio: Portfolio
    let amounts: Amounts

    private var words: Words { amounts.words }

    /// The number of wallets with a drawn history; each costs a reading of its journal and closes.
    private static let mostDrawn = 24
    private static let days = 30

    /// The values of `wallets.mustache`.
    func values(of wallets: [Wallet], worker: WorkerThreads) async throws -> Values {
        var values: Values = [
            "htmlClass": amounts.pageClass, "isEmpty": .flag(wallets.isEmpty), "currencyCode": .text(amounts.currency.code),
            "unit": .text(amounts.currency.code), "hasRing": false,
        ]
        guard !wallets.isEmpty else { return values }
        let sum = try await portfolio.valuations.valuation(of: WalletGroup(wallets), in: amounts.currency)
        var cards: [TemplateValue] = []
        var valuations: [Valuation] = []
        for (index, wallet) in wallets.enumerated() {
            let valuation = try await portfolio.valuations.valuation(of: wallet, in: amounts.currency)
            // The shares are those of the sum, which is of one day.
            let isOlder = valuation.day < sum.day
            valuations.append(
                isOlder ? try await portfolio.valuations.valuation(of: wallet, on: sum.day, in: amounts.currency) : valuation)
            let history =
                index < Self.mostDrawn
                ? try await worker.run(for: portfolio.wallets.owner) { try await recent(wallet, valuation) } : nil
            cards.append(card(valuation, history, of: sum.day))
        }
        values["cards"] = .list(cards)
        values["total"] = amounts.figure(known: sum.knownTotal, isWhole: sum.total != nil)
        values["leftOut"] = .optional(leftOut(sum))
        values["currencyNote"] = .optional(amounts.otherCurrencyNote(sum.day))
        values["rateLink"] = amounts.rateLink(sum)
        values["sumTitle"] = .text(
            words(
                sum.total == nil ? "wallet.total-partial" : "wallet.total", ["date": words.format.date(sum.day, .plain)]))
        values.merge(WalletRing.wallets(valuations, words).values(words)) { $1 }
        return values
    }

    private func recent(_ wallet: Wallet, _ valuation: Valuation) async throws -> ValueReport? {
        let group = WalletGroup(wallet)
        guard let span = try await portfolio.valueHistory.span(of: group, in: amounts.currency), span.last <= valuation.day else {
            return nil
        }
        let days = try await portfolio.valueHistory.days(
            of: group, since: max(span.first, span.last - Self.days), until: span.last, in: amounts.currency)
        return try await portfolio.valueHistory.report(of: group, days, in: amounts.currency)
    }

    /// The coins that the sum leaves out; nil for none.
    private func leftOut(_ sum: Valuation) -> String? {
        if let note = tooLarge(sum) { return note }
        let coins = sum.holdings.filter { $0.value == nil }.map { "\($0.asset.ticker)" }
        guard !coins.isEmpty, sum.missingRate == nil else { return nil }
        return words(
            "wallet.note.no-price", ["coins": coins.joined(separator: ", "), "day": words.format.date(sum.day, .plain)])
    }

    /// Why a total leaves out coins that have a price; nil if it leaves out none.
    private func tooLarge(_ valuation: Valuation) -> String? {
        let coins = valuation.tooLarge.map { "\($0.ticker)" }
        return coins.isEmpty ? nil : words("wallet.note.too-large", ["coins": coins.joined(separator: ", ")])
    }

    /// - Parameter day: the day of the sum; that of a wallet with old prices only is earlier.
    private func card(_ valuation: Valuation, _ history: ValueReport?, of day: Day) -> TemplateValue {
        let values = history?.days.compactMap { $0.value?.doubleValue } ?? []
        let held = valuation.holdings.filter { $0.asset.id != .usd }.map { "\($0.asset.ticker)" }
        let shown = held.prefix(4).joined(separator: ", ") + (held.count > 4 ? " …" : "")
        return [
            "name": .text(valuation.wallet.name), "href": .text(WalletPlace.path(of: valuation.wallet)),
            "value": amounts.money(valuation.knownTotal), "isPartial": .flag(valuation.total == nil),
            "change": ChangeView.of(history?.lastChange, words), "hasChange": .flag(history?.lastChange != nil),
            "day": .optional(
                tooLarge(valuation)
                    ?? (valuation.day < day ? words("wallet.closes-of", ["date": words.format.date(valuation.day, .plain)]) : nil)),
            "coins": .text(held.isEmpty ? words("wallet.holds-nothing") : shown), "hasSpark": .flag(values.count >= 2),
            "spark": .html(values.count >= 2 ? Sparkline(closes: values, fan: nil).svg(width: 232, height: 48) : ""),
        ]
    }
}
