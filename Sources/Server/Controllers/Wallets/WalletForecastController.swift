import Documents
import Forecasting
import Inference
import JSONText
import Market
import Portfolio

/// Forecasts of wallets' totals.
struct WalletForecastController: Sendable {
    let services: Services

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
    private static let settings = ForecastSettings.parameters.filter { !["above", "below", "touch"].contains($0.name) }

    private func forecast(_ call: Call) async throws -> Reply {
        let portfolio = services.portfolio(of: call.caller)
        let group = try await portfolio.walletGroup(call)
        let request = try Request(call, services)
        let parts = try await portfolio.forecastParts(
            of: group, need: request.forecaster.contextLength, asOf: call.day("as_of"), missing: request.missing,
            fillsWithPrevious: call.text("fill") != nil, tell: Problem.words)
        try request.checkSize(coins: parts.coins.count)
        let cut = JointForecaster.cut(parts.parts, cutoff: parts.cutoff)
        let forecasts = try await request.forecasts(JointForecaster.usable(cut))
        let bytes = try await services.queue.compute {
            let joint = try WalletForecast(
                candidates: JointForecaster.candidates(parts.parts, cut, forecasts), cash: parts.cash,
                sampling: request.details.sampling, missing: request.missing)
            return Array(WalletForecastJSON.document(parts.told(joint), request.details).utf8)
        }
        return Reply(json: bytes)
    }

    /// What is asked of which model.
    private struct Request: Sendable {
        let services: Services
        let model: LoadedModel
        let forecaster: Forecaster
        let options: ForecastOptions
        let details: WalletForecastDetails
        let missing: MissingParts

        init(_ call: Call, _ services: Services) throws(Problem) {
            let settings = ForecastSettings { call[$0] }
            let model = try ForecastProblem.telling { () throws(CatalogueError) in
                try services.catalogue.model(settings.model, version: settings.version)
            }
            let forecaster = try ForecastProblem.telling { () throws(InferenceError) in try model.forecaster(.recursive) }
            guard forecaster.hasDistribution else {
                throw Problem(
                    .unprocessableContent, "not-for-this-model",
                    "the model \(model.name) was not calibrated: a wallet's total is made of bands", field: "model",
                    value: .string(model.name))
            }
            let options = settings.options
            let days = options.days ?? forecaster.horizon
            guard days <= forecaster.horizon else {
                throw ForecastProblem.of(InferenceError.forecast(.horizonOutOfRange(days: days, horizon: forecaster.horizon)))
            }
            let told = try settings.details(forecaster)
            details = WalletForecastDetails(
                told: told.told, questions: told.questions, sampling: told.sampling, model: forecaster.configuration)
            missing = call.flag("leave_out") ? .leftOut : .refused
            (self.services, self.model, self.forecaster, self.options) = (services, model, forecaster, options)
        }

        /// All coins' paths are in memory together: 16 bytes for each coin, path and day.
        func checkSize(coins: Int) throws(Problem) {
            let (days, limit) = (options.days ?? forecaster.horizon, 10_000_000)
            guard coins * days * options.paths <= limit else {
                throw Problem(
                    .unprocessableContent, "too-much-work",
                    "\(coins) coins on \(days) days are at most \(limit / (coins * days)) paths; ask for fewer paths or days",
                    field: "paths", value: .number(Double(options.paths)), accepted: "1 to \(limit / (coins * days))")
            }
        }

        func forecasts(_ histories: [PriceHistory]) async throws -> [Result<Forecast, ForecastError>] {
            do {
                return try await services.coinForecasts.forecasts(
                    of: histories, options, with: model, need: forecaster.contextLength, queue: services.queue)
            } catch let error as InferenceError {
                throw ForecastProblem.of(error)
            }
        }
    }
}

extension ForecastParts {
    /// As forecasts have them.
    fileprivate var parts: [WalletPart] { coins.map { WalletPart(history: $0.history, amount: $0.amount) } }
}

extension WalletForecastError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .stale, .startsLater, .noForecast, .noDistribution:
            Problem(
                .unprocessableContent, code, "\(description); the total without it: leave_out=true", field: "leave_out",
                value: .boolean(false), accepted: "true")
        default: Problem(.unprocessableContent, code, description, field: "wallet")
        }
    }
}

extension Schema {
    private static let price = Schema.number(minimum: nil, above: nil, maximum: nil)

    fileprivate static let walletForecast = Schema.named("WalletForecast", forecast(isPortfolio: false))
    fileprivate static let portfolioForecast = Schema.named("PortfolioForecast", forecast(isPortfolio: true))

    private static func forecast(isPortfolio: Bool) -> Schema {
        .object(
            wallets(isPortfolio) + [.init("cutoff", .day, "The last day seen.")] + timing + [
                .init("total_now", price, "In USD, of the parts and the cash."), .init("model", .text(1...200)),
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
