import Market

/// The dates of feeds.
package enum FeedDate {
    /// Parses RFC 822 (`Tue, 24 Nov 2026 09:30 EST`, with or without its day of the week and seconds) and ISO 8601.
    ///
    /// - Returns: seconds since 1970-01-01 UTC; nil for anything else, and for the years before 1995 and after 9000, which mean that
    ///   there is no date.
    package static func seconds(_ text: String) -> Int? {
        let text = String(text.prefix(64)).trimmingSpaces
        let isISO = text.utf8.dropFirst(4).first == UInt8(ascii: "-")
        guard let time = isISO ? DateText.seconds(text) : mailDate(text) else { return nil }
        return seconds(unix: time)
    }

    /// - Parameter time: seconds since 1970-01-01 UTC.
    static func seconds(unix time: Int) -> Int? { (788_918_400...221_845_392_000).contains(time) ? time : nil }

    private static func mailDate(_ text: String) -> Int? {
        var words = text.split { " ,\t".contains($0) }.map(String.init)
        if let first = words.first, first.first?.isLetter == true { words.removeFirst() }
        // Some write 24-Nov-2026.
        if let first = words.first, first.contains("-") {
            words.replaceSubrange(0..<1, with: first.split(separator: "-").map(String.init))
        }
        guard words.count >= 4, let day = number(words[0], 1...31),
            let month = months.firstIndex(of: words[1].prefix(3).lowercased()),
            let year = year(words[2]), let date = Day(year: year, month: month + 1, day: day), let time = timeOfDay(words[3])
        else { return nil }
        guard let offset = words.count == 4 ? 0 : offset(words[4]) else { return nil }
        return date.daysSince1970 * 86_400 + time - offset
    }

    private static func number(_ text: some StringProtocol, _ range: ClosedRange<Int>) -> Int? {
        guard (1...4).contains(text.utf8.count), let number = Int(text), range.contains(number) else { return nil }
        return number
    }

    private static func year(_ text: String) -> Int? {
        guard let year = number(text, 0...9999) else { return nil }
        return text.utf8.count > 2 ? year : year + (year < 70 ? 2000 : 1900)
    }

    private static func timeOfDay(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hour = number(parts[0], 0...23), let minute = number(parts[1], 0...59),
            let second = parts.count == 3 ? number(parts[2].prefix { $0 != "." }, 0...60) : 0
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// Seconds east of UTC.
    private static func offset(_ text: String) -> Int? {
        if let hours = zones[text.uppercased()] { return Int(hours * 3600) }
        var digits = text.filter { $0 != ":" }[...]
        for prefix in ["GMT", "UTC"] where digits.hasPrefix(prefix) { digits = digits.dropFirst(3) }
        guard let sign = digits.first, sign == "+" || sign == "-", digits.utf8.count == 5,
            let hours = number(digits.dropFirst().prefix(2), 0...23), let minutes = number(digits.suffix(2), 0...59)
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static let zones: [String: Double] = [
        "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
        "IST": 5.5, "SGT": 8, "HKT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5,
        "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
}

extension String {
    fileprivate var trimmingSpaces: String { split { $0.isWhitespace }.joined(separator: " ") }
}
