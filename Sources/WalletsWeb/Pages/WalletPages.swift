import APIKit
import HTMLTemplates
import HTTPTypes
import Hummingbird
import Languages
import Ledger
import NIOCore
import PageKit
import Portfolio
import Services

/// One wallet, all together, and the data of their charts.
package struct WalletPages: Sendable {
    let portfolios: Portfolios
    let outlooks: WalletOutlooks
    let worker: WorkerThreads

    func add(to pages: inout PageList) {
        pages.get("/wallets/:wallet", .scope(.read), isKept: true, wallet)
        pages.get("/wallets/:wallet/chart.json", .scope(.read), chart)
        pages.get("/wallets/:wallet/odds.json", .scope(.read), odds)
    }

    // MARK: One wallet

    private func wallet(_ visit: Visit) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios, allowsAll: true)
        let asked = WalletQuestion(typed: visit.query("above"), visit.format)
        let amounts = try await Amounts(visit).known(of: place.group, place.portfolio)
        let figures = try await figures(place, amounts.currency) { asked.orStandard(total: $0).value }
        let question = asked.orStandard(total: figures.outlook?.totalNow ?? 0)
        let chart = WalletChart(
            figures: figures, past: visit.choice("past", default: .all), ahead: visit.choice("ahead", default: .quarter),
            zoom: visit.zoom, amounts: amounts)
        var values = place.values(.overview, visit)
        func add(_ more: Values) { values.merge(more) { $1 } }
        add(WalletOverview(figures: figures, place: place, amounts: amounts).values())
        if !figures.isEmpty {
            add(chart.values(path: place.path, question: asked.typed == nil ? nil : question))
            add(HoldingsView(report: figures.gains, place: place, amounts: amounts).values())
            add(WalletRing.holdings(figures.gains, visit.words).values(visit.words))
            add(["unit": .text(amounts.currency.code), "hasQuestion": .flag(figures.outlook != nil)])
            if let outlook = figures.outlook { add(question.values(outlook, daysAhead: chart.daysAhead, amounts)) }
        }
        var page = Page("wallet", title: place.name(visit.words), place: .portfolio, scripts: ["wallet"], values)
        page.isPassing = figures.problem?.status == .serviceUnavailable
        return .page(asked.isWrong ? page.with(.unprocessableContent) : page)
    }

    private func figures(
        _ place: WalletPlace, _ currency: Currency, above asked: @escaping @Sendable (Double) -> Double?
    ) async throws -> WalletFigures {
        try await WalletFigures.of(place.group, place.portfolio, outlooks, on: worker, in: currency, above: asked)
    }

    // MARK: For scripts

    private func chart(_ visit: Visit) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios, allowsAll: true)
        let amounts = try await Amounts(visit).known(of: place.group, place.portfolio)
        let figures = try await figures(place, amounts.currency) { _ in nil }
        let chart = WalletChart(figures: figures, past: .all, ahead: .quarter, amounts: amounts)
        return .response(ChartData.response(chart.json(), to: visit, isPersonal: true))
    }

    /// The server's own answer to the question, after a dragged value was released.
    private func odds(_ visit: Visit) async throws -> Outcome {
        let place = try await WalletPlace(visit, portfolios, allowsAll: true)
        let amounts = try await Amounts(visit).known(of: place.group, place.portfolio)
        let ahead: AheadPeriod = visit.choice("ahead", default: .quarter)
        guard let value = visit.query("above").flatMap(Double.init), value.isFinite else {
            return .response(ChartData.response(nil, to: visit, isPersonal: true))
        }
        let outlook = try await outlooks.outlook(of: place.group, place.portfolio, in: amounts.currency) { _ in value }
        let odds = outlook.above[ahead.days(of: outlook.horizon) - 1]
        return .response(ChartData.response(Array("{\"above\":\(odds)}".utf8), to: visit, isPersonal: true))
    }
}
