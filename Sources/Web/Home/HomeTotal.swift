import APIKit
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Portfolio
import Services
import WalletsWeb

/// The total of all wallets on the first page, with its chart, its fan and the largest holdings.
struct HomeTotal: Sendable {
    let portfolios: Portfolios
    let outlooks: WalletOutlooks
    let worker: WorkerThreads

    private static let mostHoldings = 6

    func values(_ visit: Visit) async throws -> ShownTotal {
        let portfolio = portfolios(visit.caller)
        let place = WalletPlace(all: try await portfolio.wallets.all(), of: portfolio)
        guard !place.all.isEmpty else { return ShownTotal(values: try await Self.empty(visit, portfolio.market)) }
        let amounts = try await Amounts(visit).known(of: place.group, portfolio)
        let figures = try await WalletFigures.of(
            place.group, portfolio, outlooks, on: worker, in: amounts.currency, above: { _ in nil })
        let chart = WalletChart(
            figures: figures, past: visit.choice("past", default: .all), ahead: visit.choice("ahead", default: .quarter),
            zoom: visit.zoom, amounts: amounts)
        var values = WalletOverview(figures: figures, place: place, amounts: amounts).values()
        values.merge(chart.values(path: place.path, question: nil)) { $1 }
        values.merge(try await balances(figures, portfolio, amounts)) { $1 }
        values["htmlClass"] = amounts.pageClass
        values["totalHref"] = .text(place.all.count == 1 ? WalletPlace.path(of: place.all[0]) : Page.Place.portfolio.path)
        return ShownTotal(values: values, isPassing: figures.problem?.status == .serviceUnavailable)
    }

    /// The values without a wallet. Who may add prices is offered that while there are none.
    private static func empty(_ visit: Visit, _ market: MarketData) async throws -> Values {
        let addsPrices = visit.caller.scope.allows(.admin) ? try await market.assetsWithCloses().isEmpty : false
        return [
            "isEmpty": true, "htmlClass": Amounts(visit).pageClass, "addsPrices": .flag(addsPrices),
            "hasSample": .flag(addsPrices ? try await SampleMarkets.areOffered(in: market) : false),
        ]
    }

    /// The values of `balances.mustache`: dollars, and the coins with the largest values.
    private func balances(_ figures: WalletFigures, _ portfolio: Portfolio, _ amounts: Amounts) async throws -> Values {
        let rows = figures.gains.rows.filter { $0.quantity != .zero }
        let coins = rows.filter { $0.asset.id != .usd }.sorted { ($0.value?.doubleValue ?? -1) > ($1.value?.doubleValue ?? -1) }
        let shown = coins.prefix(Self.mostHoldings)
        let listed = try await portfolio.market.listed(shown.map(\.asset), periodDays: 30)
        let changes = Dictionary(listed.map { ($0.asset.id, $0.statistics?.changes[1]) }) { first, _ in first }
        return [
            "cash": .list(
                rows.filter { $0.asset.id == .usd }.map {
                    ["name": .text(Currency.usd.code), "amount": amounts.money($0.value), "held": false]
                }),
            "coins": .list(
                shown.map { row in
                    [
                        "coin": CoinView.of(row.asset, amounts.words), "quantity": amounts.quantity(row.quantity, of: row.asset.id),
                        "held": false,
                        "value": amounts.money(row.value),
                        "change": ChangeView.of(changes[row.asset.id] ?? nil, amounts.words),
                    ]
                }), "hasCoins": .flag(!coins.isEmpty),
        ]
    }
}
