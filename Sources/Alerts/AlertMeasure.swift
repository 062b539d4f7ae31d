import Records

/// What an alert watches: a figure of a coin or of wallets that changes with each close, quote or forecast.
package enum AlertMeasure: String, FieldChoice {
    /// A coin's price.
    case price
    /// How far a coin's price has moved over some days, in percent.
    case change
    /// How far a coin's price is above its highest earlier close, in percent.
    case highest
    /// How far a coin's price is below its lowest earlier close, in percent.
    case lowest
    /// The probability that a close within some days is at a price or below, in percent.
    case probabilityBelow = "probability-below"
    /// The probability that a close within some days is at a price or above, in percent.
    case probabilityAbove = "probability-above"
    /// How far the newest close is outside the 95 % band of the forecast that was made some days earlier, in percent.
    case band
    /// The width of the 80 % band of the forecast after some days, in percent of the newest close.
    case range
    /// The share of a coin's closes within the 95 % bands of the forecasts in its diary, in percent.
    case coverage
    /// The days since a coin's newest close ended.
    case staleness
    /// The total of wallets.
    case total
    /// How far the total of wallets has moved over some days, without what was paid in or out, in percent.
    case totalChange = "total-change"
    /// A coin's part of the total of wallets, in percent.
    case share

    /// The unit of the figure and of the threshold.
    package enum Unit: Sendable { case money, percent, days }

    package var unit: Unit {
        switch self {
        case .price, .total: .money
        case .staleness: .days
        default: .percent
        }
    }

    /// Whether the figure is about wallets, and about a coin.
    package var isOfWallets: Bool { [.total, .totalChange, .share].contains(self) }
    package var isOfCoin: Bool { !isOfWallets || self == .share }
    /// Whether the figure comes from forecasts, which are made from closes, never from quotes.
    package var isOfForecast: Bool { [.probabilityBelow, .probabilityAbove, .band, .range, .coverage].contains(self) }
    /// Whether the figure is about a price that the person names.
    package var hasPrice: Bool { self == .probabilityBelow || self == .probabilityAbove }
    package var hasCurrency: Bool { [.price, .total].contains(self) }
    package var hasSince: Bool { self == .highest || self == .lowest }

    /// The number of days that it accepts; nil if it has none.
    package var days: ClosedRange<Int>? {
        switch self {
        case .change, .totalChange: 1...365
        case .probabilityBelow, .probabilityAbove, .band, .range: 1...96
        default: nil
        }
    }

    /// The direction and threshold of an alert that gives none; nil if they must be given.
    package var usual: (direction: AlertDirection, threshold: Int)? {
        switch self {
        case .highest, .lowest, .band: (.above, 0)
        case .coverage: (.below, 95)
        case .staleness: (.above, 2)
        default: nil
        }
    }

    /// Whether a threshold makes sense: a price and a number of days are positive, a share is at most 100.
    package var thresholds: ClosedRange<Int> {
        switch self {
        case .price: 0...1_000_000_000_000_000
        case .total: -1_000_000_000_000_000...1_000_000_000_000_000
        case .probabilityBelow, .probabilityAbove, .coverage, .share: 0...100
        case .highest, .lowest, .band: 0...1000
        case .range: 0...100_000
        case .staleness: 1...365
        case .change, .totalChange: -100...100_000
        }
    }
}

/// On which side of its threshold a figure must be for an alert to fire.
package enum AlertDirection: String, FieldChoice { case above, below }

/// Whose total an alert watches.
package enum AlertAccount: String, FieldChoice {
    /// A wallet, or all wallets together.
    case wallets
    /// The simulated account.
    case practice
}

/// What an alert does with the next figure.
package enum AlertState: String, FieldChoice {
    /// It fires when the figure passes the threshold.
    case armed
    /// The figure has passed the threshold; it is armed again when the figure is back by the margin.
    case waiting
    /// Nothing is watched until the person resumes it.
    case paused
    /// It was to fire once, and has.
    case done
}
