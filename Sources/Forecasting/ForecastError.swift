import Market

/// Why a history cannot be forecast.
public enum ForecastError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Fewer daily closes than the model reads.
    case historyTooShort(ticker: Ticker, have: Int, need: Int)
    /// More or fewer days than the model forecasts.
    case horizonOutOfRange(days: Int, horizon: Int)
    /// A forecast that is no positive finite price: the model does not fit this history.
    case notAPrice(ticker: Ticker, day: Day, value: Double)

    /// A stable word for programs.
    public var code: String {
        switch self {
        case .historyTooShort: "history-too-short"
        case .horizonOutOfRange: "horizon-out-of-range"
        case .notAPrice: "not-a-price"
        }
    }

    /// A sentence with the numbers and what to do.
    public var description: String {
        switch self {
        case .historyTooShort(let ticker, let have, let need):
            "\(ticker) has \(have) daily closes and the model reads \(need). Add \(need - have) more"
        case .horizonOutOfRange(let days, let horizon): "\(days) days were asked for; the model forecasts 1 to \(horizon)"
        case .notAPrice(let ticker, let day, let value):
            "the model's forecast of \(ticker) for \(day) is \(value), no price; the model does not fit this history"
        }
    }
}
