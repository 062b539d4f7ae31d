/// Parses the dates and times that price files and providers write.
package enum DateText {
    /// A point in time as written, before its UTC offset is applied.
    package struct Stamp: Equatable, Sendable {
        /// Seconds since 1970-01-01 on the local clock.
        package let localSeconds: Int
        /// The local clock's offset from UTC in seconds; nil if the text states none, which means UTC.
        package let offset: Int?
        /// Whether the text states a time of day; a date alone stands for the whole day.
        package let hasTime: Bool

        package init(localSeconds: Int, offset: Int?, hasTime: Bool = true) {
            (self.localSeconds, self.offset, self.hasTime) = (localSeconds, offset, hasTime)
        }

        /// A date without a time.
        init(_ day: Day) { self.init(localSeconds: day.daysSince1970 * 86_400, offset: nil, hasTime: false) }

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
            if let day = compactDay(text) { return Stamp(day) }
            if let number = unixSeconds(text) { return Stamp(localSeconds: number, offset: nil) }
        }
        guard let end = text.utf8.index(text.startIndex, offsetBy: 10, limitedBy: text.endIndex),
            let day = Day(isoBytes: text.utf8[..<end])
        else { return nil }
        let midnight = day.daysSince1970 * 86_400
        let rest = text[end...]
        guard let mark = rest.first else { return Stamp(day) }
        guard mark == "T" || mark == " " else { return nil }
        return timeOfDay(rest.dropFirst()).map { Stamp(localSeconds: midnight + $0.localSeconds, offset: $0.offset) }
    }

    /// Parses eight digits as a day. Read as Unix seconds they would lie in 1970.
    private static func compactDay(_ text: String) -> Day? {
        guard text.utf8.count == 8, let number = Int(text) else { return nil }
        return Day(year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// Parses the serial number that Excel shows for a date whose cell has no date format: days since 1899-12-30, with the time
    /// as a fraction. Accepts 1954-10-03 to 2119-01-11.
    static func excelStamp(_ text: String) -> Stamp? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts[0].utf8.count == 5, let days = Int(parts[0]), (20_000...80_000).contains(days),
            let value = Double(text)
        else { return nil }
        let day = excelDayZero + days
        guard value > Double(days) else { return Stamp(day) }
        return Stamp(localSeconds: day.daysSince1970 * 86_400 + Int(((value - Double(days)) * 86_400).rounded()), offset: nil)
    }

    private static let excelDayZero = Day(iso: "1899-12-30")!

    /// Parses a date whose month is a word, which allows only one reading: `Oct 31, 2024`, `31 Oct 2024`, `31-Oct-2024`.
    static func wordStamp(_ text: String) -> Stamp? { wordPatterns.lazy.compactMap { $0.stamp(text) }.first }

    private static let wordPatterns = ["MMM d, yyyy", "MMM d yyyy", "d MMM yyyy", "d-MMM-yyyy"].compactMap { try? DatePattern($0) }

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
