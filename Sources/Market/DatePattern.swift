/// A date format for price files whose dates are neither ISO dates nor Unix times: `dd/MM/yyyy`.
public struct DatePattern: Equatable, Sendable, CustomStringConvertible {
    private enum Part: Equatable {
        case literal(String)
        case year, shortYear, month, monthName, day
        case hour, halfDayHour, minute, second, halfOfDay, offset
    }

    /// The supported pattern letters, for help texts and errors.
    public static let letters = "yyyy or yy, MM or MMM (Feb), dd, HH, hh, mm, ss, a (AM, PM), Z (+02:00)"

    /// The pattern as written.
    public let description: String
    private let parts: [Part]

    /// Parses a pattern.
    ///
    /// - Throws: ``PriceFileFormError/badDateFormat(_:reason:)`` for an unknown letter, or if year, month or day is missing.
    public init(_ text: String) throws(PriceFileFormError) {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "'" {
                let quoted = rest.dropFirst().prefix { $0 != "'" }
                guard rest.dropFirst(1 + quoted.count).first == "'" else {
                    throw .badDateFormat(text, reason: "a quotation mark is not closed")
                }
                parts.append(.literal(String(quoted)))
                rest = rest.dropFirst(quoted.count + 2)
                continue
            }
            guard first.isLetter else {
                guard first != "%" else { throw .badDateFormat(text, reason: "write letters instead of % codes") }
                parts.append(.literal(String(first)))
                rest = rest.dropFirst()
                continue
            }
            let run = rest.prefix { $0 == first }
            guard let part = Self.part(String(run)) else { throw .badDateFormat(text, reason: "\"\(run)\" is not known") }
            guard !parts.contains(part) else { throw .badDateFormat(text, reason: "\"\(run)\" is there twice") }
            parts.append(part)
            rest = rest.dropFirst(run.count)
        }
        func has(_ wanted: Part...) -> Bool { wanted.count { parts.contains($0) } == 1 }
        guard has(.year, .shortYear), has(.month, .monthName), has(.day) else {
            throw .badDateFormat(text, reason: "it needs a year, a month and a day, each once")
        }
        guard !parts.contains(.halfDayHour) || parts.contains(.halfOfDay) else {
            throw .badDateFormat(text, reason: "hh needs an a for AM or PM; HH counts to 23")
        }
        (description, self.parts) = (text, parts)
    }

    private static func part(_ letters: String) -> Part? {
        switch letters {
        case "yyyy": .year
        case "yy": .shortYear
        case "MM", "M": .month
        case "MMM", "MMMM": .monthName
        case "dd", "d": .day
        case "HH", "H": .hour
        case "hh", "h": .halfDayHour
        case "mm": .minute
        case "ss": .second
        case "a": .halfOfDay
        case "Z": .offset
        case "T": .literal("T")
        default: nil
        }
    }

    /// Parses a date in this format. Returns nil if the text does not match or no such date exists.
    package func stamp(_ text: String) -> DateText.Stamp? {
        var rest = text.utf8[...]
        var (year, month, day, hour, minute, second) = (0, 0, 0, 0, 0, 0)
        var (isAfternoon, offset): (Bool?, Int?) = (nil, nil)
        for (index, part) in parts.enumerated() {
            // Adjacent digit fields without a separator have fixed widths.
            let isTight = index + 1 < parts.count && !Self.isSeparator(parts[index + 1])
            switch part {
            case .literal(let literal):
                guard rest.starts(with: literal.utf8) else { return nil }
                rest = rest.dropFirst(literal.utf8.count)
            case .year: guard Self.read(&rest, 4...4, &year) else { return nil }
            case .shortYear:
                guard Self.read(&rest, 2...2, &year) else { return nil }
                year += year < 70 ? 2000 : 1900
            case .month: guard Self.read(&rest, isTight ? 2...2 : 1...2, &month) else { return nil }
            case .day: guard Self.read(&rest, isTight ? 2...2 : 1...2, &day) else { return nil }
            case .hour, .halfDayHour: guard Self.read(&rest, isTight ? 2...2 : 1...2, &hour) else { return nil }
            case .minute: guard Self.read(&rest, 2...2, &minute) else { return nil }
            case .second: guard Self.read(&rest, 2...2, &second) else { return nil }
            case .monthName:
                let name = rest.prefix { $0 > UInt8(ascii: "9") }
                guard let number = Self.month(named: String(Substring(name))) else { return nil }
                month = number
                rest = rest.dropFirst(name.count)
            case .halfOfDay:
                switch String(Substring(rest.prefix(2))).lowercased() {
                case "am": isAfternoon = false
                case "pm": isAfternoon = true
                default: return nil
                }
                rest = rest.dropFirst(2)
            case .offset:
                guard let seconds = DateText.zoneSeconds(Substring(rest)) else { return nil }
                (offset, rest) = (seconds, rest.suffix(0))
            }
        }
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard rest.isEmpty, hour < 24, minute < 60, second < 61, let day = Day(year: year, month: month, day: day) else {
            return nil
        }
        return .init(
            localSeconds: day.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second, offset: offset, hasTime: hasTime)
    }

    /// Whether a date in this format may look like an ISO date: `yyyy-dd-MM`.
    var beginsWithYear: Bool { parts.first == .year }

    private var hasTime: Bool { parts.contains(.hour) || parts.contains(.halfDayHour) }

    private static func isSeparator(_ part: Part) -> Bool {
        switch part {
        case .literal, .monthName, .halfOfDay, .offset: true
        default: false
        }
    }

    private static func read(_ rest: inout Substring.UTF8View, _ width: ClosedRange<Int>, _ number: inout Int) -> Bool {
        let digits = rest.prefix(width.upperBound).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard width.contains(digits.count) else { return false }
        number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        rest = rest.dropFirst(digits.count)
        return true
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
    ]

    /// Returns the month (1 to 12) named by `Feb`, `February` or `Sept`, in any case.
    private static func month(named name: String) -> Int? {
        let name = name.lowercased()
        guard name.utf8.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
    }
}
