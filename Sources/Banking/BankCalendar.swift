import Market

/// The days on which banks of the euro area settle payments: the calendar of TARGET, kept by the Eurosystem.
///
/// Closed on Saturdays, Sundays, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December, since 2002. The simulated bank
/// keeps its hours in UTC.
package enum BankCalendar {
    /// The time of day at which payments settle: 10:00 UTC, in seconds.
    package static let settlementSecond = 10 * 3600

    /// Returns true if payments settle on a day.
    package static func isBankingDay(_ day: Day) -> Bool {
        // 1970-01-01 was a Thursday: Saturdays are 2 days later.
        let sinceSaturday = ((day.daysSince1970 - 2) % 7 + 7) % 7
        guard sinceSaturday > 1 else { return false }
        let (_, month, date) = day.civil
        switch (month, date) {
        case (1, 1), (5, 1), (12, 25), (12, 26): return false
        default: return !isEaster(day + 2) && !isEaster(day - 1)
        }
    }

    /// The first banking day that is not before a day.
    package static func bankingDay(from day: Day) -> Day {
        var day = day
        while !isBankingDay(day) { day = day + 1 }
        return day
    }

    /// When a payment settles.
    ///
    /// An order counts from the day on which it is given. An order at the cut-off or later, or not on a banking day, counts from
    /// the next banking day.
    ///
    /// - Parameters:
    ///   - days: banking days from the one that counts until the settlement, 0 or more. An order that settles on its own day does so
    ///     at once after 10:00.
    ///   - secondsSince1970: when the order was given, on the bank's clock.
    ///   - cutOff: the minute of the day in UTC from which orders are too late for the day: 840 for 14:00.
    /// - Returns: seconds since 1970-01-01: 10:00 UTC on a banking day, and never before the order.
    /// - Complexity: O(days).
    package static func next(days: Int, after secondsSince1970: Int, cutOff: Int) -> Int {
        precondition(days >= 0, "\(days) banking days lie in the past")
        let ordered = Day(secondsSince1970: secondsSince1970)
        let second = secondsSince1970 - ordered.daysSince1970 * 86_400
        var day = bankingDay(from: second < cutOff * 60 ? ordered : ordered + 1)
        for _ in 0..<days { day = bankingDay(from: day + 1) }
        return max(secondsSince1970, day.daysSince1970 * 86_400 + settlementSecond)
    }

    /// The moment at which an order given now is sent: the next cut-off of a banking day.
    ///
    /// - Parameters:
    ///   - secondsSince1970: when the order is given, on the bank's clock.
    ///   - cutOff: the minute of the day in UTC.
    package static func cutOff(after secondsSince1970: Int, cutOff: Int) -> Int {
        let ordered = Day(secondsSince1970: secondsSince1970)
        let second = secondsSince1970 - ordered.daysSince1970 * 86_400
        let day = bankingDay(from: second < cutOff * 60 ? ordered : ordered + 1)
        return day.daysSince1970 * 86_400 + cutOff * 60
    }

    private static func isEaster(_ day: Day) -> Bool {
        let (year, month, date) = day.civil
        // For most days the month alone decides.
        return (3...4).contains(month) && easter(year) == (month, date)
    }

    /// Month and day of Easter Sunday in the Gregorian calendar.
    ///
    /// - SeeAlso: "Ten Divisions Lead to Easter", T. H. O'Beirne, New Scientist, 30 March 1961.
    package static func easter(_ year: Int) -> (month: Int, day: Int) {
        let (century, yearOfCentury, golden) = (year / 100, year % 100, year % 19)
        let moonShift = (8 * century + 13) / 25
        let moon = (19 * golden + century - century / 4 - moonShift + 15) % 30
        let late = (golden + 11 * moon) / 319
        let weekday = (2 * (century % 4) + 2 * (yearOfCentury / 4) - yearOfCentury % 4 - moon + late + 32) % 7
        let month = (moon - late + weekday + 90) / 25
        return (month, (moon - late + weekday + month + 19) % 32)
    }
}
