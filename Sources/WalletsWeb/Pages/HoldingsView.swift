import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio

/// The table of holdings, each of whose figures can be expanded into lots, prices and formulas.
struct HoldingsView: Sendable {
    let report: GainsReport
    let place: WalletPlace
    let amounts: Amounts

    private var words: Words { amounts.words }
    private var format: Conventions { words.format }

    /// The values of `wallet-holdings.mustache`.
    func values() -> Values {
        let rows = report.rows.sorted { value($0) > value($1) }
        let total = report.total
        return [
            "holdings": .list(rows.map(row)), "hasHoldings": .flag(!rows.isEmpty),
            "sumValue": amounts.money(total.marketValue.total), "sumCost": amounts.money(total.cost.total),
            "sumGain": amounts.gain(total.unrealized.total), "sumRatio": amounts.ratio(total.unrealizedRatio),
            "hasRealized": .flag(total.realized.gain.known.amount != .zero || total.realized.gain.missing > 0),
            "sumRealized": amounts.gain(total.realized.gain.total), "basis": .text(basis),
        ]
    }

    private func value(_ row: Valuation.Holding) -> Double { row.value?.doubleValue ?? -1 }

    private func summary(_ asset: AssetID) -> Gains.Summary { report.gains.assets[asset] ?? Gains.Summary(report.currency) }

    private func row(_ holding: Valuation.Holding) -> TemplateValue {
        let summary = summary(holding.asset.id)
        let isCash = holding.asset.id == .usd
        let unitPrice = holding.price.map { format.price($0.price.doubleValue) }
        return [
            "coin": CoinView.of(holding.asset, words), "isCash": .flag(isCash),
            "quantity": amounts.quantity(holding.quantity, of: holding.asset.id),
            "price": .optional(isCash ? nil : unitPrice), "isHeld": .flag(holding.quantity != .zero),
            "value": amounts.money(summary.marketValue.total), "cost": isCash ? Amounts.none : amounts.money(summary.cost.total),
            "gain": isCash ? amounts.gain(nil) : amounts.gain(summary.unrealized.total),
            "ratio": isCash ? ChangeView.of(nil, words) : amounts.ratio(summary.unrealizedRatio),
            "hasGain": .flag(!isCash && summary.unrealized.total != nil),
            "noPrice": .optional(holding.price == nil && !isCash ? words("wallet.no-price", ["day": day]) : nil),
            "doubt": .optional(holding.doubt.map { _ in words("wallet.doubt", ["day": day]) }),
            "lots": .list(isCash ? [] : lots(holding)), "disposals": .list(disposals(holding.asset)),
            "priceSource": .optional(source(holding)), "explain": .text(explain(isCash: isCash)),
            "unrealized": amounts.gain(isCash ? nil : summary.unrealized.total), "orders": orders(holding.asset),
            "openLabel": .text(words("wallet.open", ["coin": "\(holding.asset.ticker)"])),
            "originID": .text("origin-" + "\(holding.asset.id)".filter { $0.isLetter || $0.isNumber || $0 == "-" }),
        ]
    }

    private var day: String { format.date(report.day, .plain) }

    private var basis: String { report.costBasis.map { words("wallet.basis.\($0.rawValue)") } ?? words("wallet.basis.each") }

    private func explain(isCash: Bool) -> String { words(isCash ? "wallet.explain.cash" : "wallet.explain.coin", ["basis": basis]) }

    /// The addresses of the forms for this coin. A group has no forms: each wallet has its own.
    private func orders(_ asset: Asset) -> TemplateValue {
        guard !place.isAll else { return false }
        let record = "\(place.path)/record?asset=\(URLForm.encoded("\(asset.id)"))"
        var values: Values = [
            "set": .text(record + "&kind=set"), "remove": .text(record + "&kind=set&quantity=0"),
            "history": .text("\(place.path)/history?asset=\(URLForm.encoded("\(asset.id)"))"), "trade": false,
        ]
        if asset.id != .usd { values["trade"] = ["buy": .text(record + "&kind=buy"), "sell": .text(record + "&kind=sell")] }
        return .group(values)
    }

    // MARK: Origins

    private func lots(_ holding: Valuation.Holding) -> [TemplateValue] {
        report.gains.lots.filter { $0.lot.asset == holding.asset.id }.map { gain in
            let lot = gain.lot
            let title = words(
                "wallet.lot", ["id": "\(lot.origin)", "date": format.date(Day(secondsSince1970: lot.acquiredAt), .short)])
            return [
                "title": .text(title), "quantity": amounts.exact(lot.quantity),
                "price": .text(holding.price.map { exact($0.price) } ?? Conventions.dash), "value": amounts.money(gain.marketValue),
                "cost": amounts.money(lot.cost), "hasCost": .flag(lot.cost != nil),
                "href": .optional(place.isAll ? nil : "\(place.path)/history#t\(lot.origin)"),
            ]
        }
    }

    private func disposals(_ asset: Asset) -> [TemplateValue] {
        report.disposals.filter { $0.isRealized && $0.asset == asset.id }.map { disposal in
            [
                "kind": .text(words("wallet.disposal.\(disposal.kind.rawValue)")),
                "quantity": amounts.exact(disposal.quantity),
                "date": .text(format.date(Day(secondsSince1970: disposal.time), .short)),
                "proceeds": amounts.money(disposal.proceeds), "cost": amounts.money(disposal.cost),
                "gain": amounts.gain(disposal.gain),
            ]
        }
    }

    /// A price with all of its digits.
    private func exact(_ price: Money) -> String { format.exact("\(price.amount)") }

    private func source(_ holding: Valuation.Holding) -> String? {
        guard holding.asset.id != .usd, let price = holding.price else { return nil }
        return words(
            "wallet.price-source",
            [
                "coin": "\(holding.asset.ticker)", "day": format.date(price.day, .plain), "price": exact(price.price),
                "unit": report.currency.code, "source": price.source.map(words.source) ?? Conventions.dash,
                "stored": price.retrievedAt.map { format.date(Day(secondsSince1970: $0), .short) } ?? Conventions.dash,
            ])
    }
}
