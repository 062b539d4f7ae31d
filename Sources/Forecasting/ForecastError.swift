import Market
import Text

/// The reasons why a history cannot be forecast.
public enum ForecastError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The history has fewer daily closes than the model reads.
    case historyTooShort(ticker: Ticker, have: Int, need: Int)
    /// The requested number of days is not between 1 and the model's horizon.
    case horizonOutOfRange(days: Int, horizon: Int)
    /// A forecast close is not a positive finite number: the model does not fit this history.
    case notAPrice(ticker: Ticker, day: Day, value: Double)

    /// A stable error code for programs.
    public var code: String {
        switch self {
        case .historyTooShort: "history-too-short"
        case .horizonOutOfRange: "horizon-out-of-range"
        case .notAPrice: "not-a-price"
        }
    }

    /// A sentence with the numbers and, if possible, a remedy.
    public var description: String {
        switch self {
        case .historyTooShort(let ticker, let have, let need):
            "\(ticker) has \(have.counted("daily close")) and the model reads \(need). Add \(need - have) more"
        case .horizonOutOfRange(let days, let horizon): "\(days) days requested; the model forecasts 1 to \(horizon)"
        case .notAPrice(let ticker, let day, let value):
            "the model's forecast of \(ticker) for \(day) is \(value), which is not a price; the model does not fit this history"
        }
    }
}
