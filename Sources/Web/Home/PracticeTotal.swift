import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading
import TradingWeb

/// The total of the practice account on the first page, with its chart, its fan and its holdings.
struct PracticeTotal: Sendable {
    let source: EarningsFigures.Source

    func values(_ visit: Visit) async throws -> ShownTotal {
        let words = visit.words
        var values = try await TradingHome.of(visit, source.trading, source.market).values
        let (figures, amounts) = (try await source.figures(visit), Amounts(visit))
        let chart = EarningsChart(
            figures: figures, past: visit.choice("past", default: .all), ahead: visit.choice("ahead", default: .quarter),
            zoom: visit.zoom, amounts: amounts)
        values.merge(chart.values(path: EarningsPages.path, of: .practice)) { $1 }
        let change = Self.change(figures.report)
        values.merge([
            "totalTitle": .text(words("trade.total")), "totalHref": .text(Page.Place.practice.path),
            "dayChange": ChangeView.of(change, words), "hasDayChange": .flag(change != nil),
            "dayNote": .text(words("wallet.in-a-day")), "hasUnrealized": false, "isPartial": false,
            "noOutlook": .optional(figures.problem.map { WalletOutlooks.absence($0, amounts) }), "noteList": values["notes"] ?? [],
        ]) { $1 }
        return ShownTotal(values: values, isPassing: figures.problem?.status == .serviceUnavailable)
    }

    /// The part of yesterday's value that was earned since; payments do not count.
    private static func change(_ report: EarningsReport) -> Double? {
        guard let before = report.points.last(where: { $0.day < report.today }), let value = before.value?.doubleValue, value > 0,
            let earned = report.earned?.doubleValue, let earnedBefore = before.earned?.doubleValue
        else { return nil }
        return (earned - earnedBefore) / value
    }
}
