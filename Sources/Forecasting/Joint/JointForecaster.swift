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
        let coins = WalletCoins(parts, cutoff: cutoff)
        let forecasts = forecaster.forecast(coins.histories, days: days, sampling: sampling, threads: threads)
        return try coins.joined(forecasts, cash: cash, sampling: sampling, missing: missing)
    }
}
