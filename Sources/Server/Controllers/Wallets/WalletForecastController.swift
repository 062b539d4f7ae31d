import Documents
import Forecasting
import Forecasts
import Inference
import JSONText
import Ledger
import MarketData
import Portfolio

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
            "The total on the next days, from joint sample paths of the coins that are held now.",
            parameters: settings + [
                .query("above", total, "Answer how likely each day's total is to be above a value."),
                .query("below", total, "Answer how likely each day's total is to be below a value."),
                .query("touch", total, "Answer how likely the total is to reach a value by the end of each day."),
                .query("as_of", .day, "The last day that the forecast may see; the newest stored one where it is missing."),
                .query(
                    "leave_out", .boolean, "Leave out coins that cannot be forecast, and name them; else they refuse the whole.",
                    default: .boolean(false)),
                .query(
                    "currency", .choice(Currency.allCases.map(\.code)),
                    "The currency of all totals, at the close of the last day seen on all days.",
                    default: .string(Currency.usd.code)),
                .query("fill", .choice(["previous"]), "Fill missing and bad closes with the close before."),
            ],
            answers: [
                .json(200, "The forecast.", isPortfolio ? .portfolioForecast : .walletForecast),
                .problem(422, "The model cannot do what is asked, or a coin's stored closes cannot be forecast from."),
            ])
    }

    /// A total may be negative.
    private static let total = Schema.number(minimum: -1e300, maximum: 1e300)

    /// Forecast parameters that also apply to wallet totals.
    private static let settings = ForecastParameters.parameters.filter { !["above", "below", "touch"].contains($0.name) }

    private func forecast(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let group = try await portfolio.walletGroup(call)
        var request = ForecastParameters.request { call[$0] }
        (request.asOf, request.fillsWithPrevious) = (call.day("as_of"), call.text("fill") != nil)
        let bytes = try await ForecastProblem.mapping {
            let coins = try models.coins(request)
            let plan = try request.plan(for: coins.forecaster, limits: Self.limits)
            let forecast = try await WalletForecasts(market).forecast(
                group, of: portfolio, plan, missing: call.flag("leave_out") ? .leftOut : .refused, by: models.paths.caching(coins),
                in: call.currency)
            return try await coins.compute { Array(WalletForecastJSON.document(forecast, plan, explain: \.words).utf8) }
        }
        return Reply(json: bytes)
    }

    /// All coins' paths are in memory together.
    private static var limits: ForecastRequest.Limits {
        var limits = ForecastParameters.limits
        (limits.isAboutTotal, limits.maximumPathValues) = (true, 10_000_000)
        return limits
    }
}

extension Schema {
    private static let price = Schema.number(minimum: nil, above: nil, maximum: nil)

    fileprivate static let walletForecast = Schema.named("WalletForecast", forecast(isPortfolio: false))
    fileprivate static let portfolioForecast = Schema.named("PortfolioForecast", forecast(isPortfolio: true))

    private static func forecast(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [.init("cutoff", .day, "The last day seen.")] + timing + [
                .optional("currency", currency, "Of all totals; where it is missing, USD."),
                .optional(
                    "rates",
                    .array(
                        .object([.init("currency", currency), .init("day", .day), .init("close", amount, "In USD.")]),
                        count: 0...100),
                    "Closes that cash and totals were converted by, which the forecast keeps on all days."),
                .init("total_now", price, "Of the parts and the cash."), .init("model", .text(1...200)),
                .init("model_sha256", .text(64...64)), .init("horizon", .integer(1...10_000)),
                .init("paths", .integer(1...100_000)),
                .init("seed", .integer(0...Schema.largestInteger)),
                .init(
                    "parts",
                    .array(
                        .object([
                            .init("ticker", .text(1...20)), .init("amount", price), .init("last_close", price),
                            .init("value_now", price),
                        ]), count: 0...100_000)), .init("cash", price),
                .init(
                    "left_out",
                    .array(
                        .object([.init("ticker", .text(1...20)), .init("amount", amount), .init("reason", .text(1...100_000))]),
                        count: 0...100_000), "What the total is without."),
                .optional(
                    "dependence",
                    .object([
                        .init("method", .text(1...100)), .init("first", .day), .init("last", .day),
                        .init("days", .integer(1...1_000_000)),
                    ]), "From which days it was learned how the coins move together."), .optional("above", price),
                .optional("below", price), .optional("touch", price),
                .init("values", .array(forecastDay, count: 1...10_000)), .init("skill", .array(.any, count: 0...100)),
            ])
    }

    private static let probability = Schema.number(minimum: 0, above: nil, maximum: 1)

    private static let forecastDay = Schema.object([
        .init("day", .integer(1...10_000)), .init("date", .day), .init("point", price),
        .init("quantiles", .map(price), "By their levels: 0.025."),
        .optional("probability_above", probability), .optional("probability_below", probability),
        .optional("probability_touch", probability),
    ])
}
