import Glibc

/// Times in the forms that mails need, in UTC and without the language of the machine.
enum MailDate {
    /// `Fri, 02 Jan 2026 03:04:05 +0000`, as in the header `Date` (RFC 5322).
    static func header(_ secondsSince1970: Int) -> String {
        let parts = parts(secondsSince1970)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(weekdays[Int(parts.tm_wday)]), \(date) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) +0000"
    }

    /// `20260102T030405Z`
    static func compact(_ secondsSince1970: Int) -> String {
        let parts = parts(secondsSince1970)
        return "\(parts.tm_year + 1900)\(two(parts.tm_mon + 1))\(two(parts.tm_mday))T"
            + "\(two(parts.tm_hour))\(two(parts.tm_min))\(two(parts.tm_sec))Z"
    }

    private static func parts(_ secondsSince1970: Int) -> tm {
        var (seconds, parts) = (time_t(secondsSince1970), tm())
        gmtime_r(&seconds, &parts)
        return parts
    }

    private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
