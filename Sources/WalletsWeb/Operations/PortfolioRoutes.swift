import APIKit
import Services

/// Wallets with their transactions, figures and forecasts, and investments.
package enum PortfolioRoutes {
    package static func add(_ parts: ServerParts, to api: inout API) {
        let (portfolios, worker) = (parts.portfolios, parts.worker)
        WalletOperations(portfolios).add(to: &api)
        TransactionOperations(portfolios).add(to: &api)
        OrderOperations(portfolios).add(to: &api)
        TransactionFileOperations(portfolios, worker).add(to: &api)
        WalletFiguresController(portfolios: portfolios, worker: worker).add(to: &api)
        RealizedGainsController(portfolios: portfolios, worker: worker).add(to: &api)
        TaxOperations(parts.store, portfolios, worker).add(to: &api)
        WalletForecastController(market: parts.market, portfolios: portfolios, models: parts.models).add(to: &api)
        InvestmentOperations(portfolios).add(to: &api)
        ShareOperations(parts).add(to: &api)
    }
}
