import Ledger
import Market
import Portfolio

/// Holdings and gains as text for the terminal.
struct GainsText {
    let report: GainsReport
    let returns: WalletReturns?
    let today: Day

    var notes: [String] {
        var notes = report.holdings.missing.map { asset in
            "no close of \(asset.ticker) on \(report.day) is stored, so the totals are missing "
                + "(the assets with closes: \(MoneyText.rounded(report.total.marketValue.known)) \(report.currency.code)); \(asset.closesCommand)"
        }
        notes +=
            TooLargeText.notes(report.holdings) + OldPriceText.notes(report.holdings)
            + CloseShiftText.notes(returns?.closeShifts ?? [], report)
        notes += RateText.notes(report.holdings, report.olderRates)
        for holding in report.holdings.holdings {
            guard let doubt = holding.doubt else { continue }
            notes.append(
                "the price of \(holding.asset.ticker) is probably wrong: \(doubt); compare the closes: "
                    + "closecast history show \(holding.asset.ticker) --start \(report.day - 7)")
        }
        let unknown = report.gains.unknownCosts.compactMap { report.assets[$0].map { "\($0.ticker)" } }
        if !unknown.isEmpty {
            notes.append("the cost of \(unknown.joined(separator: ", ")) is incomplete, so gains are missing\(rates)")
        }
        if let note = TimingText.note(report.timing, day: report.day), !isBeforeFirst { notes.append(note) }
        return notes
    }

    /// The note that costs of another currency may be missing.
    private var rates: String {
        report.currency == .usd
            ? "" : "; a rate of \(report.currency.code) may be missing: closecast history list"
    }

    // MARK: Holdings

    var holdings: String {
        let rows = report.holdings.holdings
        guard !rows.isEmpty else { return nothing }
        func summary(_ row: Valuation.Holding) -> Gains.Summary {
            report.gains.assets[row.asset.id] ?? Gains.Summary(report.currency)
        }
        let totals = totals
        let none = totals.map { _ in "" }
        func column(_ name: String, _ cell: (Gains.Summary) -> String) -> TextColumn {
            TextColumn(name, rows.map { cell(summary($0)) } + totals.map { cell($0.sums) })
        }
        return heading
            + TextColumn.table(
                [
                    TextColumn("", rows.map { "\($0.asset.ticker)" } + totals.map(\.name), isText: true, minimum: 5),
                    TextColumn("quantity", rows.map { "\($0.quantity)" } + none),
                    TextColumn("price", rows.map(price) + none),
                    column("value") { MoneyText.rounded($0.marketValue.total) },
                    column("cost") { MoneyText.rounded($0.cost.total) },
                    column("gain") { MoneyText.rounded($0.unrealized.total) },
                    column("%") { MoneyText.percent($0.unrealizedRatio) },
                    TextColumn("share", rows.map(share) + none),
                ], indent: "  ") + "\n"
    }

    /// The last lines of a table: the total, and the total with old prices if the first one is missing.
    private var totals: [(name: String, sums: Gains.Summary)] {
        [("total", report.total)] + (report.gainsWithOldPrices.map { [("total with old prices", $0.total)] } ?? [])
    }

    private var heading: String {
        let age = today - report.day - 1
        let words = age > 0 ? " (\(age + 1) days ago)" : ""
        return "\(report.wallets.name)  \(MoneyText.rounded(report.total.marketValue.total)) \(report.currency.code)"
            + "\(report.isOfNow && report.timing.later != nil ? " now," : "") at the closes of \(report.day)\(words)\n\n"
    }

    /// Whether the report's day is before the first transaction.
    private var isBeforeFirst: Bool { !report.isOfNow && report.timing.firstDay.map { $0 > report.day } ?? false }

    /// Why the report is empty, and the remedy.
    private var nothing: String {
        let name = report.wallets.name
        guard let first = report.timing.firstDay else {
            return report.wallets.isGroup
                ? "\(name): no transactions yet\n" : "\(name) is empty; fill it: closecast wallet set \(name) BTC=0.05 ETH=0.5\n"
        }
        if isBeforeFirst { return "\(name) has nothing on \(report.day): the first transaction is on \(first)\n" }
        return "\(name) holds nothing\(report.isOfNow ? "" : " on \(report.day)"); the first transaction is on \(first)\n"
    }

    private func price(_ row: Valuation.Holding) -> String {
        if row.asset.id == report.currency.asset { return "" }
        return row.price.map { ShownPrice.text($0.price.doubleValue) } ?? "missing"
    }

    private func share(_ row: Valuation.Holding) -> String {
        guard let total = report.total.marketValue.total, total.amount > .zero, let value = row.value else { return "-" }
        return PriceText.fixed(max(value.doubleValue / total.doubleValue, 0) * 100, decimals: 1) + " %"
    }

    // MARK: Gains

    var gains: String {
        guard !report.gains.assets.isEmpty else { return nothing }
        let basis = report.costBasis.map { "cost basis \($0.rawValue)" } ?? "cost basis of each wallet"
        return heading + basis + "; \(report.currency.code)\n\n" + lots + "\n" + coins + "\n" + returnLines
    }

    /// The lots with their numbers and buy prices, and their total.
    var investments: String {
        heading + lots
            + "\n  in total  \(MoneyText.rounded(report.gains.lotted.unrealized.total)) \(report.currency.code)"
            + "  \(MoneyText.percent(report.gains.lotted.unrealizedRatio))\n"
    }

    private var lots: String {
        let lots = report.gains.lots
        guard !lots.isEmpty else { return "  no open lots\n" }
        let names = Dictionary(uniqueKeysWithValues: report.wallets.wallets.map { ($0.id, $0.name) })
        let wallet = TextColumn("wallet", lots.map { names[$0.lot.wallet] ?? "" }, isText: true)
        return TextColumn.table(
            (names.count > 1 ? [wallet] : []) + [
                TextColumn("lot", lots.map { "#\($0.lot.origin)" }, isText: true, minimum: 4),
                TextColumn("acquired", lots.map { "\(Day(secondsSince1970: $0.lot.acquiredAt))" }),
                TextColumn("quantity", lots.map { "\($0.lot.quantity) \(ticker($0.lot.asset))" }),
                TextColumn("cost", lots.map { MoneyText.rounded($0.lot.cost) }),
                TextColumn("a coin", lots.map { $0.lot.unitCost.map { ShownPrice.text($0.doubleValue) } ?? "missing" }),
                TextColumn("value", lots.map { MoneyText.rounded($0.marketValue) }),
                TextColumn("unrealized", lots.map { MoneyText.rounded($0.unrealized) }),
                TextColumn("%", lots.map { MoneyText.percent($0.unrealizedRatio) }),
            ], indent: "  ")
    }

    /// Every coin held now or in the past, and their sums.
    private var coins: String {
        let rows = report.rows
        let summaries =
            rows.map { report.gains.assets[$0.asset.id] ?? Gains.Summary(report.currency) } + totals.map(\.sums)
        func column(_ name: String, _ cell: (Gains.Summary) -> String) -> TextColumn { TextColumn(name, summaries.map(cell)) }
        return TextColumn.table(
            [
                TextColumn("", rows.map { "\($0.asset.ticker)" } + totals.map(\.name), isText: true, minimum: 5),
                column("value") { MoneyText.rounded($0.marketValue.total) }, column("cost") { MoneyText.rounded($0.cost.total) },
                column("unrealized") { MoneyText.rounded($0.unrealized.total) },
                column("%") { MoneyText.percent($0.unrealizedRatio) },
                column("sold for") { MoneyText.rounded($0.realized.proceeds.total) },
                column("realized") { MoneyText.rounded($0.realized.gain.total) },
                column("%") { MoneyText.percent($0.realizedRatio) },
            ], indent: "  ")
    }

    private var returnLines: String {
        let cash = report.gains.assets.keys.contains { Currency($0) != nil } ? " of coins, without cash" : ""
        var lines = ["return on cost         \(MoneyText.percent(report.returnOnCost))\(cash)"]
        if let returns {
            func percent(_ value: Double?) -> String { value.map(PercentText.signed) ?? "missing" }
            let yearly = returns.timeWeightedAYear.map { ", \(PercentText.signed($0)) a year" } ?? ""
            lines.append("time-weighted return   \(percent(returns.timeWeighted)) since \(returns.first)\(yearly)")
            // Over a few days, a yearly rate would have many digits and no meaning.
            let isTooShort = returns.daysWithMoney < WalletReturns.leastDaysWithMoney
            lines.append(
                "money-weighted return  "
                    + (isTooShort
                        ? "a yearly rate of less than \(WalletReturns.leastDaysWithMoney) days with money in the wallet says nothing"
                        : returns.moneyWeightedAYear.map { "\(PercentText.signed($0)) a year" } ?? "missing"))
        }
        return lines.map { "  \($0)\n" }.joined()
    }

    private func ticker(_ asset: AssetID) -> String { report.assets[asset].map { "\($0.ticker)" } ?? asset.description }
}
