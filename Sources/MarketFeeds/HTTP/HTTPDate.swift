import Market

/// An HTTP date (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers may send today.
package enum HTTPDate {
    /// Parses a date to seconds since 1970-01-01 UTC; nil for any other form.
    package static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]),
            let month = months.firstIndex(of: String(parts[2])), let date = Day(year: year, month: month + 1, day: day),
            let seconds = DateText.seconds("\(date)T\(parts[4])Z")
        else { return nil }
        return seconds
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
