import Market

/// Why the result of a paper match cannot be computed.
package enum PaperTradingError: Error, Equatable, Sendable {
    /// The model forecasts prices without bands, so it gives no chances.
    case noBands(model: String)
    /// An amount is too large for an exact decimal: the close of this coin is extremely small or large.
    case tooLarge(Ticker, Day)
}

extension PaperTradingError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noBands(let model):
            "the model \(model) forecasts prices without chances; choose a model with bands, or leave out the strategy follow"
        case .tooLarge(let ticker, let day):
            "the close of \(ticker) on \(day) gives amounts beyond 1.7e20; leave the coin out, or correct its closes"
        }
    }
}
