import Market

/// The `Retry-After` header (RFC 9110, 10.2.3): seconds, or a date of HTTP.
package enum RetryAfter {
    /// No wait is understood as longer than a week.
    package static let longest = 7 * 86_400

    /// - Returns: seconds from `now`, 0 for a moment that has passed; nil for a text that is neither.
    package static func seconds(_ text: String, now: Int) -> Int? {
        let text = text.drop { $0 == " " }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Int(text) ?? longest, longest)
        }
        return date(text).map { min(max(0, $0 - now), longest) }
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send today.
    private static func date(_ text: Substring) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), let date = Day(year: year, month: month + 1, day: day),
            let seconds = DateText.seconds("\(date)T\(parts[4])Z")
        else { return nil }
        return seconds
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
