import Expenses
import HTMLTemplates

/// The opening times of a place, as rows of days and times. A closing time that is not after the opening time is on the next day.
struct HoursForm: Sendable {
    /// Days that a row stands for: `1` to `7` from Monday on, or several of them.
    private static let days = ["1", "2", "3", "4", "5", "6", "7", "1-5", "6-7", "1-7"]
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

    /// The fields of stored opening times.
    static func fields(_ hours: OpeningHours?) -> [(name: String, value: String)] {
        let rows = rows(hours?.spans ?? [])
        return rows.enumerated().flatMap { number, row in
            [
                (name: "days-\(number)", value: row.days), (name: "opens-\(number)", value: JournalView.clock(row.span.opens)),
                (name: "closes-\(number)", value: row.span.closes == 1440 ? "00:00" : JournalView.clock(row.span.closes)),
            ]
        }
    }

    /// Joins equal times of the whole week, of Monday to Friday, and of the weekend.
    private static func rows(_ spans: [OpeningHours.Span]) -> [(days: String, span: OpeningHours.Span)] {
        var rows: [(days: String, span: OpeningHours.Span)] = []
        var left = spans
        while let span = left.first {
            let same = Set(left.filter { $0.opens == span.opens && $0.closes == span.closes }.map(\.weekday))
            let days = ["1-7", "1-5", "6-7"].first { Set(weekdays($0)).isSubset(of: same) } ?? "\(same.min()!)"
            rows.append((days, span))
            let taken = Set(weekdays(days))
            left.removeAll { $0.opens == span.opens && $0.closes == span.closes && taken.contains($0.weekday) }
        }
        return rows
    }

    /// The weekdays of a choice; none for other texts.
    private static func weekdays(_ days: String) -> [Int] {
        let ends = days.split(separator: "-").compactMap { Int($0) }
        guard Self.days.contains(days), let first = ends.first, let last = ends.last else { return [] }
        return Array(first...last)
    }

    // MARK: The fields

    func values(_ errors: FormErrors, _ words: Words) -> TemplateValue {
        let choices = Self.days.map { (value: $0, text: words("expenses.days.\($0)")) }
        return .list(
            (0..<rows).map { number in
                func time(_ name: String, _ label: String) -> TemplateValue {
                    var field = FieldView("\(name)-\(number)", .text, words(label))
                    field.type = "time"
                    return field.values(errors, typed: typed)
                }
                return [
                    "days": FieldView("days-\(number)", .choice(choices), words("expenses.days"), value: "1-7")
                        .values(errors, typed: typed.has("days-\(number)") ? typed : nil),
                    "opens": time("opens", "expenses.opens"), "closes": time("closes", "expenses.closes"),
                ]
            })
    }

    /// Returns the texts of the operation's input. Rows without times are left out.
    ///
    /// - Parameter errors: receives what is not a time.
    func texts(_ words: Words, _ errors: inout FormErrors) -> [(name: String, text: String)] {
        var texts: [(name: String, text: String)] = []
        var count = 0
        for row in 0..<rows {
            let ends = ["opens-\(row)", "closes-\(row)"]
            guard ends.contains(where: { !typed[$0].isEmpty }) else { continue }
            let minutes = ends.map { JournalView.minute(typed[$0]) }
            for (name, minute) in zip(ends, minutes) where minute == nil { errors.add(words("expenses.bad-time"), to: name) }
            for weekday in Self.weekdays(typed["days-\(row)"]) {
                texts += [("weekday", weekday), ("opens", minutes[0] ?? 0), ("closes", minutes[1] ?? 0)].map {
                    (name: "hours/\(count)/\($0.0)", text: "\($0.1)")
                }
                count += 1
            }
        }
        return texts
    }

    /// Opening times in words, a line for each row.
    static func lines(_ hours: OpeningHours, _ words: Words) -> [String] {
        rows(hours.spans).map { row in
            "\(words("expenses.days.\(row.days)")) \(JournalView.clock(row.span.opens))–\(JournalView.clock(row.span.closes % 1440))"
        }
    }
}
