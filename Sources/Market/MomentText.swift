/// Formats points in time, given in seconds since 1970-01-01 UTC.
package enum MomentText {
    /// `2025-02-20T14:30:00Z`.
    package static func iso(_ time: Int) -> String { iso(time, fraction: nil) }

    /// `2025-02-20T14:30:00.123Z`.
    package static func iso(_ time: Int, milliseconds: Int) -> String { iso(time, fraction: milliseconds) }

    /// `2025-02-20 14:30`.
    package static func short(_ time: Int) -> String {
        let second = secondOfDay(time)
        return "\(Day(secondsSince1970: time)) \(two(second / 3600)):\(two(second / 60 % 60))"
    }

    /// `20250220-143000`, for the name of a file.
    package static func compact(_ time: Int) -> String {
        let second = secondOfDay(time)
        let day = "\(Day(secondsSince1970: time))".filter { $0 != "-" }
        return "\(day)-\(two(second / 3600))\(two(second / 60 % 60))\(two(second % 60))"
    }

    /// Writes digit by digit: every line of a log has a moment.
    private static func iso(_ time: Int, fraction: Int?) -> String {
        let (day, second) = (Day(secondsSince1970: time), secondOfDay(time))
        let (year, month, dayOfMonth) = day.civil
        guard (0...9999).contains(year) else {
            return "\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
        }
        let count = fraction == nil ? 20 : 24
        return String(unsafeUninitializedCapacity: count) { bytes in
            func put(_ value: Int, at offset: Int, digits: Int) {
                var value = value
                for position in stride(from: offset + digits - 1, through: offset, by: -1) {
                    bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
                    value /= 10
                }
            }
            for (offset, sign) in zip([4, 7, 10, 13, 16, count - 1], "--T::Z".utf8) { bytes[offset] = sign }
            put(year, at: 0, digits: 4)
            put(month, at: 5, digits: 2)
            put(dayOfMonth, at: 8, digits: 2)
            put(second / 3600, at: 11, digits: 2)
            put(second / 60 % 60, at: 14, digits: 2)
            put(second % 60, at: 17, digits: 2)
            if let fraction {
                bytes[19] = UInt8(ascii: ".")
                put(fraction, at: 20, digits: 3)
            }
            return count
        }
    }

    private static func secondOfDay(_ time: Int) -> Int { ((time % 86_400) + 86_400) % 86_400 }
    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
