import Market
import Platform

/// The coins of a wallet as of a cutoff: the closes to forecast, and why other coins have no forecast.
///
/// For callers that compute the coins' forecasts elsewhere: forecast ``histories``, then ``joined(_:cash:sampling:missing:threads:)``.
package struct WalletCoins: Sendable {
    private let parts: [WalletPart]
    private let closes: Successes<PriceHistory, WalletForecastError>

    /// The coins of a wallet, each up to a cutoff.
    package init(_ parts: [WalletPart], cutoff: Day) {
        self.parts = parts
        closes = Successes(parts.map { $0.history.ending(on: cutoff) })
    }

    /// The closes to forecast, each of which ends on the cutoff, in the order of the coins.
    package var histories: [PriceHistory] { closes.values }

    /// Joins the coins' forecasts to the forecast of their total.
    ///
    /// - Parameters:
    ///   - forecasts: one of each of ``histories``, in their order.
    ///   - cash: in quote currency.
    ///   - sampling: how the coins' sample paths were drawn and the total's are drawn.
    ///   - missing: how to treat coins without a forecast.
    ///   - threads: the number of threads that share the days.
    /// - Throws: ``WalletForecastError``.
    package func joined(
        _ forecasts: [Result<Forecast, ForecastError>], cash: Double, sampling: Sampling, missing: MissingParts,
        threads: Int
    ) throws(WalletForecastError) -> WalletForecast {
        let known = zip(closes.values, forecasts).map { history, forecast in
            forecast.map { (forecast: $0, history: history) }
                .mapError { WalletForecastError.noForecast(ticker: history.ticker, reason: $0) }
        }
        let candidates = zip(parts, closes.merging(known)).map { part, result in
            WalletForecast.Candidate(ticker: part.history.ticker, amount: part.amount, result: result)
        }
        return try WalletForecast(candidates: candidates, cash: cash, sampling: sampling, missing: missing, threads: threads)
    }
}

extension PriceHistory {
    /// The closes up to a cutoff, the last of which is on it; otherwise the reason why a wallet forecast from there excludes the
    /// coin.
    fileprivate func ending(on cutoff: Day) -> Result<PriceHistory, WalletForecastError> {
        guard firstDay <= cutoff else { return .failure(.startsLater(ticker: ticker, firstDay: firstDay, cutoff: cutoff)) }
        guard lastDay >= cutoff else { return .failure(.stale(ticker: ticker, lastDay: lastDay, cutoff: cutoff)) }
        return .success(through(cutoff))
    }
}
