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
        return HTTPDate.seconds(text).map { min(max(0, $0 - now), longest) }
    }
}
