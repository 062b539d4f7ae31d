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
    ///   - threads: the number of threads that share the coins, then the days.
    /// - Throws: ``WalletForecastError``.
    /// - Complexity: for 1,000 paths, about 50 ms of one core for each coin's forecast, and 1 ms for each coin to join them.
    ///   Blocking: not for an event loop.
    public func forecast(
        _ parts: [WalletPart], cash: Double = 0, days: Int, asOf: Day? = nil, sampling: Sampling = Sampling(),
        missing: MissingParts = .refused, threads: Int = 1
    ) throws(WalletForecastError) -> WalletForecast {
        guard let cutoff = asOf ?? parts.map(\.history.lastDay).max() else { throw .noParts }
        let coins = WalletCoins(parts, cutoff: cutoff)
        let forecasts = forecaster.forecast(coins.histories, days: days, sampling: sampling, threads: threads)
        return try coins.joined(forecasts, cash: cash, sampling: sampling, missing: missing, threads: threads)
    }
}
