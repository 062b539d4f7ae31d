import Market

/// When something recurs: every so many days, weeks, months or years from its first day on.
///
/// Months and years are counted from the first day, so that the 31st falls on the last day of a shorter month and comes back to the
/// 31st afterwards, and 29 February is 28 February in other years.
package struct Recurrence: Hashable, Sendable {
    package enum Unit: String, CaseIterable, Sendable { case day, week, month, year }

    package let every: Int
    package let unit: Unit
    package let first: Day
    /// The last day on which it can fall; nil for no end.
    package let until: Day?

    /// Days are in the years 1 to 9999.
    private static let calendar = Day(daysSince1970: -719_162)...Day(daysSince1970: 2_932_896)

    /// - Parameters:
    ///   - every: 1 to 99.
    ///   - until: not before `first`.
    /// - Returns: nil for other values, and for days outside the years 1 to 9999.
    package init?(every: Int, unit: Unit, first: Day, until: Day?) {
        let end = until ?? first
        guard (1...99).contains(every), Self.calendar.contains(first), Self.calendar.contains(end), first <= end else { return nil }
        (self.every, self.unit, self.first, self.until) = (every, unit, first, until)
    }

    /// Returns the days on which it falls, in order.
    ///
    /// - Parameters:
    ///   - after: only days later than this one; nil for all from ``first`` on.
    ///   - through: the last day.
    ///   - most: the number of days after which to stop.
    /// - Complexity: linear in the number of returned days, however long ago ``first`` is.
    package func days(after: Day?, through: Day, most: Int) -> [Day] {
        let last = min(through, until ?? through, Self.calendar.upperBound)
        var days: [Day] = []
        var number = after.map(numberBefore) ?? 0
        while days.count < most, let day = day(number), day <= last {
            if day > after ?? first - 1 { days.append(day) }
            number += 1
        }
        return days
    }

    /// Returns the number of an occurrence that is not later than a day, and at most two before the first later one; 0 for days before
    /// the first.
    private func numberBefore(_ day: Day) -> Int {
        let day = min(day, Self.calendar.upperBound)
        guard day > first else { return 0 }
        switch unit {
        case .day, .week: return (day - first) / step
        case .month, .year: return max(0, (Self.months(day) - Self.months(first)) / step - 1)
        }
    }

    /// In days, or in months.
    private var step: Int {
        switch unit {
        case .day, .month: every
        case .week: 7 * every
        case .year: 12 * every
        }
    }

    /// Months since the year 0.
    private static func months(_ day: Day) -> Int { day.civil.year * 12 + day.civil.month - 1 }

    /// Returns the day of an occurrence, counted from 0; nil after the year 9999.
    private func day(_ number: Int) -> Day? {
        switch unit {
        case .day, .week: return first + number * step
        case .month, .year:
            let months = Self.months(first) + number * step
            // No month is shorter than 28 days.
            return (0...3).lazy.compactMap { short in
                Day(year: months / 12, month: months % 12 + 1, day: min(first.civil.day, 31 - short))
            }.first
        }
    }
}
