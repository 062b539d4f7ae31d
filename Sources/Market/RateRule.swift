/// Which rate of a currency counts on a day that has none: rates have no weekends and holidays.
package enum RateRule {
    /// The most days that a rate may be older than the day that it counts for: from the Thursday before Easter to the Monday after
    /// it are four.
    package static let longestAgeDays = 5

    /// Returns the rate of a day, or the newest of the ``longestAgeDays`` days before it.
    ///
    /// - Parameter rate: the rate of a day, nil where there is none.
    package static func newest<Rate>(on day: Day, _ rate: (Day) -> Rate?) -> (day: Day, rate: Rate)? {
        for age in 0...longestAgeDays {
            if let found = rate(day - age) { return (day - age, found) }
        }
        return nil
    }
}
