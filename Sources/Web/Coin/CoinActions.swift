import Access
import HTMLTemplates
import Ledger
import Market
import Portfolio
import Server
import Trading

/// What a caller can do with a coin: mark it, add it to a wallet, trade it in the simulated account, refresh its closes.
struct CoinActions: Sendable {
    let portfolios: Portfolios
    let favourites: @Sendable (Principal) -> Favourites
    let trading: Trading
    /// Whether providers may be asked for closes.
    let asksProviders: Bool

    func canRefresh(_ asset: Asset) -> Bool { asksProviders && !asset.providerIDs.isEmpty }

    func isFavourite(_ asset: Asset, of caller: Principal) async throws -> Bool { try await favourites(caller).contains(asset) }

    func wallets(of caller: Principal) async throws -> [Wallet] { try await portfolios(caller).wallets.all() }

    /// The actions on the coin in the simulated account. Viewing a coin opens no account.
    func trade(_ asset: Asset, _ visit: Visit) async throws -> TemplateValue {
        let path = TradePlace.path(asset)
        let isCash = Currency.allCases.map(\.asset).contains(asset.id)
        var values: Values = [
            "buy": .text(path + "?side=buy"), "sell": .text(path + "?side=sell"), "balance": false, "isCash": .flag(isCash),
        ]
        if visit.host.hasAccounts && visit.person == nil { return .group(values) }
        let (accounts, owner) = (trading.accounts, visit.caller.owner)
        if try await accounts.find(of: owner) != nil {
            let balance = try await accounts.state(of: owner).balances[asset.id] ?? TradingBalance()
            values["balance"] = Amounts(visit).view("\(visit.format.amount("\(balance.whole)")) \(asset.ticker)")
        }
        return .group(values)
    }
}
