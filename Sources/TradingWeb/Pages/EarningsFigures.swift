import APIKit
import HTTPEdge
import Ledger
import Market
import MarketData
import PageKit
import Portfolio
import Services
import Trading

/// The simulated account over time, and the forecast of what it holds now: that of a wallet with the same coins and cash.
package struct EarningsFigures: Sendable {
    package let report: EarningsReport
    /// Nil without an account, or without coins.
    let outlook: Result<WalletOutlook, Problem>?

    /// Why there is no outlook of what is held.
    package var problem: Problem? { if case .failure(let problem) = outlook { problem } else { nil } }

    /// Where the figures come from.
    package struct Source: Sendable {
        package let trading: Trading
        package let market: MarketData
        let portfolios: Portfolios
        let outlooks: WalletOutlooks
        let worker: WorkerThreads

        package init(_ parts: ServerParts) {
            (trading, market, portfolios, worker) = (parts.trading, parts.market, parts.portfolios, parts.worker)
            outlooks = WalletOutlooks(models: parts.models)
        }

        package func figures(_ visit: Visit) async throws -> EarningsFigures {
            let (portfolio, currency) = (portfolios(visit.caller), visit.preferences.currency)
            let coin = try await market.heldCoin(preferred: visit.preferences.preferredCoin)
            let earnings = Earnings(parts: trading.parts, market: market, portfolio: portfolio)
            let report = try await worker.run(for: visit.caller.owner) { try await earnings.report(in: currency, beside: coin) }
            let wallets = try await earnings.wallets()
            guard !wallets.wallets.isEmpty, try await portfolio.valuations.holdings(of: wallets).hasCoins else {
                return EarningsFigures(report: report, outlook: nil)
            }
            let outlook = try await outlooks.known(of: wallets, portfolio, in: currency)
            return EarningsFigures(report: report, outlook: outlook)
        }
    }
}

extension WalletHoldings {
    /// Whether anything is held whose price is forecast.
    fileprivate var hasCoins: Bool { coins.contains { Currency($0.asset.id) == nil } }
}
