import APIKit
import HTMLTemplates
import Languages
import Market
import PageKit
import Trading

/// The profit or loss of the simulated account over time, compared with a coin held for the same payments.
package struct EarningsPages: Sendable {
    let source: EarningsFigures.Source

    package static let path = "/trading/earnings"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read), page)
        pages.get("\(Self.path)/chart.json", .scope(.read), chart)
    }

    private func page(_ visit: Visit) async throws -> Outcome {
        let (figures, trading) = (try await source.figures(visit), source.trading)
        let (words, write) = (visit.words, TradingWords(visit, trading))
        let past: PastPeriod = visit.choice("past", default: .all)
        let view = EarningsView(report: figures.report, past: past, fee: trading.parts.rules.tradeFee, write: write)
        var values = view.values()
        let chart = EarningsChart(
            figures: figures, past: past, ahead: visit.choice("ahead", default: .quarter), zoom: visit.zoom, amounts: write.amounts)
        values.merge(chart.values(path: Self.path)) { $1 }
        values["heading"] = .text(words("earnings.title"))
        return .page(Page("earnings", title: words("earnings.title"), place: .earnings, scripts: ["wallet"], values))
    }

    // MARK: For scripts

    private func chart(_ visit: Visit) async throws -> Outcome {
        let chart = EarningsChart(
            figures: try await source.figures(visit), past: .all, ahead: .quarter, amounts: Amounts(visit))
        return .response(ChartData.response(chart.json(), to: visit, isPersonal: true))
    }
}
