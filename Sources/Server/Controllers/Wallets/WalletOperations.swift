/// Wallets with their transactions, figures and forecasts, and investments.
package enum WalletOperations {
    package static func add(_ parts: ServerParts, to api: inout API) {
        let (portfolios, worker) = (parts.portfolios, parts.worker)
        WalletsController(portfolios: portfolios).add(to: &api)
        TransactionsController(portfolios: portfolios).add(to: &api)
        OrdersController(portfolios: portfolios).add(to: &api)
        TransactionFilesController(portfolios: portfolios, worker: worker).add(to: &api)
        WalletFiguresController(portfolios: portfolios, worker: worker).add(to: &api)
        RealizedGainsController(portfolios: portfolios, worker: worker).add(to: &api)
        WalletForecastController(market: parts.market, portfolios: portfolios, models: parts.models).add(to: &api)
        InvestmentsController(portfolios: portfolios).add(to: &api)
    }
}
