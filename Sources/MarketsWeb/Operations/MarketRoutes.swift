import APIKit
import Services

/// Coins with their closes and forecasts, and favourites.
package enum MarketRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        let market = parts.market
        parts.assetsOperations.add(to: &api)
        HistoryController(market: market, worker: parts.worker).add(to: &api)
        ForecastsController(models: parts.models, forecasts: parts.assetForecasts).add(to: &api)
        BacktestOperations(market, parts.models).add(to: &api)
        SentClosesController(models: parts.models).add(to: &api)
        DiaryController(directory: market.directory, diary: parts.diary, worker: parts.worker).add(to: &api)
        FavouritesOperations(parts.favourites).add(to: &api)
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var assetsOperations: AssetsOperations { AssetsOperations(market, favourites: favourites, refresh: refresh) }
}
