import Market

/// How much of the past a wallet's chart shows.
enum WalletPast: String, CaseIterable, Sendable {
    case month = "1M"
    case quarter = "3M"
    case all = "All"

    /// The first day in sight.
    func firstDay(before last: Day, first: Day) -> Day {
        switch self {
        case .month: max(first, last - 30)
        case .quarter: max(first, last - 91)
        case .all: first
        }
    }
}

/// How far ahead a wallet's chart looks; the last day is also that of the question.
enum WalletAhead: String, CaseIterable, Sendable {
    case week = "1W"
    case fortnight = "2W"
    case month = "1M"
    case twoMonths = "2M"
    case quarter = "3M"

    /// Days ahead of the last close, at most as many as the model forecasts.
    func days(horizon: Int) -> Int { min(length, horizon) }

    private var length: Int {
        switch self {
        case .week: 7
        case .fortnight: 14
        case .month: 30
        case .twoMonths: 60
        case .quarter: 96
        }
    }
}
