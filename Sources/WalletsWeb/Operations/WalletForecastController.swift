import APIKit
import Forecasting
import Forecasts
import Inference
import JSONText
import Ledger
import MarketData
import Portfolio
import Records
import Services

/// Forecasts of wallets' totals.
struct WalletForecastController: Sendable {
    let market: MarketData
    let portfolios: Portfolios
    let models: ServedModels

    func add(to api: inout API) {
        for isPortfolio in [false, true] { api.add(Self.operation(isPortfolio), forecast) }
    }

    private static func operation(_ isPortfolio: Bool) -> Operation {
        .figures(
            "forecast", id: ("forecastWallet", "forecastPortfolio"), isPortfolio: isPortfolio,
            "Forecasts the total on the next days, from joint sample paths of the coins held now.",
            parameters: settings + [
                .query("above", total, "Show how likely each day's total is to be above this value."),
                .query("below", total, "Show how likely each day's total is to be below this value."),
                .query("touch", total, "Show how likely the total is to reach this value by the end of each day."),
                .query("as_of", .day, "The last day that the forecast may see (default: the newest stored day)."),
                .query(
                    "leave_out", .boolean, "Leave out coins that cannot be forecast, and name them; otherwise the request fails.",
                    default: .boolean(false)),
                .query(
                    "currency", Currency.schema,
                    "The currency of all totals, converted at the close of the last day seen on all days.",
                    default: .string(Currency.usd.code)),
            ] + ForecastParameters.repairs,
            answers: [
                .json(200, "The forecast.", WalletForecastDocuments.schema(isPortfolio)),
                .problem(422, "The model does not support this request, or a coin cannot be forecast from its stored closes."),
            ])
    }

    /// A total, which may be negative.
    private static let total = Schema.number(minimum: -1e300, maximum: 1e300)

    /// Forecast parameters that also apply to wallet totals.
    private static let settings = ForecastParameters.parameters.filter { !["above", "below", "touch"].contains($0.name) }

    private func forecast(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.wallets.group(call)
        var request = ForecastParameters.request { call[$0] }
        request.asOf = call.day("as_of")
        ForecastParameters.addRepairs(call, to: &request)
        let bytes = try await ForecastProblem.mapping {
            let forecaster = try models.forecaster(for: request)
            let plan = try request.plan(for: forecaster.model, limits: ForecastParameters.totalLimits)
            let forecast = try await WalletForecasts(market).forecast(
                group, of: portfolio, plan, missing: call.flag("leave_out") ? .leftOut : .refused,
                by: models.paths.caching(forecaster),
                in: call.currency)
            return try await forecaster.compute(values: plan.pathValues(series: 1)) {
                Array(WalletForecastDocuments.document(forecast, plan, explain: \.words).utf8)
            }
        }
        return Reply(json: bytes)
    }
}
