/// A service that publishes prices.
public enum Provider: String, CaseIterable, Sendable, CustomStringConvertible {
    case binance, kraken, coinmetrics, coinbase, coingecko, cryptocompare, coinapi, messari

    /// Its name in settings, on the command line and beside each close that came from it.
    public var description: String { rawValue }
}
