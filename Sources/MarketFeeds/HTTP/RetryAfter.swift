import Market

/// The `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date.
package enum RetryAfter {
    /// Longer waits are cut to a week.
    package static let longest = 7 * 86_400

    /// Parses the header.
    ///
    /// - Returns: seconds from `now`, 0 for a past date; nil for a text that is neither.
    package static func seconds(_ text: String, now: Int) -> Int? {
        let text = text.drop { $0 == " " }
        if !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return min(Int(text) ?? longest, longest)
        }
        return HTTPDate.seconds(text).map { min(max(0, $0 - now), longest) }
    }
}
