import HTMLTemplates
import HTTPTypes
import Languages
import Market
import MarketData
import Server
import Trading

/// The profit or loss of the simulated account over time, compared with a coin held for the same payments.
struct EarningsPages: Sendable {
    let trading: Trading
    let market: MarketData
    let portfolios: Portfolios
    let worker: WorkerThread

    static let path = "/trading/earnings"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read), page)
        pages.get("\(Self.path)/chart.json", .scope(.read), chart)
    }

    private func report(_ visit: Visit) async throws -> EarningsReport {
        let coin = try await market.heldCoin(preferred: visit.preferences.preferredCoin)
        let currency = visit.preferences.currency
        let earnings = Earnings(parts: trading.parts, market: market, portfolio: portfolios(visit.caller))
        return try await worker.run { try await earnings.report(in: currency, beside: coin) }
    }

    private func page(_ visit: Visit) async throws -> Outcome {
        let report = try await report(visit)
        let (words, write) = (visit.words, TradingWords(visit, trading))
        let past: PastPeriod = visit.choice("past", default: .all)
        let view = EarningsView(report: report, past: past, fee: trading.parts.rules.tradeFee, write: write)
        var values = view.values()
        let chart = EarningsChart(report: report, past: past, zoom: visit.zoom, amounts: write.amounts)
        values.merge(chart.values(path: Self.path)) { $1 }
        values["heading"] = .text(words("earnings.title"))
        return .page(Page("earnings", title: words("earnings.title"), place: .earnings, scripts: ["wallet"], values))
    }

    // MARK: For scripts

    private func chart(_ visit: Visit) async throws -> Outcome {
        let chart = EarningsChart(report: try await report(visit), past: .all, amounts: Amounts(visit))
        return .response(ChartData.response(chart.json(), to: visit, isPersonal: true))
    }
}
