import Market

/// Forecasts the totals of wallets with one model.
public struct JointForecaster: Sendable {
    /// What forecasts each coin.
    public let forecaster: Forecaster

    /// A joint forecaster of the coins that `forecaster` can forecast.
    public init(_ forecaster: Forecaster) {
        self.forecaster = forecaster
    }

    /// Forecasts the total of a wallet on the next `days` days.
    ///
    /// - Parameters:
    ///   - parts: the coins; the same one may occur twice.
    ///   - cash: in quote currency.
    ///   - days: 1 to the model's horizon.
    ///   - asOf: the cutoff; later closes are ignored. Nil means the newest last day of all histories: coins that end before it are
    ///     stale, and one coin that is a day ahead makes all others so. Give a day that all coins have reached to avoid that.
    ///   - sampling: how many sample paths, and their seed.
    ///   - missing: what becomes of coins that cannot be forecast.
    ///   - threads: how many threads the coins are shared among.
    /// - Throws: ``WalletForecastError``.
    /// - Complexity: of the coins' forecasts, about 50 ms of one core each for 1,000 paths, and 1 ms each to join them. Blocking: not for an event
    ///   loop.
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

/// The steps of a joint forecast, for callers that have their coins' forecasts from elsewhere.
extension JointForecaster {
    /// The closes of a part up to the cutoff, or why the wallet is without it.
    package typealias Cut = Result<PriceHistory, WalletForecastError>

    /// The closes of each part up to the cutoff.
    package static func cut(_ parts: [WalletPart], cutoff: Day) -> [Cut] { parts.map { $0.history.through(cutoff) } }

    /// The histories that are to be forecast.
    package static func usable(_ cut: [Cut]) -> [PriceHistory] { cut.compactMap { try? $0.get() } }

    /// What `WalletForecast` is made of.
    ///
    /// - Parameter forecasts: one for each of ``usable(_:)``.
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
    /// The closes up to a cutoff, of which the last is there; else why a wallet that is forecast from there is without them.
    fileprivate func through(_ cutoff: Day) -> Result<PriceHistory, WalletForecastError> {
        guard firstDay <= cutoff else { return .failure(.startsLater(ticker: ticker, firstDay: firstDay, cutoff: cutoff)) }
        guard lastDay >= cutoff else { return .failure(.stale(ticker: ticker, lastDay: lastDay, cutoff: cutoff)) }
        return .success(
            PriceHistory(ticker: ticker, firstDay: firstDay, closes: Array(closes[...(cutoff - firstDay)])))
    }
}
