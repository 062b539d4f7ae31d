import APIKit
import Charts
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import Ledger
import Market
import Platform
import Portfolio
import Services

/// The part of a forecast of wallets' total that pages show: its bands, without the sample paths.
package struct WalletOutlook: Sendable {
    package let currency: Currency
    package let cutoff: Day
    package let totalNow: Double
    /// The SHA-256 of the model's weights, 64 hexadecimal digits.
    package let modelSHA256: String
    package let coins: Int
    /// The number of past days from which the joint movement of the coins is known; nil for one coin alone.
    package let commonDays: Int?
    package let leftOut: [Asset]
    /// Coins of the total to which the measured accuracy does not apply, and why.
    package let caveats: [(ticker: Ticker, caveat: ForecastCaveat)]
    /// Expected totals, shape `[horizon]`.
    package let middle: [Double]
    /// The totals at ``levels``, shape `[levels][horizon]`.
    package let quantiles: [[Double]]
    /// What today's holdings would have been worth on the days up to the cutoff, oldest first.
    package let pastTotals: [Double]
    /// The probability that the total is above the requested value, shape `[horizon]`; empty without a question.
    package let above: [Double]

    package var horizon: Int { middle.count }

    /// The ends of the bands, and enough levels between them for a script to answer at once while a value is dragged.
    package static let levels = [0.01, 0.025, 0.05] + (2...18).map { Double($0) * 5 / 100 } + [0.95, 0.975, 0.99]
    /// Widest first.
    package static let bandLevels = [95, 80, 50]
    /// The days ahead that tables show.
    package static let shownSteps = [1, 7, 14, 30, 60, 96]
    /// The number of days before the cutoff shown for a wallet without its own history.
    static let pastDays = 96

    /// - Parameter asked: returns the total that the question is about, given the current total; nil for no question.
    init(_ issued: IssuedWalletForecast, above asked: (Double) -> Double?) {
        let forecast = issued.forecast
        (currency, cutoff, totalNow) = (issued.currency, forecast.cutoff, Amounts.cents(forecast.totalNow))
        (modelSHA256, coins) = (forecast.parts[0].forecast.modelSHA256, forecast.parts.count)
        (commonDays, leftOut) = (forecast.dependence?.days, issued.leftOut.map(\.asset))
        caveats = issued.caveats
        // A picture and the values under its pointer are the same numbers.
        middle = forecast.points.map(Amounts.cents)
        let steps = 1...forecast.horizon
        quantiles = Self.levels.map { level in steps.map { Amounts.cents(forecast.quantile(level, step: $0)) } }
        pastTotals = issued.pastTotals(days: Self.pastDays).map(Amounts.cents)
        above = asked(totalNow).map { value in steps.map { forecast.probability(above: value, step: $0) } } ?? []
    }

    /// The edges of a band.
    package func band(_ level: Int) -> ChartBand {
        let low = (1 - Double(level) / 100) / 2
        func edge(_ wanted: Double) -> [Double] { quantiles[Self.levels.firstIndex { ($0 - wanted).magnitude < 1e-9 }!] }
        return ChartBand(level: level, low: edge(low), high: edge(1 - low))
    }

    package var fan: ChartFan {
        ChartFan(cutoff: cutoff, lastValue: totalNow, middle: middle, bands: Self.bandLevels.map(band))
    }
}

/// Forecasts of wallets' totals for pages: the same function as the API's and the command line's.
package struct WalletOutlooks: Sendable {
    package let models: ServedModels

    package init(models: ServedModels) { self.models = models }

    /// The code of the problem that a forecast is not ready yet.
    static let stillComputing = "still-computing"
    /// The maximum wait for a forecast before the holdings are shown without it.
    private static let patienceSeconds = 8.0

    /// Returns the outlook of wallets, or why they cannot be forecast, after a limited wait.
    ///
    /// - Throws: failures of the server.
    package func known(
        of group: WalletGroup, _ portfolio: Portfolio, in currency: Currency,
        above asked: @escaping @Sendable (Double) -> Double? = { _ in nil }
    ) async throws -> Result<WalletOutlook, Problem> {
        do {
            return .success(
                try await Self.patiently { try await outlook(of: group, portfolio, in: currency, above: asked) })
        } catch {
            let found = Problem(error)
            // The holdings are shown even if nothing can be forecast; failures of the server are not hidden.
            guard found.status.code < 500 || found.status == .serviceUnavailable else { throw error }
            return .failure(found)
        }
    }

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

    /// Why there is no outlook, in words.
    package static func absence(_ problem: Problem, _ amounts: Amounts) -> String {
        let words = amounts.words
        switch problem.code {
        case "nothing-to-forecast": return words("wallet.no-outlook.nothing")
        case "no-rate": return words("wallet.no-outlook.no-rate", ["unit": amounts.currency.code])
        case stillComputing: return words("wallet.no-outlook.slow")
        case "queue-full", "busy": return words("wallet.no-outlook.busy")
        default: return words("wallet.no-outlook.other", ["why": problem.detail])
        }
    }

    /// Returns the outlook of wallets. Coins that cannot be forecast are left out and named.
    ///
    /// - Parameter asked: returns the total that the question is about, given the current total; nil for no question.
    /// - Throws: a ``Problem`` if it cannot be forecast.
    package func outlook(
        of group: WalletGroup, _ portfolio: Portfolio, in currency: Currency,
        above asked: @escaping @Sendable (Double) -> Double?
    ) async throws -> WalletOutlook {
        try await ForecastProblem.mapping {
            let request = ForecastRequest()
            let forecaster = try models.forecaster(for: request)
            let plan = try request.plan(for: forecaster.model, limits: ForecastParameters.totalLimits)
            let issued = try await WalletForecasts(portfolio.market).forecast(
                group, of: portfolio, plan, missing: .leftOut, by: models.paths.caching(forecaster), in: currency)
            return try await forecaster.compute(values: plan.pathValues(series: 1)) { WalletOutlook(issued, above: asked) }
        }
    }
}
