import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import Portfolio
import Server
import Trading

/// Everything that the reader owns: the wallets, of which one holds the investments. The practice account stands beside their total.
struct PortfolioPages: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThread
    let operations: WalletOperations
    let trading: Trading
    let market: MarketData

    private static let purchasePath = "/portfolio/purchase"

    func add(to pages: inout PageList) {
        pages.get(Page.Place.portfolio.path, .scope(.read), isKept: true, list)
        pages.post(Self.purchasePath, .scope(.write), purchase)
    }

    private func list(_ visit: Visit) async throws -> Outcome {
        let portfolio = portfolios(visit.caller)
        let wallets = try await portfolio.wallets.all()
        let amounts = try await Amounts(visit).known(of: WalletGroup(wallets), portfolio)
        let view = WalletList(portfolio: portfolio, amounts: amounts)
        var values = try await view.values(of: wallets, worker: worker)
        values["practice"] = .group(try await TradingHome.of(visit, trading, market).values)
        values["purchasePath"] = .text(Self.purchasePath)
        values["investmentsNote"] = .text(visit.words("portfolio.investments", ["wallet": Investments.walletName]))
        let title = Page.Place.portfolio.label(visit.words)
        return .page(Page("wallets", title: title, place: .portfolio, scripts: ["wallet"], values))
    }

    /// Leads to the form of a purchase in the wallet of investments, which is made first if there is none.
    private func purchase(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var wallet = try await portfolios(visit.caller).investments.existingWallet()
        if wallet == nil {
            let new: KeyValuePairs = ["name": Optional(Investments.walletName)]
            wallet = try await visit.perform(operations.create, new, key: fields.key).wallet
        }
        guard let wallet else { return .redirect(Page.Place.portfolio.path) }
        return .redirect("\(WalletPlace.path(of: wallet))/record?kind=\(RecordKind.buy.rawValue)")
    }
}
