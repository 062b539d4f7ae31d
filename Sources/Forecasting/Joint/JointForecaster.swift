import Market

/// Forecasts the total value of wallets with one model.
public struct JointForecaster: Sendable {
    /// The forecaster of the single coins.
    public let forecaster: Forecaster

    /// Creates a joint forecaster.
    public init(_ forecaster: Forecaster) {
        self.forecaster = forecaster
    }

    /// Forecasts the total of a wallet on each of the next `days` days.
    ///
    /// - Parameters:
    ///   - parts: the coins; the same coin may occur twice.
    ///   - cash: in quote currency.
    ///   - days: 1 to the model's horizon.
    ///   - asOf: the cutoff; later closes are ignored. Nil means the newest last day of all histories. Coins that end before it
    ///     are stale, so one coin that is a day ahead makes all others stale. To avoid this, pass a day that all coins have
    ///     reached.
    ///   - sampling: the number of sample paths, and their seed.
    ///   - missing: how to treat coins that cannot be forecast.
    ///   - threads: the number of threads that share the coins.
    /// - Throws: ``WalletForecastError``.
    /// - Complexity: for 1,000 paths, about 50 ms of one core for each coin's forecast, and 1 ms for each coin to join them.
    ///   Blocking: not for an event loop.
    public func forecast(
        _ parts: [WalletPart], cash: Double = 0, days: Int, asOf: Day? = nil, sampling: Sampling = Sampling(),
        missing: MissingParts = .refused, threads: Int = 1
    ) throws(WalletForecastError) -> WalletForecast {
        guard let cutoff = asOf ?? parts.map(\.history.lastDay).max() else { throw .noParts }
        let cut = Self.cut(parts, cutoff: cutoff)
        let forecasts = forecaster.forecast(Self.usable(cut), days: days, sampling: sampling, threads: threads)
        return try WalletForecast(
            candidates: Self.candidates(parts, cut, forecasts), cash: cash, sampling: sampling, missing: missing)
    }
}

/// The steps of a joint forecast, for callers that obtain the coins' forecasts elsewhere.
extension JointForecaster {
    /// The closes of a part up to the cutoff, or the reason why the wallet cannot include it.
    package typealias Cut = Result<PriceHistory, WalletForecastError>

    /// Returns the closes of each part up to the cutoff.
    package static func cut(_ parts: [WalletPart], cutoff: Day) -> [Cut] { parts.map { $0.history.through(cutoff) } }

    /// Returns the histories that can be forecast.
    package static func usable(_ cut: [Cut]) -> [PriceHistory] { cut.compactMap { try? $0.get() } }

    /// Pairs parts with their forecasts, as input of `WalletForecast`.
    ///
    /// - Parameter forecasts: one for each history of ``usable(_:)``, in the same order.
    package static func candidates(
        _ parts: [WalletPart], _ cut: [Cut], _ forecasts: [Result<Forecast, ForecastError>]
    ) -> [WalletForecast.Candidate] {
        var forecasts = forecasts[...]
        return zip(parts, cut).map { part, history in
            let ticker = part.history.ticker
            switch history {
            case .failure(let error): return (ticker, part.amount, .failure(error))
            case .success(let history):
                let forecast = forecasts.removeFirst().mapError { WalletForecastError.noForecast(ticker: ticker, reason: $0) }
                return (ticker, part.amount, forecast.map { ($0, history) })
            }
        }
    }
}

extension PriceHistory {
    /// Returns the closes up to and including the cutoff, or the reason why there are none.
    fileprivate func through(_ cutoff: Day) -> Result<PriceHistory, WalletForecastError> {
        guard firstDay <= cutoff else { return .failure(.startsLater(ticker: ticker, firstDay: firstDay, cutoff: cutoff)) }
        guard lastDay >= cutoff else { return .failure(.stale(ticker: ticker, lastDay: lastDay, cutoff: cutoff)) }
        return .success(
            PriceHistory(ticker: ticker, firstDay: firstDay, closes: Array(closes[...(cutoff - firstDay)])))
    }
}
