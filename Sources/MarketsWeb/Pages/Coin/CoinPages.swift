import APIKit
import Forecasts
import HTTPEdge
import HTTPTypes
import Market
import MarketData
import PageKit
import WalletsWeb

/// A coin's page: its history, its forecast and the forecast's quality, and actions on the coin.
package struct CoinPages: Sendable {
    let sources: CoinPage.Sources
    let measures: CoinMeasures
    let orders: OrderOperations
    let fetch: PriceFetch

    func add(to pages: inout PageList) {
        pages.get("/coins/:coin", .scope(.read), isKept: true, hasCopy: true) { visit in
            try await found(visit) { asset in try await show(asset, visit) }
        }
        pages.get("/coins/:coin/chart.json", .scope(.read)) { visit in
            let asset = try await asset(visit)
            var picture = try await picture(asset)
            picture.pastFan = try await sources.diary.fan(CoinDiary.shown(visit), of: asset.id)
            return .response(ChartData.response(ChartData.json(picture.chart(visit.words), unit: picture.unit), to: visit))
        }
        pages.get("/coins/:coin/chart.csv", .scope(.read)) { visit in
            let picture = try await picture(try await asset(visit))
            return .response(
                ChartData.download(
                    Array(ChartData.csv(picture).utf8), name: "\(picture.name)-closecast.csv", type: "text/csv; charset=utf-8"))
        }
        pages.post("/coins/:coin/add", .scope(.write)) { visit, fields in
            try await found(visit) { asset in try await add(asset, visit, fields) }
        }
        pages.post("/coins/:coin/refresh", .scope(.write)) { visit, fields in
            try await found(visit) { asset in try await refresh(asset, visit) }
        }
    }

    // MARK: The coin

    private func asset(_ visit: Visit) async throws -> Asset { try await sources.market.directory.asset(visit.path("coin")) }

    /// Shows a page for an unknown coin, with the one that was probably meant.
    private func found(_ visit: Visit, _ body: (Asset) async throws -> Outcome) async throws -> Outcome {
        let asset: Asset
        do {
            asset = try await self.asset(visit)
        } catch AssetError.unknown(let text, let near) {
            return .page(CoinPage.missing(text, others: near.map { [$0] } ?? [], visit.words))
        } catch AssetError.ambiguousTicker(let text, let ids) {
            return .page(CoinPage.missing(text, others: ids.map(\.description), isShared: true, visit.words))
        }
        return try await body(asset)
    }

    private func page(_ asset: Asset, _ visit: Visit, _ state: CoinPage.State = .init()) async throws -> Page {
        var page = try await CoinPage(sources: sources, asset: asset, visit: visit, state: state).page()
        page.values["measure"] = measures.values(of: asset, visit)
        if state.refresh != nil { (page.isPassing, page.scripts) = (true, page.scripts + ["tasks"]) }
        return page
    }

    private func picture(_ asset: Asset) async throws -> PricePicture {
        let market = sources.market
        let stored = try await market.store.newestCandles(of: asset.id, count: .max, through: market.today)
        guard !stored.isEmpty else { throw Problem.notFound("no closes of \(asset.id) are stored") }
        let outlook = try? await sources.outlooks.attempt(asset).get()
        return PricePicture(asset, stored.map(\.candle), outlook, today: market.today)
    }

    // MARK: Forms

    /// Providers may take many seconds to answer, so the page does not wait for them: it shows the task that does.
    private func refresh(_ asset: Asset, _ visit: Visit) async throws -> Outcome {
        guard sources.actions.canRefresh(asset) else {
            var state = CoinPage.State()
            state.refreshFailure = PriceFailure(asset, fetch.isPossible ? .noProvider : .offline)
            return .page(try await page(asset, visit, state).with(.conflict))
        }
        let id = try fetch.start([asset], label: "\(asset.ticker)", of: visit.caller.owner)
        return .redirect("\(CoinPage.path(visit))?refresh=\(id)")
    }

    /// Shows the coin, with the state of the refresh that the address names. Once it has ended well, the address does too.
    private func show(_ asset: Asset, _ visit: Visit) async throws -> Outcome {
        var state = CoinPage.State()
        let task = fetch.task(visit.query("refresh"), of: visit.caller.owner)
        switch task?.state {
        case .done: return .redirect("\(CoinPage.path(visit))?done=closes-refreshed")
        case .failed(let error): state.refreshFailure = error as? PriceFailure ?? PriceFailure(asset, .fault)
        case .cancelled: state.refreshFailure = PriceFailure(asset, .cancelled)
        case .waiting, .running: state.refresh = task
        case nil: break
        }
        return .page(try await page(asset, visit, state))
    }

    private func add(_ asset: Asset, _ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let form = AddToWallet(asset: asset, fields: fields, operations: orders)
        let errors = try await form.send(visit)
        // The new fragment replaces the form's, which would open the form again.
        guard !errors.isEmpty else { return .redirect("\(CoinPage.path(visit))?done=coin-added#main") }
        var state = CoinPage.State()
        (state.fields, state.errors) = (fields, errors)
        return .page(try await page(asset, visit, state).with(errors))
    }
}

extension PricePicture {
    init(_ asset: Asset, _ closes: [Candle], _ outlook: CoinOutlook?, today: Day) {
        // A forecast from closes other than the newest would not start at the end of the line.
        let fitting = outlook?.cutoff == closes.last?.day ? outlook : nil
        self.init(name: "\(asset.ticker)", unit: asset.quoteCurrency, closes: closes, outlook: fitting, today: today)
    }
}
