import APIKit
import Access
import Forecasts
import HTMLTemplates
import Market
import MarketData
import PageKit
import Portfolio
import Services

/// The table of all coins, and its actions.
package struct MarketsPages: Sendable {
    /// Returns the caller's portfolio, which also has the market.
    let portfolios: Portfolios
    let favourites: @Sendable (Principal) -> Favourites
    let outlooks: CoinOutlooks
    let fetch: PriceFetch
    let health: HealthProbe

    func add(to pages: inout PageList) {
        pages.get(Page.Place.markets.path, .scope(.read), isKept: true, hasCopy: true, markets)
        pages.post("/markets/refresh", .scope(.write), refresh)
    }

    // MARK: The table

    private func markets(_ visit: Visit) async throws -> Outcome {
        let (refresh, path) = (fetch.task(visit.query("refresh"), of: visit.caller.owner), Page.Place.markets.path)
        switch refresh?.state {
        case .done(.imported(_, let failed)):
            return .redirect(path + (failed.isEmpty ? "?done=refreshed" : "?failed=\(failed.count)"))
        case .failed: return .redirect("\(path)?failed=\(refresh?.progress.total ?? 1)")
        default: return .page(try await page(visit, refresh.flatMap { $0.isOver ? nil : $0 }))
        }
    }

    /// - Parameter refresh: the task that asks providers for new closes.
    private func page(_ visit: Visit, _ refresh: LongTask?) async throws -> Page {
        let (words, portfolio) = (visit.words, portfolios(visit.caller))
        let listed = try await portfolio.market.assets(matching: visit.query("q"), hasCloses: true, periodDays: 30)
        let order = MarketOrder(visit)
        let favourites = Set(try await self.favourites(visit.caller).all().map(\.id))
        let sorted = ListedAsset.sorted(listed, by: order.field, descending: order.isDescending)
        let all = MarketRows(outlooks: outlooks, today: portfolio.today).rows(
            of: sorted, favourites: favourites, newest: try await newestDay(portfolio.market, visit))
        // The changes of older closes are not shown, so they do not sort.
        let rows = order.isOfChanges ? all.filter { $0.ageDays == nil } + all.filter { $0.ageDays != nil } : all
        let summary = MarketSummary(rows, today: portfolio.today, words)
        var values: Values = [
            "rows": .list(rows.map { $0.values(words) }), "count": .text(words("markets.count", n: rows.count)),
            "isEmpty": .flag(rows.isEmpty), "query": .text(visit.query("q") ?? ""), "columns": order.columns(hidden(rows), words),
            "isSearch": .flag(visit.query("q") != nil), "sort": .text(visit.query("sort") ?? ""),
            "dir": .text(visit.query("dir") ?? ""), "nothingFound": .text(words("markets.none", ["text": visit.query("q") ?? ""])),
            "canRefresh": .flag(fetch.isPossible && rows.contains { !$0.asset.providerIDs.isEmpty }),
            "hasVolume": .flag(rows.contains { $0.statistics.volume != nil }),
            "hasSupply": .flag(rows.contains { $0.statistics.supply != nil }), "phoneColumns": order.phoneColumns(words),
        ]
        values.merge(summary.values) { _, new in new }
        let mayAdd = visit.caller.scope.allows(.admin)
        let isFirst = rows.isEmpty && visit.query("q") == nil && mayAdd
        values["mayAdd"] = .flag(mayAdd)
        values["add"] = isFirst ? try await PriceAddForm(market: portfolio.market, fetch: fetch).values(words) : false
        let notices = await self.notices(visit, summary)
        if !notices.isEmpty { values["notices"] = .list(notices) }
        values.merge(PriceFetch.values(refresh, words)) { $1 }
        let scripts = ["market-table"] + (isFirst ? ["drop"] : []) + (refresh == nil ? [] : ["tasks"])
        var page = Page("markets", title: words("markets.title"), place: .markets, scripts: scripts, values)
        page.isPassing = refresh != nil
        return page
    }

    /// The day of the newest close of all coins, also of those that a search leaves out.
    private func newestDay(_ market: MarketData, _ visit: Visit) async throws -> Day? {
        guard visit.query("q") != nil else { return nil }
        return try await market.assets(hasCloses: true, periodDays: 1).compactMap { $0.statistics?.day }.max()
    }

    /// Columns without values are hidden.
    private func hidden(_ rows: [MarketRow]) -> Set<MarketField> {
        var hidden: Set<MarketField> = []
        if rows.allSatisfy({ $0.statistics.volume == nil }) { hidden.insert(.volume) }
        if rows.allSatisfy({ $0.statistics.supply == nil }) { hidden.insert(.supply) }
        return hidden
    }

    // MARK: Warnings

    private func notices(_ visit: Visit, _ summary: MarketSummary) async -> [TemplateValue] {
        let words = visit.words
        if let count = visit.query("failed").flatMap({ Int($0) }) {
            return [Frame.notice("warn", icon: "clock", words("markets.failed.text"), lead: words("markets.failed.lead", n: count))]
        }
        let isFailing = await health().findings.contains { $0.part == .feeds }
        guard isFailing, let age = summary.ageDays, age > 1 else { return [] }
        return [Frame.notice("warn", icon: "clock", words("markets.stale.text"), lead: words("markets.stale.lead", n: age))]
    }

    // MARK: Refreshing

    /// Refreshes the closes of all coins that providers know.
    private func refresh(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (market, path) = (portfolios(visit.caller).market, Page.Place.markets.path)
        let listed = try await market.assets(hasCloses: true, periodDays: 1).filter { !$0.asset.providerIDs.isEmpty }
        let dated = listed.compactMap { coin in coin.statistics.map { (day: $0.day, asset: coin.asset) } }
        // The oldest closes first: the task's time may end before the last coin's turn.
        let coins = dated.sorted { ($0.day, $0.asset.id) < ($1.day, $1.asset.id) }.map(\.asset)
        guard fetch.isPossible, !coins.isEmpty else { return .redirect("\(path)?done=refresh-off") }
        let id = try fetch.start(coins, label: visit.words("markets.all-coins", n: coins.count), of: visit.caller.owner)
        return .redirect("\(path)?refresh=\(id)")
    }
}
