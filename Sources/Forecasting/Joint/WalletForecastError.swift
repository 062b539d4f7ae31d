import Market
import Text

/// The reasons why a wallet cannot be forecast, or why a part is left out.
public enum WalletForecastError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The wallet holds no coins.
    case noParts
    /// Every coin would be left out; holds the reason for the first one.
    indirect case nothingLeft(first: WalletForecastError)
    /// A coin has no forecast.
    case noForecast(ticker: Ticker, reason: ForecastError)
    /// The coin's model forecasts points without a distribution.
    case noDistribution(ticker: Ticker, model: String)
    /// The coin's closes end before the wallet's cutoff.
    case stale(ticker: Ticker, lastDay: Day, cutoff: Day)
    /// The coin's closes start after the wallet's cutoff.
    case startsLater(ticker: Ticker, firstDay: Day, cutoff: Day)
    /// The coins have too few days in common to learn how they move together. Names the coin whose closes start last.
    case tooFewCommonDays(ticker: Ticker, days: Int, need: Int)
    /// An amount is infinite or NaN.
    case notAnAmount(ticker: Ticker, value: Double)
    /// The cash is infinite or NaN.
    case notCash(value: Double)

    /// A stable error code for programs.
    public var code: String {
        switch self {
        case .noParts: "wallet-empty"
        case .nothingLeft(let first): first.code
        case .noForecast(_, let reason): reason.code
        case .noDistribution: "no-distribution"
        case .stale: "history-stale"
        case .startsLater: "history-starts-later"
        case .tooFewCommonDays: "too-few-common-days"
        case .notAnAmount: "not-an-amount"
        case .notCash: "not-cash"
        }
    }

    /// A sentence with the numbers and, if possible, a remedy.
    public var description: String {
        switch self {
        case .noParts: "the wallet holds no coin; add one, as cash alone needs no forecast"
        case .nothingLeft(let first): "no coin of the wallet can be forecast: \(first)"
        case .noForecast(_, let reason): reason.description
        case .noDistribution(let ticker, let model):
            "the model \(model) has no bands for \(ticker), and a wallet's total is made of them; use a calibrated model"
        case .stale(let ticker, let lastDay, let cutoff):
            "the closes of \(ticker) end on \(lastDay), those of other coins on \(cutoff). Add \(cutoff - lastDay) more, "
                + "or forecast the wallet as of \(lastDay)"
        case .startsLater(let ticker, let firstDay, let cutoff):
            "the closes of \(ticker) begin on \(firstDay), after \(cutoff), the day to forecast from. Choose a later day"
        case .tooFewCommonDays(let ticker, let days, let need):
            "the coins share \(days.counted("daily return")) and their dependence takes \(need). Add earlier closes of \(ticker)"
        case .notAnAmount(let ticker, let value): "the amount of \(ticker) is \(value), which is not an amount of coins"
        case .notCash(let value): "the cash is \(value), which is not an amount of money"
        }
    }
}
