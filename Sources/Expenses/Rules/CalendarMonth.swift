import JSONText
import Market
import Records

/// A month of the calendar: `2026-11`.
package struct CalendarMonth: Hashable, Comparable, Sendable {
    /// Months since January of the year 0.
    package let number: Int

    package init(number: Int) { self.number = number }
    package init(_ day: Day) { number = day.civil.year * 12 + day.civil.month - 1 }

    package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.number < right.number }
    package static func + (month: CalendarMonth, count: Int) -> CalendarMonth { CalendarMonth(number: month.number + count) }
    package static func - (month: CalendarMonth, count: Int) -> CalendarMonth { CalendarMonth(number: month.number - count) }

    package var firstDay: Day { Day(year: number / 12, month: number % 12 + 1, day: 1)! }
    package var lastDay: Day {
        (28...31).reversed().lazy.compactMap { Day(year: number / 12, month: number % 12 + 1, day: $0) }.first!
    }
}

extension CalendarMonth: FieldValue {
    package static var schema: Schema {
        .text(7...7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$", words: "a month such as 2026-11") { from($0) != nil }
    }
    package static var columnType: String { Int.columnType }
    package static var example: CalendarMonth { CalendarMonth(Day.example) }
    package func write(_ writer: inout JSONWriter) { writer.string(text) }
    package static func from(json: JSONValue) -> CalendarMonth? { json.string.flatMap(from) }
    private static func from(_ text: String) -> CalendarMonth? { Day(iso: "\(text)-01").map { CalendarMonth($0) } }
    package var text: String { String(firstDay.description.prefix(7)) }
    package var storedValue: StoredValue { number.storedValue }

    package init?(_ value: StoredValue) {
        // The years 1 to 9999.
        guard let number = Int(value), (12..<120_000).contains(number) else { return nil }
        self.number = number
    }
}
