/// Parses the dates and times that price files and providers write.
package enum DateText {
    /// A point in time as written, before its UTC offset is applied.
    package struct Stamp: Equatable, Sendable {
        /// Seconds since 1970-01-01 on the local clock.
        package let localSeconds: Int
        /// The local clock's offset from UTC in seconds; nil if the text states none, which means UTC.
        package let offset: Int?

        package init(localSeconds: Int, offset: Int?) { (self.localSeconds, self.offset) = (localSeconds, offset) }

        /// Seconds since 1970-01-01 UTC.
        package var seconds: Int { localSeconds - (offset ?? 0) }
    }

    /// Parses an ISO day (`2025-02-20` or `20250220`), an ISO date-time (UTC if it has no offset) or a Unix time.
    ///
    /// - Returns: seconds since 1970-01-01 UTC, or nil for anything else.
    package static func seconds(_ text: String) -> Int? { stamp(text)?.seconds }

    /// Parses the same formats as ``seconds(_:)`` and keeps the offset from UTC.
    package static func stamp(_ text: String) -> Stamp? {
        // An ISO day, the usual form, is neither a compact day nor a Unix time.
        if text.utf8.dropFirst(4).first != UInt8(ascii: "-") {
            if let day = compactDay(text) { return Stamp(localSeconds: day.daysSince1970 * 86_400, offset: nil) }
            if let number = unixSeconds(text) { return Stamp(localSeconds: number, offset: nil) }
        }
        guard let end = text.utf8.index(text.startIndex, offsetBy: 10, limitedBy: text.endIndex),
            let day = Day(isoBytes: text.utf8[..<end])
        else { return nil }
        let midnight = day.daysSince1970 * 86_400
        let rest = text[end...]
        guard let mark = rest.first else { return Stamp(localSeconds: midnight, offset: nil) }
        guard mark == "T" || mark == " " else { return nil }
        return timeOfDay(rest.dropFirst()).map { Stamp(localSeconds: midnight + $0.localSeconds, offset: $0.offset) }
    }

    /// Parses eight digits as a day. Read as Unix seconds they would lie in 1970.
    private static func compactDay(_ text: String) -> Day? {
        guard text.utf8.count == 8, let number = Int(text) else { return nil }
        return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Parses a Unix time in seconds, milliseconds, microseconds or nanoseconds. The unit follows from the size: seconds stay
    /// below 1e11 until the year 5138.
    package static func unixSeconds(_ text: String) -> Int? {
        // Some exporters write "1739923200.0".
        let whole = text.hasSuffix(".0") ? text.dropLast(2) : text[...]
        guard whole.utf8.count >= 9, let number = Int(whole), number >= 0 else { return nil }
        var seconds = number
        while seconds >= 100_000_000_000 { seconds /= 1000 }
        return seconds
    }

    /// Parses `00:00`, `00:00:00` or `00:00:00.0000000`, followed by `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02` or nothing.
    private static func timeOfDay(_ text: Substring) -> Stamp? {
        let clock = text.prefix { $0.isNumber || $0 == ":" || $0 == "." }
        let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let hours = Int(parts[0]), let minutes = Int(parts[1]),
            let seconds = parts.count == 3 ? Double(parts[2]) : 0,
            (0..<24).contains(hours), (0..<60).contains(minutes), (0..<61).contains(seconds)
        else { return nil }
        let zone = text.dropFirst(clock.count)
        guard let offset = zoneSeconds(zone) else { return nil }
        return Stamp(
            localSeconds: hours * 3600 + minutes * 60 + Int(seconds), offset: zone.contains { $0 != " " } ? offset : nil)
    }

    /// Parses an offset in seconds ahead of UTC: 0 if there is none, nil if it is malformed.
    static func zoneSeconds(_ text: Substring) -> Int? {
        let zone = text.drop { $0 == " " }
        if zone.isEmpty || zone == "Z" || zone == "UTC" || zone == "GMT" { return 0 }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard digits.count == 4 || digits.count == 2, let number = Int(digits), number >= 0 else { return nil }
        let (hours, minutes) = digits.count == 4 ? (number / 100, number % 100) : (number, 0)
        guard hours <= 14, minutes < 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Formats an offset: `+02:00`, or `+00:00` for UTC.
    static func zone(_ offset: Int) -> String {
        let minutes = abs(offset) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }
}
