import Access
import Forecasts
import HTMLTemplates
import Market
import MarketData
import Portfolio
import Server

/// The table of all coins, and its actions.
struct MarketsPages: Sendable {
    /// Returns the caller's portfolio, which also has the market.
    let portfolios: Portfolios
    let favourites: @Sendable (Principal) -> Favourites
    let outlooks: CoinOutlooks
    /// Nil if providers may not be asked.
    let marketRefresh: MarketRefresh?
    let health: HealthProbe

    func add(to pages: inout PageList) {
        pages.get(Page.Place.markets.path, .scope(.read), isKept: true, hasCopy: true, markets)
        pages.post("/markets/refresh", .scope(.write), refresh)
    }

    // MARK: The table

    private func markets(_ visit: Visit) async throws -> Outcome {
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
            "canRefresh": .flag(marketRefresh != nil && rows.contains { !$0.asset.providerIDs.isEmpty }),
            "hasVolume": .flag(rows.contains { $0.statistics.volume != nil }),
            "hasSupply": .flag(rows.contains { $0.statistics.supply != nil }), "phoneColumns": order.phoneColumns(words),
        ]
        values.merge(summary.values) { _, new in new }
        let notices = await self.notices(visit, summary)
        if !notices.isEmpty { values["notices"] = .list(notices) }
        return .page(Page("markets", title: words("markets.title"), place: .markets, scripts: ["market-table"], values))
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

    private func refresh(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        guard let marketRefresh else { return .redirect("\(Page.Place.markets.path)?done=refresh-off") }
        let failed = try await marketRefresh.run()
        return .redirect(Page.Place.markets.path + (failed == 0 ? "?done=refreshed" : "?failed=\(failed)"))
    }
}

/// Refreshes the closes of all coins that providers know.
struct MarketRefresh: Sendable {
    let market: MarketData
    let refresh: AssetRefresh
    let version: StoreVersion

    /// The time limit for all coins together.
    private static let time = Duration.seconds(20)
    private static let together = 4

    /// Returns how many coins could not be refreshed. Each of these keeps its stored closes.
    func run() async throws -> Int {
        let coins = try await market.assets(hasCloses: true, periodDays: 1).map(\.asset).filter { !$0.providerIDs.isEmpty }
        let failed = await failures(of: coins)
        version.noteChange()
        return failed
    }

    private func failures(of coins: [Asset]) async -> Int {
        let end = ContinuousClock.now + Self.time
        return await withTaskGroup(of: Bool.self) { group in
            var (rest, failed) = (coins[...], 0)
            for coin in rest.prefix(Self.together) { group.addTask { await fails(coin, end) } }
            rest = rest.dropFirst(Self.together)
            while let hasFailed = await group.next() {
                failed += hasFailed ? 1 : 0
                if let next = rest.popFirst() { group.addTask { await fails(next, end) } }
            }
            return failed
        }
    }

    private func fails(_ coin: Asset, _ end: ContinuousClock.Instant) async -> Bool {
        let left = ContinuousClock.now.duration(to: end) / .seconds(1)
        guard left > 0 else { return true }
        return await refresh(coin, left).failure != nil
    }
}
