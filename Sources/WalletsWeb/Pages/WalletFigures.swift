import APIKit
import Forecasts
import HTTPEdge
import Ledger
import Market
import PageKit
import Platform
import Portfolio

/// The contents of the page of a wallet, or of several together.
package final class WalletFigures: Sendable {
    let group: WalletGroup
    package let gains: GainsReport
    /// Nil without transactions.
    let returns: WalletReturns?
    let history: ValueReport
    /// The change of the current holdings, where the history has no change of its last day.
    let heldChange: HeldChange?
    /// Nil if it cannot be forecast.
    let outlook: WalletOutlook?
    /// Why there is no outlook.
    package let problem: Problem?
    /// The day that has not ended.
    let today: Day

    private init(
        _ group: WalletGroup, _ gains: GainsReport, _ returns: WalletReturns?, _ history: ValueReport, _ heldChange: HeldChange?,
        outlook: Result<WalletOutlook, Problem>?, today: Day
    ) {
        (self.group, self.gains, self.returns, self.history, self.today) = (group, gains, returns, history, today)
        self.heldChange = heldChange
        switch outlook {
        case .success(let known): (self.outlook, problem) = (known, nil)
        case .failure(let known): (self.outlook, problem) = (nil, known)
        case nil: (self.outlook, problem) = (nil, nil)
        }
    }

    var total: Money? { gains.total.marketValue.total }
    var isEmpty: Bool { gains.rows.isEmpty }

    /// Reads and computes all figures of wallets.
    ///
    /// - Parameter asked: returns the total that the question is about, given the current total; nil for no question.
    package static func of(
        _ group: WalletGroup, _ portfolio: Portfolio, _ outlooks: WalletOutlooks, on worker: WorkerThreads,
        in currency: Currency, above asked: @escaping @Sendable (Double) -> Double?
    ) async throws -> WalletFigures {
        let (gains, returns, history) = try await worker.run(for: portfolio.wallets.owner) {
            let gains = try await portfolio.gains.report(of: group, keepsDisposals: true, in: currency)
            let returns = try await portfolio.valueHistory.returns(of: gains)
            return (gains, returns, try await values(of: group, portfolio, in: currency))
        }
        let outlook =
            gains.rows.isEmpty ? nil : try await outlooks.known(of: group, portfolio, in: currency, above: asked)
        let heldChange = history.lastChange == nil ? try await portfolio.valuations.lastChange(of: gains.holdings) : nil
        return WalletFigures(group, gains, returns, history, heldChange, outlook: outlook, today: portfolio.today)
    }

    static func values(of group: WalletGroup, _ portfolio: Portfolio, in currency: Currency) async throws -> ValueReport {
        let days = try await portfolio.valueHistory.days(of: group, since: nil, until: nil, in: currency)
        return try await portfolio.valueHistory.report(of: group, days, in: currency)
    }
}
