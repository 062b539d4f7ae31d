/// A time as archives store it: even seconds from 1980-01-01 to 2107-12-31, here in UTC, so that the bytes do not depend on the
/// server's time zone. Other times are stored as the nearest of these.
struct DOSTime: Equatable {
    private static let first = 315_532_800
    private static let last = 4_354_819_199

    /// Hours, minutes and pairs of seconds.
    let time: Int
    /// Years since 1980, months and days.
    let date: Int

    /// - Parameter seconds: since 1970-01-01 UTC.
    init(seconds: Int) {
        let (day, second) = min(max(seconds, Self.first), Self.last).quotientAndRemainder(dividingBy: 86400)
        time = (second / 3600) << 11 | (second / 60 % 60) << 5 | (second % 60 / 2)
        // Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days: years begin in March, leap days end them.
        let shifted = day + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        date = (year - 1980) << 9 | month << 5 | (dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
