/// The strategy of a participant in a paper match.
///
/// Every strategy buys on the first day, at that day's closes. Only ``followForecast`` looks at a forecast.
package enum Strategy: String, CaseIterable, Comparable, Sendable {
    /// Buys equal parts on the first day and never trades again. All other strategies are measured against it.
    case hold
    /// Trades back to equal parts on the first day of each month.
    case rebalance
    /// Holds the coins that are likely to rise, see ``ForecastRule``.
    case followForecast = "follow"

    /// The rule in one sentence, the same on the command line, in the API and on pages.
    ///
    /// - Parameter threshold: in percent, as text; only ``followForecast`` has one.
    package func rule(threshold: String) -> String {
        switch self {
        case .hold: "Buys equal parts of all coins on the first day and never trades again."
        case .rebalance:
            "Buys equal parts of all coins on the first day and trades back to equal parts on the first day of each month."
        case .followForecast:
            "On the first day and on the first day of each month, puts equal parts of the money into the coins whose forecast, made "
                + "from the closes up to the day before, gives a chance above \(threshold) of a higher close after "
                + "\(ForecastRule.days) days, and keeps the rest in cash."
        }
    }

    /// Orders strategies as they are listed.
    package static func < (left: Strategy, right: Strategy) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }
}
