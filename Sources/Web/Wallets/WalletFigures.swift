import Forecasts
import HTTPEdge
import Ledger
import Market
import Platform
import Portfolio
import Server

/// The contents of the page of a wallet, or of several together.
final class WalletFigures: Sendable {
    let group: WalletGroup
    let gains: GainsReport
    /// Nil without transactions.
    let returns: WalletReturns?
    let history: ValueReport
    /// Nil if it cannot be forecast.
    let outlook: WalletOutlook?
    /// Why there is no outlook.
    let problem: Problem?
    /// The day that has not ended.
    let today: Day

    private init(
        _ group: WalletGroup, _ gains: GainsReport, _ returns: WalletReturns?, _ history: ValueReport,
        outlook: Result<WalletOutlook, Problem>?, today: Day
    ) {
        (self.group, self.gains, self.returns, self.history, self.today) = (group, gains, returns, history, today)
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
    static func of(
        _ group: WalletGroup, _ portfolio: Portfolio, _ outlooks: WalletOutlooks, on worker: WorkerThread,
        in currency: Currency, above asked: @escaping @Sendable (Double) -> Double?
    ) async throws -> WalletFigures {
        let (gains, returns, history) = try await worker.run {
            let gains = try await portfolio.gains.report(of: group, keepsDisposals: true, in: currency)
            let returns = try await portfolio.valueHistory.returns(of: gains)
            return (gains, returns, try await values(of: group, portfolio, in: currency))
        }
        var outlook: Result<WalletOutlook, Problem>?
        if !gains.rows.isEmpty {
            do {
                outlook = .success(
                    try await patiently {
                        try await outlooks.outlook(of: group, portfolio, in: currency, above: asked)
                    })
            } catch {
                let found = Problem(error)
                // The holdings are shown even if nothing can be forecast; failures of the server are not hidden.
                guard found.status.code < 500 || found.status == .serviceUnavailable else { throw error }
                outlook = .failure(found)
            }
        }
        return WalletFigures(group, gains, returns, history, outlook: outlook, today: portfolio.today)
    }

    /// The code of the problem that a forecast is not ready yet.
    static let stillComputing = "still-computing"
    /// The maximum wait for a forecast before the holdings are shown without it.
    private static let patienceSeconds = 8.0

    /// Waits a limited time for a forecast. The work continues, so that the next visit finds it finished.
    private static func patiently<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let first = FirstResult<Value>()
        Task { first.give(await Result.of(work)) }
        let timer = Task {
            try? await Task.sleep(for: .seconds(patienceSeconds))
            let detail = "the forecast is still being computed; ask again in a moment"
            first.give(.failure(Problem(.serviceUnavailable, stillComputing, detail, retryAfterSeconds: 5)))
        }
        defer { timer.cancel() }
        return try await first.value()
    }

    static func values(of group: WalletGroup, _ portfolio: Portfolio, in currency: Currency) async throws -> ValueReport {
        let days = try await portfolio.valueHistory.days(of: group, since: nil, until: nil, in: currency)
        return try await portfolio.valueHistory.report(of: group, days, in: currency)
    }
}
