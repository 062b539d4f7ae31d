/// A service that publishes prices.
public enum Provider: String, CaseIterable, Sendable, CustomStringConvertible {
    case binance, kraken, coinmetrics, coinbase, coingecko, cryptocompare, coinapi, messari

    /// The name in settings, on the command line and beside each stored close.
    public var description: String { rawValue }
}
