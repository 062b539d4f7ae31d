import Forecasting
import Market

/// A method for the distribution of a wallet's total.
struct WalletMethod: Sendable {
    /// The name in tables.
    let name: String
    /// Returns the distribution for coins and their amounts.
    let distribution: @Sendable ([WalletBench.Coin], [Double]) -> any PriceDistribution
}

extension WalletMethod {
    /// The naive forecast of the wallet's past total, computed with the current amounts: the reference of ratios.
    static func naive(context: Int, horizon: Int) -> WalletMethod {
        WalletMethod(name: "naive") { coins, amounts in
            let closes = totals(coins, amounts, last: context)
            return NaiveBaseline().forecast(after: closes[...], days: horizon, paths: 1, seed: 1).distribution
        }
    }

    /// The model, applied to the wallet's total as if it were a coin.
    static func asCoin(_ forecaster: Forecaster, sampling: Sampling) -> WalletMethod {
        WalletMethod(name: "as one coin") { coins, amounts in
            let closes = totals(coins, amounts, last: forecaster.contextLength)
            let history = PriceHistory(undated: closes[...])
            let forecast = try? forecaster.forecast([history], days: forecaster.horizon, sampling: sampling, threads: 1)[0].get()
            guard let distribution = forecast?.distribution else { fatalError("the model has no distribution of a wallet's total") }
            return distribution
        }
    }

    /// The dependence of wallet forecasts, then the alternatives.
    static func joined(horizon: Int, sampling: Sampling) -> [WalletMethod] {
        let (paths, seed) = (sampling.paths, sampling.seed)
        func joined(_ name: String, _ shocks: @escaping @Sendable (CommonDays) -> any JointShocks) -> WalletMethod {
            WalletMethod(name: name) { coins, amounts in
                guard let days = try? CommonDays(coins.map(\.history), cutoff: coins[0].forecast.cutoff) else {
                    fatalError("coins of a backtest share their contexts")
                }
                return JointTotals.sum(
                    zip(coins, amounts).map { .init($0.forecast.distribution!, amount: $1) }, cash: 0, horizon: horizon,
                    paths: paths,
                    shocks: shocks(days))
            }
        }
        return [
            joined("joint paths") { DrawnDays($0, horizon: horizon, paths: paths, seed: seed) },
            joined("quantiles added up") { _ in WalletCandidates.Added() },
            joined("as if independent") { _ in WalletCandidates.Independent(seed: seed) },
            joined("Gaussian copula") { WalletCandidates.Gaussian($0, seed: seed) },
        ]
    }

    /// Returns the last totals, computed with the current amounts.
    private static func totals(_ coins: [WalletBench.Coin], _ amounts: [Double], last: Int) -> [Double] {
        (0..<last).map { day in
            zip(coins, amounts).reduce(0) { sum, held in
                let closes = held.0.history.closes
                return sum + held.1 * closes[closes.count - last + day]
            }
        }
    }
}
