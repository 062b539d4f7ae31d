extension HistoryFault {
    /// Whether rates of a currency usually have it: there are none on weekends and holidays, and some are pegged.
    package var isUsualForRates: Bool {
        switch self {
        case .gap(let first, let last): last - first < RateRule.longestAgeDays
        case .stale(_, let days): days <= RateRule.longestAgeDays
        case .unchanged: true
        default: false
        }
    }
}

/// The rate of a currency on a day without one: there are no rates on weekends and holidays.
package enum RateRule {
    /// The most days that a rate may be older than the day that it counts for: from the Thursday before Easter to the Monday after
    /// it are four.
    package static let longestAgeDays = 5

    /// The last day from Monday to Friday up to a day: the newest one of which a rate is to be expected.
    package static func lastWorkday(through day: Day) -> Day {
        switch (day.daysSince1970 + 4) % 7 {  // 1970-01-01 was a Thursday.
        case 0: day - 2
        case 6: day - 1
        default: day
        }
    }

    /// Returns the rate of a day, or the newest of the ``longestAgeDays`` days before it.
    ///
    /// - Parameter rate: the rate of a day, nil if there is none.
    package static func newest<Rate>(on day: Day, _ rate: (Day) -> Rate?) -> (day: Day, rate: Rate)? {
        for age in 0...longestAgeDays {
            if let found = rate(day - age) { return (day - age, found) }
        }
        return nil
    }
}
