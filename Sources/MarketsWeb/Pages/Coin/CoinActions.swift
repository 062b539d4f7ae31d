import APIKit
import HTMLTemplates
import Ledger
import Market
import PageKit
import Trading
import TradingWeb

/// Actions on a coin: trade it in the simulated account, refresh its closes.
package struct CoinActions: Sendable {
    let trading: Trading
    /// Whether providers may be asked for closes.
    let asksProviders: Bool

    func canRefresh(_ asset: Asset) -> Bool { asksProviders && !asset.providerIDs.isEmpty }

    /// The actions on the coin in the simulated account. Viewing a coin opens no account.
    func trade(_ asset: Asset, _ visit: Visit) async throws -> TemplateValue {
        let path = TradePlace.path(asset)
        let isCash = Currency(asset.id) != nil
        var values: Values = [
            "buy": .text(path + "?side=buy"), "sell": .text(path + "?side=sell"), "balance": false, "isCash": .flag(isCash),
        ]
        if visit.host.hasAccounts && visit.person == nil { return .group(values) }
        if let balance = try await trading.accounts.balance(of: asset.id, owner: visit.caller.owner) {
            values["balance"] = Amounts(visit).view("\(visit.format.exact("\(balance.whole)")) \(asset.ticker)")
        }
        return .group(values)
    }
}
