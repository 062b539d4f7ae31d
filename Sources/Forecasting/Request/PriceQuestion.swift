import Market

/// A question about each day of a forecast.
package enum PriceQuestion: Equatable, Hashable, Sendable {
    case above(Double)
    case below(Double)
    case touch(Double)

    /// A word for people, a member's name for programs.
    package var name: String {
        switch self {
        case .above: "above"
        case .below: "below"
        case .touch: "touch"
        }
    }

    /// In quote currency per coin.
    package var price: Double {
        switch self {
        case .above(let price), .below(let price), .touch(let price): price
        }
    }

    /// The question about a step.
    package func event(step: Int) -> PriceEvent {
        switch self {
        case .above(let price): .above(price, step: step)
        case .below(let price): .below(price, step: step)
        case .touch(let price): .touches(price, within: step)
        }
    }

    /// The probability at a step.
    ///
    /// - Precondition: the model has a distribution, and has paths, drawn or redrawn, if the question is ``touch(_:)``: callers refuse other models.
    package func probability(_ forecast: Forecast, step: Int) -> Double { forecast.probability(of: event(step: step))! }

    /// The probability at a step of a wallet's total; ``price`` is then a total. Six digits, more than sample paths support.
    package func probability(_ forecast: WalletForecast, step: Int) -> Double {
        PriceText.rounded(forecast.probability(of: event(step: step)), digits: 6)
    }
}
