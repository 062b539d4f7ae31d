import Expenses
import HTMLTemplates
import PageKit

/// The opening times of a place, as rows of days and times. A closing time before the opening time is on the next day, and 00:00 to 00:00
/// is all day: fields for times do not take 24:00.
struct HoursForm: Sendable {
    private static let mostRows = 14

    let typed: Fields
    /// The number of rows.
    let rows: Int

    init(_ typed: Fields) {
        self.typed = typed
        let given = (0..<Self.mostRows).last { typed.has("opens-\($0)") }.map { $0 + 1 } ?? 0
        rows = typed["do"] == "hours" ? min(given + 1, Self.mostRows) : given
    }

    var canAdd: Bool { rows < Self.mostRows }

    // MARK: Stored opening times

    /// Days that follow each other, with the same times.
    private struct Line {
        let first, last: Int
        let span: OpeningHours.Span
    }

    /// Joins equal times of days that follow each other.
    private static func lines(_ hours: OpeningHours?) -> [Line] {
        var lines: [Line] = []
        var left = hours?.spans ?? []
        while let span = left.first {
            let same = left.filter { $0.opens == span.opens && $0.closes == span.closes }
            let days = Set(same.map(\.weekday))
            let last = (span.weekday...7).prefix { days.contains($0) }.last ?? span.weekday
            lines.append(Line(first: span.weekday, last: last, span: span))
            left.removeAll { same.contains($0) && (span.weekday...last).contains($0.weekday) }
        }
        return lines
    }

    /// The fields of stored opening times.
    static func fields(_ hours: OpeningHours?) -> [(name: String, value: String)] {
        lines(hours).enumerated().flatMap { number, line in
            [
                (name: "first-\(number)", value: "\(line.first)"), (name: "last-\(number)", value: "\(line.last)"),
                (name: "opens-\(number)", value: JournalView.clock(line.span.opens)),
                (name: "closes-\(number)", value: JournalView.clock(line.span.closes % 1440)),
            ]
        }
    }

    /// Opening times in words, a line for each row.
    static func lines(_ hours: OpeningHours, _ words: Words) -> [String] {
        lines(hours).map { line in
            let times = "\(JournalView.clock(line.span.opens))–\(JournalView.clock(line.span.closes))"
            return "\(days(line.first, line.last, words)) \(times)"
        }
    }

    private static func days(_ first: Int, _ last: Int, _ words: Words) -> String {
        if first == 1, last == 7 { return words("expenses.days.all") }
        return first == last ? day(first, words) : "\(day(first, words))–\(day(last, words))"
    }

    private static func day(_ weekday: Int, _ words: Words) -> String { words("expenses.days.\(weekday)") }

    // MARK: The fields

    func values(_ errors: FormErrors, _ words: Words) -> TemplateValue {
        let days = (1...7).map { (value: "\($0)", text: Self.day($0, words)) }
        return .list(
            (0..<rows).map { number in
                func time(_ name: String, _ label: String) -> TemplateValue {
                    var field = FieldView("\(name)-\(number)", .text, words(label))
                    field.type = "time"
                    return field.values(errors, typed: typed)
                }
                func day(_ name: String, _ value: String) -> TemplateValue {
                    let name = "\(name)-\(number)"
                    return FieldView(name, .choice(days), words("expenses.hours-\(name.prefix { $0 != "-" })"), value: value)
                        .values(errors, typed: typed.has(name) ? typed : nil)
                }
                return [
                    "first": day("first", "1"), "last": day("last", "7"), "opens": time("opens", "expenses.opens"),
                    "closes": time("closes", "expenses.closes"),
                ]
            })
    }

    // MARK: What is sent

    /// Returns the texts of the operation's input. Rows without times are left out.
    ///
    /// - Parameter errors: receives what is not a time, and days with rows that contradict each other.
    func texts(_ words: Words, _ errors: inout FormErrors) -> [(name: String, text: String)] {
        var sent: [Row] = []
        for number in 0..<rows { if let row = row(number, words, &errors) { sent.append(row) } }
        guard errors.isEmpty else { return [] }
        var all: [(span: OpeningHours.Span, row: Int)] = []
        for weekday in 1...7 { all += spans(of: weekday, sent, words, &errors) }
        Self.check(all, words, &errors)
        return all.map(\.span).enumerated().flatMap { count, span in
            [("weekday", span.weekday), ("opens", span.opens), ("closes", span.closes)].map {
                (name: "hours/\(count)/\($0.0)", text: "\($0.1)")
            }
        }
    }

    /// - Parameter errors: receives what a place is refused for, beside the row that causes it: times that overlap those of another day.
    private static func check(_ spans: [(span: OpeningHours.Span, row: Int)], _ words: Words, _ errors: inout FormErrors) {
        func row(_ span: OpeningHours.Span) -> Int { spans.first { $0.span == span }?.row ?? 0 }
        do throws(ExpenseError) {
            if errors.isEmpty { try OpeningHours(spans.map(\.span))?.check() }
        } catch .overlappingHours(let one, let other) {
            errors.add(
                words("expenses.hours-overlap", ["day": day(other.weekday, words)]), to: "opens-\(max(row(one), row(other)))")
        } catch .equalHours(let span) {
            errors.add(words("problem.code.equal-hours"), to: "closes-\(row(span))")
        } catch {
            errors.add(error.refusal.detail, to: nil)
        }
    }

    private struct Row {
        let number: Int
        let weekdays: [Int]
        let opens, closes: Int

        /// In minutes of the day on which it opens.
        var minutes: Range<Int> { opens..<(closes <= opens ? closes + 1440 : closes) }
    }

    /// - Returns: nil for a row without times.
    private func row(_ number: Int, _ words: Words, _ errors: inout FormErrors) -> Row? {
        let ends = ["opens-\(number)", "closes-\(number)"]
        guard ends.contains(where: { !typed[$0].isEmpty }) else { return nil }
        let minutes = ends.map { JournalView.minute(typed[$0]) }
        for (name, minute) in zip(ends, minutes) where minute == nil { errors.add(words("expenses.bad-time"), to: name) }
        let weekdays = weekdays(number)
        if weekdays.isEmpty { errors.add(words("problem.value.day"), to: "first-\(number)") }
        let (opens, closes) = (minutes[0] ?? 0, minutes[1] ?? 0)
        return Row(number: number, weekdays: weekdays, opens: opens, closes: opens == 0 && closes == 0 ? 1440 : closes)
    }

    /// The weekdays of a row, which can go past the end of the week; none for other texts.
    private func weekdays(_ number: Int) -> [Int] {
        guard let first = Int(typed["first-\(number)"]), let last = Int(typed["last-\(number)"]), (1...7).contains(first),
            (1...7).contains(last)
        else { return [] }
        return first <= last ? Array(first...last) : Array(first...7) + Array(1...last)
    }

    /// The opening times of a weekday. Of rows whose times overlap, the one of fewer days counts, so that "Friday" replaces the Friday of
    /// "Monday to Friday"; times that do not overlap stand beside each other.
    ///
    /// - Parameter errors: receives the day of two rows that overlap and are of as many days.
    private func spans(
        of weekday: Int, _ rows: [Row], _ words: Words, _ errors: inout FormErrors
    ) -> [(span: OpeningHours.Span, row: Int)] {
        var counting: [Row] = []
        for row in rows.filter({ $0.weekdays.contains(weekday) }).sorted(by: { $0.weekdays.count < $1.weekdays.count }) {
            guard let other = counting.first(where: { $0.minutes.overlaps(row.minutes) }) else {
                counting.append(row)
                continue
            }
            guard other.weekdays.count == row.weekdays.count, other.minutes != row.minutes else { continue }
            let day = Self.day(weekday, words)
            errors.add(words("expenses.hours-overlap", ["day": day]), to: "first-\(max(row.number, other.number))")
        }
        return counting.map { (OpeningHours.Span(weekday: weekday, opens: $0.opens, closes: $0.closes), $0.number) }
    }
}
