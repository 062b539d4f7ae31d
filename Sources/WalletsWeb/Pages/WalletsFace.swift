import Market
import PageKit
import Services

extension Face {
    /// Wallets, of which one holds the investments.
    package static let wallets = Face(
        operations: PortfolioRoutes.add, places: [.portfolio],
        pages: { site, pages in
            let (parts, market, portfolios) = (site.server, site.server.market, site.server.portfolios)
            let outlooks = WalletOutlooks(models: parts.models)
            PortfolioPages(
                portfolios: portfolios, worker: parts.worker, operations: WalletOperations(portfolios), trading: parts.trading,
                market: market
            ).add(to: &pages)
            WalletPages(portfolios: portfolios, outlooks: outlooks, worker: parts.worker).add(to: &pages)
            WalletSettingsPages(portfolios: portfolios, operations: WalletOperations(portfolios)).add(to: &pages)
            let coins = CoinFinder(parts)
            RecordPages(portfolios: portfolios, market: market, operations: OrderOperations(portfolios), coins: coins)
                .add(to: &pages)
            HistoryPages(portfolios: portfolios, market: market, operations: TransactionOperations(portfolios), coins: coins)
                .add(to: &pages)
            WalletFilePages(
                portfolios: portfolios, market: market, board: site.board,
                operations: TransactionFileOperations(portfolios, parts.worker), worker: parts.worker
            ).add(to: &pages)
            TaxPages(
                portfolios: portfolios, today: { Day(secondsSince1970: market.now()) },
                operations: TaxOperations(parts.store, portfolios, parts.worker)
            ).add(to: &pages)
            let shares = ShareOperations(parts)
            SharePages(portfolios: portfolios, operations: shares, origin: SiteOrigin(parts)).add(to: &pages)
            SharedWalletPages(operations: shares).add(to: &pages)
        })
}
