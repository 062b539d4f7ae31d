import Market

extension Conventions {
    /// A form of a day.
    package enum DateForm: Sendable {
        /// 31 Dec 2024
        case short
        /// 31 Dec
        case day
        /// 31 December 2024
        case plain
        /// Dec
        case month
        /// Dec 2024
        case monthAndYear
        /// 2024
        case year
    }

    /// Returns a day in the language's form.
    package func date(_ day: Day, _ form: DateForm = .short) -> String {
        switch form {
        case .short: filled(table.shortDate, day)
        case .day: filled(table.dayDate, day)
        case .plain: filled(table.plainDate, day)
        case .month: table.aloneMonths[day.civil.month - 1]
        case .monthAndYear: filled(table.monthAndYear, day)
        case .year: "\(day.civil.year)"
        }
    }

    private func filled(_ form: String, _ day: Day) -> String {
        let (year, month, date) = day.civil
        var text = ""
        var rest = form.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "{", let name = rest.popFirst() else {
                text.unicodeScalars.append(scalar)
                continue
            }
            rest.removeFirst()
            switch name {
            case "d": text += "\(date)"
            case "A": text += table.aloneMonths[month - 1]
            case "M": text += table.months[month - 1]
            case "L": text += table.longMonths[month - 1]
            default: text += "\(year)"
            }
        }
        return text
    }

    /// Returns a moment with its day and time of day in UTC: 31 Dec 2024, 09:05 UTC.
    ///
    /// - Parameter offset: the seconds by which the reader's clock is ahead of UTC. Their own time is written without a zone.
    package func moment(secondsSince1970: Int, offset: Int? = nil) -> String {
        let local = secondsSince1970 + (offset ?? 0)
        let day = Day(secondsSince1970: local)
        let minutes = (local - day.daysSince1970 * 86_400) / 60
        return "\(date(day)), \(padded(minutes / 60)):\(padded(minutes % 60))" + (offset == nil ? " UTC" : "")
    }

    private func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
