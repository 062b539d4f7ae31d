import APIKit
import Expenses
import Forecasting
import Forecasts
import Inference
import MarketData
import Records
import Services
import Store

/// How the month will end, and for how long wallets pay for the usual spending, over HTTP and for pages.
package struct ExpenseOutlookOperations: Sendable {
    package let month: TypedOperation<MonthEnd.Question, MonthEnd>
    package let lasting: TypedOperation<WalletLasting.Question, WalletLasting>

    package init(_ store: Store, _ market: MarketData, _ portfolios: @escaping Portfolios, _ models: ServedModels) {
        let (path, tag) = ("/v1/expenses", ExpensesOperations.tag)
        let computations = OwnerComputations<String, WalletLasting>(.lasting)
        month = TypedOperation(
            .get, "\(path)/month", id: "getExpenseMonth", tag: tag,
            "What has been spent this month, what is due, and a range for its total from the caller's own months.",
            need: .scope(.read), answer: .record(200, "The month; without a range before six complete months."),
            perform: store.work(reading: { try MonthEnd($0, $1, $2, at: market.now()) }))
        lasting = TypedOperation(
            .get, "\(path)/lasting", id: "getWalletLasting", tag: tag,
            "How probably wallets pay for months of the usual spending, if they are sold evenly; not known beyond the forecast.",
            need: .scope(.read),
            refusals: [
                404: "There is no such wallet.",
                409: "The journal has no complete month, or the wallets have no value.",
                422: "A value is not accepted, or no coin of the wallets can be forecast.",
            ], answer: .record(200, "The probabilities, and what earlier ones were worth.")
        ) { question, call in
            let portfolio = portfolios(call.caller)
            let key = "\(question)"
            return try await computations.value(key, of: call.caller.owner) {
                try await ForecastProblem.mapping {
                    try await WalletLasting(
                        question, of: portfolio, market, limits: ForecastParameters.totalLimits,
                        by: models.paths.caching(models.forecaster(for: ForecastRequest())))
                }
            }
        }
    }

    package func add(to api: inout API) { api.add(month, lasting) }
}

extension ComputationLimits {
    /// One answer of an owner at a time leaves the forecasts of others their turn.
    fileprivate static var lasting: Self {
        var limits = Self()
        (limits.atOnceOfOwner, limits.keysOfOwner) = (1, 4)
        return limits
    }
}
