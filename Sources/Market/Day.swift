/// A calendar day in UTC, counted in days since 1970-01-01. The close of a day is the price at its end.
public struct Day: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01; negative for earlier days.
    public let daysSince1970: Int

    /// Creates the day that many days after 1970-01-01.
    public init(daysSince1970: Int) {
        self.daysSince1970 = daysSince1970
    }

    /// Creates the day that contains a time.
    public init(secondsSince1970: Int) {
        daysSince1970 = Int((Double(secondsSince1970) / 86_400).rounded(.down))
    }

    /// Creates a day of the proleptic Gregorian calendar, years 1 to 9999. Nil if no such day exists.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        // Years start in March, so that the leap day is a year's last: month m starts (153 m + 2) / 5 days into the year.
        // Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        daysSince1970 = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        guard civil == (year, month, day) else { return nil }  // the 31st of a short month
    }

    /// Parses an ISO day such as `2025-02-20`. Nil for any other text.
    public init?(iso text: some StringProtocol) { self.init(isoBytes: text.utf8) }

    /// Parses the bytes of an ISO day.
    init?(isoBytes bytes: some Sequence<UInt8>) {
        var (numbers, count) = ((0, 0, 0), 0)
        for byte in bytes {
            let digit = Int(byte) - Int(UInt8(ascii: "0"))
            switch count {
            case 4, 7: guard byte == UInt8(ascii: "-") else { return nil }
            case 10...: return nil
            default:
                guard (0...9).contains(digit) else { return nil }
                if count < 4 {
                    numbers.0 = numbers.0 * 10 + digit
                } else if count < 7 {
                    numbers.1 = numbers.1 * 10 + digit
                } else {
                    numbers.2 = numbers.2 * 10 + digit
                }
            }
            count += 1
        }
        guard count == 10 else { return nil }
        self.init(year: numbers.0, month: numbers.1, day: numbers.2)
    }

    /// The year, the month and the day of the month.
    public var civil: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    /// Returns true if `left` is earlier than `right`.
    public static func < (left: Day, right: Day) -> Bool { left.daysSince1970 < right.daysSince1970 }
    /// Returns the day `count` days later.
    public static func + (day: Day, count: Int) -> Day { Day(daysSince1970: day.daysSince1970 + count) }
    /// Returns the day `count` days earlier.
    public static func - (day: Day, count: Int) -> Day { Day(daysSince1970: day.daysSince1970 - count) }
    /// Returns the number of days from `right` to `left`.
    public static func - (left: Day, right: Day) -> Int { left.daysSince1970 - right.daysSince1970 }
}

extension Day: CustomStringConvertible {
    /// The ISO day, `2025-02-20`.
    public var description: String {
        let (year, month, day) = civil
        guard (0...9999).contains(year) else { return "\(year)-\(Self.padded(month))-\(Self.padded(day))" }
        return String(unsafeUninitializedCapacity: 10) { text in
            var rest = (year * 100 + month) * 100 + day
            for position in (0..<10).reversed() {
                guard position != 7, position != 4 else {
                    text[position] = UInt8(ascii: "-")
                    continue
                }
                text[position] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return 10
        }
    }

    private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
