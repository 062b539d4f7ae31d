import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import Server
import Trading

/// The total of the practice account on the first page, with its chart and holdings.
struct PracticeTotal: Sendable {
    let trading: Trading
    let market: MarketData
    let portfolios: Portfolios
    let worker: WorkerThread

    func values(_ visit: Visit) async throws -> ShownTotal {
        let words = visit.words
        var values = try await TradingHome.of(visit, trading, market).values
        let coin = try await market.heldCoin(preferred: visit.preferences.preferredCoin)
        let earnings = Earnings(parts: trading.parts, market: market, portfolio: portfolios(visit.caller))
        let report = try await worker.run { try await earnings.report(in: visit.preferences.currency, beside: coin) }
        let chart = EarningsChart(
            report: report, past: visit.choice("past", default: .all), zoom: visit.zoom, amounts: Amounts(visit))
        values.merge(chart.values(path: EarningsPages.path, of: .practice)) { $1 }
        let change = Self.change(report)
        values.merge([
            "totalTitle": .text(words("trade.total")), "totalHref": .text(Page.Place.practice.path),
            "dayChange": ChangeView.of(change, words, decimals: 2), "hasDayChange": .flag(change != nil),
            "hasUnrealized": false, "isPartial": false, "noOutlook": false, "noteList": values["notes"] ?? [],
        ]) { $1 }
        return ShownTotal(values: values)
    }

    /// The part of yesterday's value that was earned since; payments do not count.
    private static func change(_ report: EarningsReport) -> Double? {
        guard let before = report.points.last(where: { $0.day < report.today }), let value = before.value?.doubleValue, value > 0,
            let earned = report.earned?.doubleValue, let earnedBefore = before.earned?.doubleValue
        else { return nil }
        return (earned - earnedBefore) / value
    }
}
