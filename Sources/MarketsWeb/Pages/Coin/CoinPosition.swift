import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio

/// What the reader's wallets hold of a coin: its quantity, value and gain, and the purchases and sales that the chart marks.
struct CoinPosition: Sendable {
    let values: TemplateValue
    let trades: [ChartTrade]

    /// The gains of each owner's coins, which take all transactions of the wallets.
    typealias OwnerGains = OwnerFigures<[AssetID: Gains.Summary]>

    /// The newest purchases and sales that a chart marks.
    private static let mostTrades = 500

    /// Returns the position in the reader's wallets together; nil if they neither hold the coin nor ever traded it.
    ///
    /// - Complexity: the gains of a coin that is held come from all transactions of the wallets, once after each change of the store;
    ///   otherwise an index is read.
    static func of(
        _ asset: Asset, _ portfolio: Portfolio, _ group: WalletGroup, _ gains: OwnerGains, _ visit: Visit
    ) async throws -> CoinPosition? {
        guard !group.wallets.isEmpty else { return nil }
        let trades = try await portfolio.transactions.trades(of: asset.id, in: group, limit: mostTrades)
        let quantity = try await portfolio.valuations.holdings(of: group).quantities[asset.id] ?? .zero
        guard quantity != .zero || !trades.isEmpty else { return nil }
        let amounts = Amounts(visit)
        var summary = Gains.Summary(amounts.currency)
        if quantity != .zero {
            let (currency, today) = (amounts.currency, portfolio.today)
            let known = try await gains.figure("\(currency.code) \(today) \(visit.caller.owner)") {
                let report = try await portfolio.gains.report(of: group, in: currency)
                // The page shows how old the coin's last close is.
                return (report.gainsWithOldPrices ?? report.gains).assets
            }
            summary = known[asset.id] ?? summary
        }
        let path = group.wallets.count == 1 ? WalletPlace.path(of: group.wallets[0]) : WalletPlace.path(WalletPlace.allID)
        return CoinPosition(
            values: [
                "walletHref": .text(path),
                "quantity": amounts.quantity(quantity, of: asset.id), "value": amounts.money(summary.marketValue.total),
                "gain": amounts.gain(summary.unrealized.total), "ratio": amounts.ratio(summary.unrealizedRatio),
                "currency": .text(amounts.currency.code), "hasMarks": .flag(!trades.isEmpty),
            ],
            trades: trades.map { ChartTrade(day: Day(secondsSince1970: $0.time), isPurchase: $0.isPurchase) })
    }
}
